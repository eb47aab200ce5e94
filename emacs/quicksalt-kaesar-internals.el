;;; quicksalt-kaesar-internals.el --- What kaesar's own tests call  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; Functions of kaesar that are not for others, but that its own tests call:
;; checks of keys, and work on states, four vectors of four bytes.  The steps
;; of a round are here as FIPS-197 has them; AES elsewhere has none of them
;; by itself, and nothing is encrypted by these.

;;; Code:

(require 'quicksalt-aes)
(require 'quicksalt-kaesar)

(defalias 'quicksalt-kaesar--unibytes-to-state
  #'quicksalt-kaesar-unibytes-to-state)
(defalias 'quicksalt-kaesar--state-to-bytes #'quicksalt-kaesar-state-to-bytes)
(defalias 'quicksalt-kaesar--expand-to-block-key
  #'quicksalt-kaesar-expand-to-block-key)
(defalias 'quicksalt-kaesar--cipher! #'quicksalt-kaesar-cipher!)
(defalias 'quicksalt-kaesar--inv-cipher! #'quicksalt-kaesar-inv-cipher!)

(defun quicksalt-kaesar--hex-to-vector (digits)
  "Return the bytes of hexadecimal DIGITS as a vector."
  (vconcat (quicksalt-hash--unhex (string-to-number digits 16)
                                  (/ (length digits) 2))))

(defun quicksalt-kaesar--check-unibyte-vector (bytes)
  "Return BYTES if they are a vector of bytes or a unibyte string."
  (if (or (and (stringp bytes)
               (or (not (multibyte-string-p bytes))
                   (not (string-match-p "[^[:ascii:]]" bytes))))
          (and (vectorp bytes)
               (cl-every (lambda (byte) (and (integerp byte) (<= 0 byte 255)))
                         bytes)))
      bytes
    (error "Bytes are due, not %S" (type-of bytes))))

(defun quicksalt-kaesar--validate-key (key)
  "Return the raw KEY of `quicksalt-kaesar-algorithm' as a vector."
  (vconcat (quicksalt-kaesar--raw
            key (car (quicksalt-openssl-parse-algorithm
                      quicksalt-kaesar-algorithm)))))

(defun quicksalt-kaesar--state-xor! (state other)
  "Xor the state OTHER into STATE, and return that."
  (dotimes (i 4)
    (dotimes (j 4)
      (aset (aref state i) j (logxor (aref (aref state i) j)
                                     (aref (aref other i) j)))))
  state)

(defun quicksalt-kaesar--ctr-increment! (state)
  "Add one to the counter STATE, and return that."
  (let ((at 15))
    (while (and (>= at 0)
                (= 0 (aset (aref state (/ at 4)) (% at 4)
                           (% (1+ (aref (aref state (/ at 4)) (% at 4))) 256))))
      (setq at (1- at))))
  state)

;;;; Steps, by the sections of FIPS-197

(defconst quicksalt-kaesar--Row 4 "Bytes in a column of a state.")
(defconst quicksalt-kaesar--Nb 4 "Columns of a state.")

(defmacro quicksalt-kaesar--cipher-algorithm (_algorithm &rest body)
  "Evaluate BODY, for an algorithm that follows from the key by its length."
  (declare (indent 1) (debug t))
  `(progn ,@body))

(defun quicksalt-kaesar--construct-state ()
  "Return a new state."
  (vconcat (mapcar (lambda (_) (make-vector 4 0)) '(0 1 2 3))))

(defun quicksalt-kaesar--load-unibytes! (state unibytes start)
  "Put 16 bytes of UNIBYTES from START into STATE; return where they end.
Where fewer are left, they are padded as PKCS#7 has it: return nil then."
  (let* ((end (+ start 16)) (padding (- end (length unibytes))))
    (dotimes (i 16)
      (aset (aref state (/ i 4)) (% i 4)
            (if (< (+ start i) (length unibytes)) (aref unibytes (+ start i))
              padding)))
    (and (<= padding 0) end)))

(defun quicksalt-kaesar--add (a b)
  "Return the sum of the bytes A and B in the field; section 4.1."
  (logxor a b))

(defun quicksalt-kaesar--multiply (a b)
  "Return the product of the bytes A and B in the field; section 4.2."
  (let ((product 0))
    (dotimes (i 8)
      (when (= 1 (logand 1 (ash b (- i))))
        (setq product (logxor product a)))
      (setq a (logxor (ash a 1) (if (> a 127) #x11b 0))))
    product))

(defun quicksalt-kaesar--rot-word! (word)
  "Rotate WORD, a vector of four bytes, by one; section 5.2."
  (let ((first (aref word 0)))
    (dotimes (i 3) (aset word i (aref word (1+ i))))
    (aset word 3 first)
    word))

(defun quicksalt-kaesar--word (number)
  "Return the 32-bit NUMBER as a vector of four bytes."
  (vector (ash number -24) (logand 255 (ash number -16))
          (logand 255 (ash number -8)) (logand 255 number)))

(defun quicksalt-kaesar--key-expansion (key)
  "Return the schedule of the raw KEY as a list of words; section 5.2."
  (mapcar #'quicksalt-kaesar--word
          (quicksalt-kaesar-expand-to-block-key key)))

(defun quicksalt-kaesar--round-key (schedule round)
  "Return the key of the ROUND in SCHEDULE as a state."
  (vconcat (mapcar (lambda (i)
                     (quicksalt-kaesar--word (aref schedule (+ i (* 4 round)))))
                   '(0 1 2 3))))

(defalias 'quicksalt-kaesar--add-round-key! #'quicksalt-kaesar--state-xor!)

(defun quicksalt-kaesar--set! (state byte)
  "Set each byte of STATE to the value of BYTE for its column and row.
That is a function, which finds the state as it was."
  (let ((new (vconcat (mapcar (lambda (column)
                                (vconcat (mapcar (lambda (row)
                                                   (funcall byte column row))
                                                 '(0 1 2 3))))
                              '(0 1 2 3)))))
    (dotimes (i 4) (aset state i (aref new i)))
    state))

(defun quicksalt-kaesar--sub-shift-row! (state)
  "Substitute the bytes of STATE and shift its rows; sections 5.1.1 and 5.1.2."
  (quicksalt-kaesar--set!
   state (lambda (column row)
           (aref quicksalt-aes--sbox
                 (aref (aref state (% (+ column row) 4)) row)))))

(defun quicksalt-kaesar--inv-sub-shift-row! (state)
  "Undo `quicksalt-kaesar--sub-shift-row!' on STATE; section 5.3."
  (quicksalt-kaesar--set!
   state (lambda (column row)
           (aref quicksalt-aes--inverse-sbox
                 (aref (aref state (mod (- column row) 4)) row)))))

(defun quicksalt-kaesar--mix! (state factors)
  "Multiply the columns of STATE by FACTORS, those of the first row."
  (quicksalt-kaesar--set!
   state (lambda (column row)
           (let ((sum 0))
             (dotimes (i 4)
               (setq sum (logxor sum (quicksalt-kaesar--multiply
                                      (aref (aref state column) i)
                                      (aref factors (mod (- i row) 4))))))
             sum))))

(defun quicksalt-kaesar--mix-columns-with-key! (state key)
  "Mix the columns of STATE and add KEY; sections 5.1.3 and 5.1.4."
  (quicksalt-kaesar--state-xor! (quicksalt-kaesar--mix! state [2 3 1 1]) key))

(defun quicksalt-kaesar--inv-key-with-mix-columns! (key state)
  "Undo `quicksalt-kaesar--mix-columns-with-key!' with KEY on STATE."
  (quicksalt-kaesar--mix! (quicksalt-kaesar--state-xor! state key)
                          [14 11 13 9]))

(defconst quicksalt-kaesar--internal-functions
  '("-with-algorithm" "-password-to-key" "-hex-to-vector"
    "-check-unibyte-vector" "-validate-key" "-unibytes-to-state"
    "-state-to-bytes" "-expand-to-block-key" "-cipher!" "-inv-cipher!"
    "-state-xor!" "-ctr-increment!" "-cipher-algorithm" "-construct-state"
    "-load-unibytes!" "-add" "-multiply" "-rot-word!" "-key-expansion"
    "-round-key" "-add-round-key!" "-sub-shift-row!" "-inv-sub-shift-row!"
    "-mix-columns-with-key!" "-inv-key-with-mix-columns!")
  "Names of functions that kaesar's own tests call, without its prefix.")

(defconst quicksalt-kaesar--internal-variables '("-Row" "-Nb")
  "Names of variables that kaesar's own tests use, without its prefix.")

(provide 'quicksalt-kaesar-internals)
;;; quicksalt-kaesar-internals.el ends here
