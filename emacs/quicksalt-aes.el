;;; quicksalt-aes.el --- AES by tables, in pure Lisp  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; AES (FIPS 197) with 128, 192 and 256 bits of key and the modes ECB,
;; CBC, CFB, OFB and CTR (SP 800-38A), without padding.  The rounds are
;; unrolled over four tables of 32-bit words; a call allocates its result,
;; its key schedule, and nothing for each block.
;;
;; How a byte is taken out of a word depends on what runs the code: byte
;; code has instructions for `/' and `%' and calls `ash' and `logand' as
;; functions; native code calls all four.  Macros emit the form that is
;; faster for the compiler at work.
;;
;; Tables are indexed by secrets, so the time that a block takes may tell
;; something about the key to other programs on the same processor.

;;; Code:

(eval-and-compile
  (defun quicksalt-aes--double (x)
    "Return X times 2 in the field of AES."
    (let ((y (* 2 x)))
      (if (> y 255) (logxor y #x11b) y)))

  (defun quicksalt-aes--byte (word i)
    "Return a form for byte I of the 32-bit WORD, 0 the most significant."
    (if (bound-and-true-p byte-native-compiling)
        (pcase i
          (0 `(ash ,word -24))
          (3 `(logand ,word 255))
          (_ `(logand (ash ,word ,(- (* 8 i) 24)) 255)))
      (pcase i
        (0 `(/ ,word 16777216))
        (3 `(% ,word 256))
        (_ `(% (/ ,word ,(if (= i 1) 65536 256)) 256)))))

  (defun quicksalt-aes--load (string i)
    "Return a form for the big-endian word of STRING at index I."
    `(+ (* 16777216 (aref ,string ,i))
        (* 65536 (aref ,string (+ ,i 1)))
        (* 256 (aref ,string (+ ,i 2)))
        (aref ,string (+ ,i 3))))

  (defun quicksalt-aes--store (string i word)
    "Return forms that put the big-endian WORD at index I of STRING."
    (mapcar (lambda (j)
              `(aset ,string (+ ,i ,j) ,(quicksalt-aes--byte word j)))
            '(0 1 2 3)))

  (defun quicksalt-aes--column (tables from column step key)
    "Return a form for a COLUMN of a round over the variables TABLES.
FROM are the variables of the state.  STEP is 1 to encrypt, 3 to decrypt.
KEY is a form of the word of the round key."
    `(logxor
      ,@(mapcar (lambda (row)
                  (let ((word (nth (% (+ column (* row step)) 4) from)))
                    `(aref ,(nth row tables)
                           ,(quicksalt-aes--byte word row))))
                '(0 1 2 3))
      ,key))

  (defun quicksalt-aes--round (number from to step)
    "Return forms of round NUMBER out of variables FROM into TO by STEP."
    (mapcar (lambda (column)
              `(setq ,(nth column to)
                     ,(quicksalt-aes--column
                       '(t0 t1 t2 t3) from column step
                       `(aref k ,(+ (* 4 number) column)))))
            '(0 1 2 3)))

  (defun quicksalt-aes--two-rounds (number step)
    "Return forms of rounds NUMBER and NUMBER + 1, (e f g h) in place."
    (append (quicksalt-aes--round number '(e f g h) '(a b c d) step)
            (quicksalt-aes--round (1+ number) '(a b c d) '(e f g h) step))))

(defmacro quicksalt-aes--with-tables (tables last &rest body)
  "Bind t0 to t3 to TABLES, s0 to s3 to those of the LAST round, run BODY.
The words of the last round key, out of k and rounds, are l0 to l3."
  (declare (indent 2) (debug (form form body)))
  `(let* ((t0 (aref ,tables 0)) (t1 (aref ,tables 1))
          (t2 (aref ,tables 2)) (t3 (aref ,tables 3))
          (s0 (aref ,last 0)) (s1 (aref ,last 1))
          (s2 (aref ,last 2)) (s3 (aref ,last 3))
          (l0 (aref k (* 4 rounds))) (l1 (aref k (+ (* 4 rounds) 1)))
          (l2 (aref k (+ (* 4 rounds) 2))) (l3 (aref k (+ (* 4 rounds) 3)))
          (a 0) (b 0) (c 0) (d 0) (e 0) (f 0) (g 0) (h 0))
     ,@body))

(defmacro quicksalt-aes--rounds (step)
  "Run all rounds on a b c d, which are xored with the first round key.
STEP is 1 to encrypt, 3 to decrypt."
  `(progn
     ,@(quicksalt-aes--round 1 '(a b c d) '(e f g h) step)
     ,@(mapcan (lambda (number) (quicksalt-aes--two-rounds number step))
               '(2 4 6 8))
     (when (> rounds 10)
       ,@(quicksalt-aes--two-rounds 10 step)
       (when (> rounds 12)
         ,@(quicksalt-aes--two-rounds 12 step)))
     ,@(mapcar (lambda (column)
                 `(setq ,(nth column '(a b c d))
                        ,(quicksalt-aes--column
                          '(s0 s1 s2 s3) '(e f g h) column step
                          (nth column '(l0 l1 l2 l3)))))
               '(0 1 2 3))))

(defmacro quicksalt-aes--load-block (string i a b c d)
  "Set A B C D to the words of the block of STRING at index I."
  `(setq ,a ,(quicksalt-aes--load string i)
         ,b ,(quicksalt-aes--load string `(+ ,i 4))
         ,c ,(quicksalt-aes--load string `(+ ,i 8))
         ,d ,(quicksalt-aes--load string `(+ ,i 12))))

(defmacro quicksalt-aes--store-block (string i a b c d)
  "Put the words A B C D into STRING at index I."
  `(progn
     ,@(quicksalt-aes--store string i a)
     ,@(quicksalt-aes--store string `(+ ,i 4) b)
     ,@(quicksalt-aes--store string `(+ ,i 8) c)
     ,@(quicksalt-aes--store string `(+ ,i 12) d)))

;;;; Tables

(defun quicksalt-aes--make-sbox ()
  "Return the S-box: inverses in the field, then the affine map."
  (let ((sbox (make-vector 256 #x63)) (p 1) (q 1) (again t))
    ;; P runs through the powers of 3, Q through those of its inverse.
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
  "The S-box of AES.")

(defconst quicksalt-aes--inverse-sbox
  (let ((inverse (make-vector 256 0)))
    (dotimes (x 256) (aset inverse (aref quicksalt-aes--sbox x) x))
    inverse)
  "The inverse S-box of AES.")

(defun quicksalt-aes--tables (box column)
  "Return four tables of words for BOX.
COLUMN maps an entry of BOX to the word of the first table; each further
table is that turned right by eight bits."
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
  "Return the word of V times 14, 9, 13 and 11."
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
  "Tables of SubBytes, ShiftRows and MixColumns.")

(defconst quicksalt-aes--forward-last
  (quicksalt-aes--tables quicksalt-aes--sbox (lambda (s) (* 16777216 s)))
  "Tables of SubBytes and ShiftRows.")

(defconst quicksalt-aes--backward
  (quicksalt-aes--tables quicksalt-aes--inverse-sbox
                         #'quicksalt-aes--inverse-column)
  "Tables of the inverses of SubBytes, ShiftRows and MixColumns.")

(defconst quicksalt-aes--backward-last
  (quicksalt-aes--tables quicksalt-aes--inverse-sbox
                         (lambda (s) (* 16777216 s)))
  "Tables of the inverses of SubBytes and ShiftRows.")

;;;; Keys

(defun quicksalt-aes--substitute (word)
  "Return WORD with the S-box applied to its four bytes."
  (let ((tables quicksalt-aes--forward-last) (result 0))
    (dotimes (row 4)
      (setq result
            (logxor result
                    (aref (aref tables row)
                          (logand 255 (ash word (- (* 8 row) 24)))))))
    result))

(defun quicksalt-aes-expand (key)
  "Return the key schedule of KEY, a unibyte string: a vector of words."
  (unless (and (stringp key) (not (multibyte-string-p key))
               (memq (length key) '(16 24 32)))
    (error "An AES key is a unibyte string of 16, 24 or 32 bytes"))
  (let* ((n (/ (length key) 4))
         (words (* 4 (+ n 7)))
         (k (make-vector words 0))
         (constant 1) word)
    (dotimes (i words)
      (if (< i n)
          (setq word (let ((j (* 4 i)))
                       (+ (* 16777216 (aref key j))
                          (* 65536 (aref key (+ j 1)))
                          (* 256 (aref key (+ j 2)))
                          (aref key (+ j 3)))))
        (cond ((= 0 (% i n))
               (setq word (logxor (quicksalt-aes--substitute
                                   (logior (logand #xffffffff (ash word 8))
                                           (ash word -24)))
                                  (* 16777216 constant))
                     constant (quicksalt-aes--double constant)))
              ((and (> n 6) (= 4 (% i n)))
               (setq word (quicksalt-aes--substitute word))))
        (setq word (logxor word (aref k (- i n)))))
      (aset k i word))
    k))

(defun quicksalt-aes--invert (k &optional columns)
  "Return the schedule that decrypts by the equivalent inverse cipher.
K is the schedule that encrypts, for blocks of COLUMNS words, by default 4."
  (let* ((words (length k)) (n (or columns 4))
         (inverse (make-vector words 0)))
    (dotimes (i words)
      (let ((word (aref k (+ (- words n (* n (/ i n))) (% i n)))))
        (aset inverse i
              (if (or (< i n) (>= i (- words n)))
                  word
                ;; The tables undo an S-box, so it is applied before.
                (let ((mixed 0))
                  (dotimes (row 4)
                    (setq mixed
                          (logxor
                           mixed
                           (aref (aref quicksalt-aes--backward row)
                                 (aref quicksalt-aes--sbox
                                       (logand 255 (ash word (- (* 8 row)
                                                                24))))))))
                  mixed)))))
    inverse))

;;;; Blocks
;; K is a schedule, DATA holds whole blocks, IV is a string of 16 bytes.

(defun quicksalt-aes--encrypt (k data iv chained)
  "Encrypt DATA by the schedule K, by CBC from IV if CHAINED, else by ECB."
  (let* ((end (length data)) (out (make-string end 0))
         (rounds (- (/ (length k) 4) 1))
         (i 0) (v0 0) (v1 0) (v2 0) (v3 0))
    (quicksalt-aes--with-tables quicksalt-aes--forward
        quicksalt-aes--forward-last
      (when chained (quicksalt-aes--load-block iv 0 v0 v1 v2 v3))
      (while (< i end)
        (quicksalt-aes--load-block data i a b c d)
        (setq a (logxor a v0 (aref k 0)) b (logxor b v1 (aref k 1))
              c (logxor c v2 (aref k 2)) d (logxor d v3 (aref k 3)))
        (quicksalt-aes--rounds 1)
        (quicksalt-aes--store-block out i a b c d)
        (when chained (setq v0 a v1 b v2 c v3 d))
        (setq i (+ i 16)))
      out)))

(defun quicksalt-aes--decrypt (k data iv chained)
  "Decrypt DATA by the inverse schedule K, by CBC from IV if CHAINED."
  (let* ((end (length data)) (out (make-string end 0))
         (rounds (- (/ (length k) 4) 1))
         (i 0) (v0 0) (v1 0) (v2 0) (v3 0) (m0 0) (m1 0) (m2 0) (m3 0))
    (quicksalt-aes--with-tables quicksalt-aes--backward
        quicksalt-aes--backward-last
      (when chained (quicksalt-aes--load-block iv 0 v0 v1 v2 v3))
      (while (< i end)
        (quicksalt-aes--load-block data i m0 m1 m2 m3)
        (setq a (logxor m0 (aref k 0)) b (logxor m1 (aref k 1))
              c (logxor m2 (aref k 2)) d (logxor m3 (aref k 3)))
        (quicksalt-aes--rounds 3)
        (when chained
          (setq a (logxor a v0) b (logxor b v1)
                c (logxor c v2) d (logxor d v3)
                v0 m0 v1 m1 v2 m2 v3 m3))
        (quicksalt-aes--store-block out i a b c d)
        (setq i (+ i 16)))
      out)))

(defun quicksalt-aes--stream (k data iv feedback)
  "Xor DATA with a stream of blocks by the schedule K from IV.
FEEDBACK says what is encrypted next: `counter', the `stream' itself, what
comes `out' or what goes `in'."
  (let* ((end (length data)) (out (make-string end 0))
         (rounds (- (/ (length k) 4) 1))
         (i 0) (v0 0) (v1 0) (v2 0) (v3 0) (m0 0) (m1 0) (m2 0) (m3 0))
    (quicksalt-aes--with-tables quicksalt-aes--forward
        quicksalt-aes--forward-last
      (quicksalt-aes--load-block iv 0 v0 v1 v2 v3)
      (while (< i end)
        (setq a (logxor v0 (aref k 0)) b (logxor v1 (aref k 1))
              c (logxor v2 (aref k 2)) d (logxor v3 (aref k 3)))
        (quicksalt-aes--rounds 1)
        (quicksalt-aes--load-block data i m0 m1 m2 m3)
        (when (eq feedback 'stream) (setq v0 a v1 b v2 c v3 d))
        (setq a (logxor a m0) b (logxor b m1)
              c (logxor c m2) d (logxor d m3))
        (cond ((eq feedback 'counter)
               (setq v3 (1+ v3))
               (when (> v3 #xffffffff)
                 (setq v3 0 v2 (1+ v2))
                 (when (> v2 #xffffffff)
                   (setq v2 0 v1 (1+ v1))
                   (when (> v1 #xffffffff)
                     (setq v1 0 v0 (logand #xffffffff (1+ v0)))))))
              ((eq feedback 'out) (setq v0 a v1 b v2 c v3 d))
              ((eq feedback 'in) (setq v0 m0 v1 m1 v2 m2 v3 m3)))
        (quicksalt-aes--store-block out i a b c d)
        (setq i (+ i 16)))
      out)))

;;;; The modes

(defun quicksalt-aes-advance (iv blocks)
  "Return the counter that comes BLOCKS after IV."
  (let ((result (copy-sequence iv)) (i 15) (carry blocks))
    (while (and (>= i 0) (> carry 0))
      (setq carry (+ carry (aref iv i)))
      (aset result i (% carry 256))
      (setq carry (/ carry 256) i (1- i)))
    result))

(defun quicksalt-aes--stream-any (k data iv feedback)
  "As `quicksalt-aes--stream' of K DATA IV FEEDBACK, for any length of DATA."
  (let ((rest (% (length data) 16)))
    (if (= rest 0)
        (quicksalt-aes--stream k data iv feedback)
      (substring (quicksalt-aes--stream
                  k (concat data (make-string (- 16 rest) 0)) iv feedback)
                 0 (length data)))))

(defun quicksalt-aes-check (mode data iv)
  "Signal an error unless MODE is known and DATA and IV fit it."
  (unless (memq mode '(ecb cbc cfb ofb ctr))
    (error "A mode of AES is ecb, cbc, cfb, ofb or ctr, not %S" mode))
  (unless (and (stringp data) (not (multibyte-string-p data)))
    (error "Data for AES is a unibyte string; encode it first"))
  (unless (or (eq mode 'ecb)
              (and (stringp iv) (not (multibyte-string-p iv))
                   (= (length iv) 16)))
    (error "An IV of AES is a unibyte string of 16 bytes"))
  (when (and (memq mode '(ecb cbc)) (/= 0 (% (length data) 16)))
    (error "Data for this mode of AES comes in blocks of 16 bytes")))

(defun quicksalt-aes-apply (mode decrypt key iv data)
  "Return DATA encrypted under KEY from IV, or decrypted if DECRYPT.
MODE is `ecb', `cbc', `cfb' (of 128 bits), `ofb' or `ctr'.  KEY, IV and
DATA are unibyte strings; with `ecb' and `cbc' DATA comes in blocks of 16
bytes, and nothing is padded.  IV is of 16 bytes, and not used by `ecb'."
  (quicksalt-aes-check mode data iv)
  (let ((k (quicksalt-aes-expand key)))
    (unwind-protect
        (pcase mode
          ((or 'ecb 'cbc)
           (if (not decrypt)
               (quicksalt-aes--encrypt k data iv (eq mode 'cbc))
             (let ((inverse (quicksalt-aes--invert k)))
               (unwind-protect
                   (quicksalt-aes--decrypt inverse data iv (eq mode 'cbc))
                 (fillarray inverse 0)))))
          ('cfb (quicksalt-aes--stream-any k data iv (if decrypt 'in 'out)))
          ('ofb (quicksalt-aes--stream-any k data iv 'stream))
          ('ctr (quicksalt-aes--stream-any k data iv 'counter)))
      (fillarray k 0))))

(provide 'quicksalt-aes)
;;; quicksalt-aes.el ends here
