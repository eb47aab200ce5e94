;;; quicksalt-aes.el --- AES by tables, in pure Lisp  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; This file implements AES (FIPS 197) with 128-, 192- and 256-bit keys, in the
;; modes ECB, CBC, CFB, OFB and CTR (SP 800-38A), without padding.  It also
;; supports other block sizes, which files of aes.el use.  A round uses four
;; tables of 32-bit words.  A call allocates its result and its key schedule,
;; but nothing per block.
;;
;; Emacs uses this code if CCL is missing; it is also the reference for the
;; CCL version.
;;
;; Table indices depend on secrets, so the time for a block may leak
;; information about the key to other programs on the same processor.

;;; Code:

(defun quicksalt-aes--double (x)
  "Return twice X in the AES field."
  (let ((y (* 2 x)))
    (if (> y 255) (logxor y #x11b) y)))

;;;; Tables

(defun quicksalt-aes--make-sbox ()
  "Return the S-box: the field inverse followed by the affine map."
  (let ((sbox (make-vector 256 #x63)) (p 1) (q 1) (again t))
    ;; P iterates over the powers of 3 in the field; Q is the inverse of P.
    (while again
      (setq p (logxor p (quicksalt-aes--double p)))
      (dolist (shift '(1 2 4))
        (setq q (logand 255 (logxor q (ash q shift)))))
      (when (> q 127) (setq q (logxor q 9)))
      (let ((turns (* q #x101)))
        (aset sbox p
              (logxor #x63 (logand 255 (logxor q (ash turns -7)
                                               (ash turns -6) (ash turns -5)
                                               (ash turns -4))))))
      (setq again (/= p 1)))
    sbox))

(defconst quicksalt-aes--sbox (quicksalt-aes--make-sbox)
  "The AES S-box.")

(defconst quicksalt-aes--inverse-sbox
  (let ((inverse (make-vector 256 0)))
    (dotimes (x 256) (aset inverse (aref quicksalt-aes--sbox x) x))
    inverse)
  "The inverse AES S-box.")

(defun quicksalt-aes--tables (box column)
  "Return a vector of four lookup tables for BOX.
COLUMN maps an entry of BOX to a word of the first table.  The words of each
further table are the words of the previous table, rotated right by 8 bits."
  (let ((tables (vector (make-vector 256 0) (make-vector 256 0)
                        (make-vector 256 0) (make-vector 256 0))))
    (dotimes (x 256)
      (let ((word (funcall column (aref box x))))
        (dotimes (row 4)
          (aset (aref tables row) x word)
          (setq word (logior (ash word -8)
                             (* 16777216 (logand word 255)))))))
    tables))

(defun quicksalt-aes--inverse-column (v)
  "Multiply V by 14, 9, 13 and 11 in the AES field; return a word.
The four products are the bytes of the word, the highest byte first."
  (let* ((v2 (quicksalt-aes--double v))
         (v4 (quicksalt-aes--double v2))
         (v8 (quicksalt-aes--double v4)))
    (+ (* 16777216 (logxor v8 v4 v2)) (* 65536 (logxor v8 v))
       (* 256 (logxor v8 v4 v)) (logxor v8 v2 v))))

(defconst quicksalt-aes--forward
  (quicksalt-aes--tables
   quicksalt-aes--sbox
   (lambda (s) (let ((s2 (quicksalt-aes--double s)))
                 (+ (* 16777216 s2) (* 65792 s) (logxor s2 s)))))
  "Tables for SubBytes, ShiftRows and MixColumns.")

(defconst quicksalt-aes--forward-last
  (quicksalt-aes--tables quicksalt-aes--sbox (lambda (s) (* 16777216 s)))
  "Tables for SubBytes and ShiftRows.")

(defconst quicksalt-aes--backward
  (quicksalt-aes--tables quicksalt-aes--inverse-sbox
                         #'quicksalt-aes--inverse-column)
  "Tables for the inverses of SubBytes, ShiftRows and MixColumns.")

(defconst quicksalt-aes--backward-last
  (quicksalt-aes--tables quicksalt-aes--inverse-sbox
                         (lambda (s) (* 16777216 s)))
  "Tables for the inverses of SubBytes and ShiftRows.")

;;;; Keys

(defsubst quicksalt-aes--word (string i)
  "Return the big-endian word of STRING at index I."
  (+ (* 16777216 (aref string i)) (* 65536 (aref string (+ i 1)))
     (* 256 (aref string (+ i 2))) (aref string (+ i 3))))

(defun quicksalt-aes--look-up (tables word &optional box)
  "Return the xor of the entries of TABLES for the four bytes of WORD.
If BOX is non-nil, first map the bytes through it."
  (let ((result 0))
    (dotimes (row 4)
      (let ((byte (logand 255 (ash word (- (* 8 row) 24)))))
        (setq result (logxor result (aref (aref tables row)
                                          (if box (aref box byte) byte))))))
    result))

(defun quicksalt-aes-expand (key)
  "Return the key schedule of KEY, a unibyte string, as a vector of words."
  (unless (and (stringp key) (not (multibyte-string-p key))
               (memq (length key) '(16 24 32)))
    (error "AES key must be a unibyte string of 16, 24 or 32 bytes"))
  (quicksalt-aes--expand key 4 (/ (length key) 4)))

(defun quicksalt-aes--expand (key columns back)
  "Return the key schedule of KEY for blocks of COLUMNS words.
Each word is xored with the word BACK positions before it; in AES, BACK is
the key length in words."
  (let* ((n (/ (length key) 4))
         (k (make-vector (* columns (+ (max n columns) 7)) 0))
         (constant 1) word)
    (dotimes (i (length k))
      (if (< i n)
          (setq word (quicksalt-aes--word key (* 4 i)))
        (cond ((= 0 (% i n))
               (setq word (logxor (quicksalt-aes--look-up
                                   quicksalt-aes--forward-last
                                   (logior (logand #xffffffff (ash word 8))
                                           (ash word -24)))
                                  (* 16777216 constant))
                     constant (quicksalt-aes--double constant)))
              ((and (> n 6) (= 4 (% i n)))
               (setq word (quicksalt-aes--look-up
                           quicksalt-aes--forward-last word))))
        (setq word (logxor word (aref k (- i back)))))
      (aset k i word))
    k))

(defun quicksalt-aes--invert (k &optional columns)
  "Return the decryption schedule for the equivalent inverse cipher.
K is the encryption schedule for blocks of COLUMNS words, by default 4."
  (let* ((words (length k)) (n (or columns 4))
         (inverse (make-vector words 0)))
    (dotimes (i words)
      (let ((word (aref k (+ (- words n (* n (/ i n))) (% i n)))))
        (aset inverse i
              (if (or (< i n) (>= i (- words n)))
                  word
                ;; The tables undo an S-box, so apply the S-box first.
                (quicksalt-aes--look-up quicksalt-aes--backward word
                                        quicksalt-aes--sbox)))))
    inverse))

;;;; Blocks
;; In this section a state is a vector with the words of a block, and K is a
;; key schedule.

(defun quicksalt-aes--load (state string i)
  "Load the block of STRING at index I into STATE."
  (dotimes (word (length state))
    (aset state word (quicksalt-aes--word string i))
    (setq i (+ i 4))))

(defun quicksalt-aes--store (state string i)
  "Store STATE into STRING at index I."
  (dotimes (number (length state))
    (let ((word (aref state number)))
      (aset string i (/ word 16777216))
      (aset string (+ i 1) (% (/ word 65536) 256))
      (aset string (+ i 2) (% (/ word 256) 256))
      (aset string (+ i 3) (% word 256)))
    (setq i (+ i 4))))

(defun quicksalt-aes--xor (state other)
  "Xor the words of OTHER into STATE."
  (dotimes (word (length state))
    (aset state word (logxor (aref state word) (aref other word)))))

(defun quicksalt-aes--copy (state from)
  "Copy the words of FROM into STATE."
  (dotimes (word (length state))
    (aset state word (aref from word))))

(defun quicksalt-aes--round (k at tables step from to)
  "Apply a round with TABLES to the state FROM; store the result in TO.
The round key starts at index AT of K.  Each word of TO depends on four words
of FROM; STEP is the distance between them."
  (let ((t0 (aref tables 0)) (t1 (aref tables 1)) (t2 (aref tables 2))
        (t3 (aref tables 3)) (columns (length from)) (c 0))
    ;; Byte code has instructions for `/' and `%', but calls functions for
    ;; `ash' and `logand'.
    (while (< c columns)
      (aset to c
            (logxor (aref t0 (/ (aref from c) 16777216))
                    (aref t1 (% (/ (aref from (% (+ c step) columns)) 65536)
                                256))
                    (aref t2 (% (/ (aref from (% (+ c step step) columns)) 256)
                                256))
                    (aref t3 (% (aref from (% (+ c step step step) columns))
                                256))
                    (aref k (+ at c))))
      (setq c (1+ c)))))

(defun quicksalt-aes--block (k state spare &optional decrypt)
  "Encrypt STATE in place with the schedule K.
If DECRYPT is non-nil, K is an inverse schedule; decrypt STATE with it.
SPARE is a scratch state that is overwritten."
  (let* ((columns (length state)) (rounds (1- (/ (length k) columns)))
         (tables (if decrypt quicksalt-aes--backward quicksalt-aes--forward))
         (step (if decrypt (1- columns) 1))
         (from state) (to spare))
    (quicksalt-aes--xor state k)
    (dotimes (round rounds)
      (when (= round (1- rounds))
        (setq tables (if decrypt quicksalt-aes--backward-last
                       quicksalt-aes--forward-last)))
      (quicksalt-aes--round k (* columns (1+ round)) tables step from to)
      (setq from (prog1 to (setq to from))))
    (unless (eq from state) (quicksalt-aes--copy state from))))

(defun quicksalt-aes--blocks (k columns data &optional decrypt)
  "Encrypt the blocks of DATA independently with the schedule K.
Each block has COLUMNS words.  If DECRYPT is non-nil, K is an inverse
schedule; decrypt the blocks with it."
  (let ((state (make-vector columns 0)) (spare (make-vector columns 0))
        (out (make-string (length data) 0)) (i 0))
    (while (< i (length data))
      (quicksalt-aes--load state data i)
      (quicksalt-aes--block k state spare decrypt)
      (quicksalt-aes--store state out i)
      (setq i (+ i (* 4 columns))))
    out))

(defun quicksalt-aes--chain (k mode decrypt data iv)
  "Encrypt the whole blocks of DATA in MODE with the schedule K and IV.
If DECRYPT is non-nil, decrypt them; for CBC, K is then an inverse schedule."
  (let ((state (make-vector 4 0)) (spare (make-vector 4 0))
        (input (make-vector 4 0)) (next (make-vector 4 0))
        (out (make-string (length data) 0)) (i 0))
    (quicksalt-aes--load next iv 0)
    (while (< i (length data))
      (quicksalt-aes--load input data i)
      (if (eq mode 'cbc)
          (progn
            (quicksalt-aes--copy state input)
            (unless decrypt (quicksalt-aes--xor state next))
            (quicksalt-aes--block k state spare decrypt)
            (when decrypt (quicksalt-aes--xor state next)))
        (quicksalt-aes--copy state next)
        (quicksalt-aes--block k state spare)
        (when (eq mode 'ofb) (quicksalt-aes--copy next state))
        (quicksalt-aes--xor state input))
      (cond ((eq mode 'ctr) (quicksalt-aes--count next))
            ((memq mode '(cbc cfb))
             (quicksalt-aes--copy next (if decrypt input state))))
      (quicksalt-aes--store state out i)
      (setq i (+ i 16)))
    out))

;;;; The modes

(defun quicksalt-aes-advance (iv blocks)
  "Return the counter IV increased by BLOCKS."
  (let ((result (copy-sequence iv)) (i 15) (carry blocks))
    (while (and (>= i 0) (> carry 0))
      (setq carry (+ carry (aref iv i)))
      (aset result i (% carry 256))
      (setq carry (/ carry 256) i (1- i)))
    result))

(defun quicksalt-aes--count (state)
  "Add one to the counter STATE."
  (let ((word 3))
    (while (and (>= word 0)
                (= 0 (aset state word
                           (logand #xffffffff (1+ (aref state word))))))
      (setq word (1- word)))))

(defun quicksalt-aes-check (mode data iv)
  "Signal an error unless MODE is known, and DATA and IV are valid for it."
  (unless (memq mode '(ecb cbc cfb ofb ctr))
    (error "AES mode must be ecb, cbc, cfb, ofb or ctr, not %S" mode))
  (unless (and (stringp data) (not (multibyte-string-p data)))
    (error "Data must be a unibyte string; encode it first"))
  (unless (or (eq mode 'ecb)
              (and (stringp iv) (not (multibyte-string-p iv))
                   (= (length iv) 16)))
    (error "AES IV must be a unibyte string of 16 bytes"))
  (when (and (memq mode '(ecb cbc)) (/= 0 (% (length data) 16)))
    (error "Data for this AES mode must be a multiple of 16 bytes")))

(defun quicksalt-aes--by (compute mode decrypt key iv data)
  "Return the result of COMPUTE for the key schedule of KEY and for DATA.
First check MODE, DATA and IV.  Pass an inverse schedule to COMPUTE if
DECRYPT is non-nil and MODE needs it.  Pad DATA to whole blocks, and shorten
the result to the length of DATA.  Wipe the schedule afterwards."
  (quicksalt-aes-check mode data iv)
  (let* ((k (quicksalt-aes-expand key)) (inverse nil) (size (length data))
         (rest (% size 16))
         (whole (if (= rest 0) data
                  (concat data (make-string (- 16 rest) 0)))))
    (unwind-protect
        (progn
          (when (and decrypt (memq mode '(ecb cbc)))
            (setq inverse (quicksalt-aes--invert k)))
          (let ((out (funcall compute (or inverse k) whole)))
            (if (= rest 0) out (substring out 0 size))))
      (fillarray k 0)
      (when inverse (fillarray inverse 0)))))

(defun quicksalt-aes-apply (mode decrypt key iv data)
  "Encrypt DATA with KEY and IV, or decrypt it if DECRYPT is non-nil.
MODE is `ecb', `cbc', `cfb' (128 bits), `ofb' or `ctr'.  KEY, IV and DATA
are unibyte strings.  For `ecb' and `cbc' the length of DATA must be a
multiple of 16 bytes, because this function does not pad it.  IV is 16 bytes;
`ecb' ignores it."
  (quicksalt-aes--by
   (lambda (k whole)
     (if (eq mode 'ecb) (quicksalt-aes--blocks k 4 whole decrypt)
       (quicksalt-aes--chain k mode decrypt whole iv)))
   mode decrypt key iv data))

(provide 'quicksalt-aes)
;;; quicksalt-aes.el ends here
