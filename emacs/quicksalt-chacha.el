;;; quicksalt-chacha.el --- ChaCha20-Poly1305, X25519 and scrypt in Lisp  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; This file implements the primitives that age files need and Emacs lacks:
;; ChaCha20-Poly1305 (RFC 8439) without associated data, X25519 (RFC 7748) and
;; scrypt (RFC 7914).
;;
;; ChaCha20 encrypts many blocks in parallel with big integers.  Each of its
;; sixteen state words is one integer with a lane of 36 bits for every block.
;; The four high bits of a lane hold the carries of additions.  A lane has
;; exactly nine hexadecimal digits, so no digit crosses a lane boundary.
;; Poly1305 and X25519 use modular arithmetic on big integers.  None of this
;; code runs in constant time.

;;; Code:

(require 'quicksalt-hash)
(require 'quicksalt-hex)
(eval-when-compile (require 'cl-lib))

;;;; ChaCha20

(defconst quicksalt-chacha--width 36
  "The number of bits in a lane.")

(defun quicksalt-chacha--repeat (value n)
  "Return an integer with VALUE in each of N lanes; N is a power of two."
  (let ((lanes 1))
    (while (< lanes n)
      (setq value (logior value (ash value (* quicksalt-chacha--width lanes)))
            lanes (* 2 lanes)))
    value))

(defun quicksalt-chacha--index (n)
  "Return an integer with the numbers 0, 1, ..., N - 1 in its lanes."
  (let ((value 0) (lanes 1) (ones 1))
    (while (< lanes n)
      (setq value (logior value (ash (+ value (* lanes ones))
                                     (* quicksalt-chacha--width lanes)))
            ones (logior ones (ash ones (* quicksalt-chacha--width lanes)))
            lanes (* 2 lanes)))
    value))

(defmacro quicksalt-chacha--turn (x bits)
  "Return X with each lane rotated left by BITS.
The variable `masks' holds the masks of the bits that do not wrap around."
  `(logior (ash (logand ,x (aref masks ,(- 32 bits))) ,bits)
           (logand (ash ,x ,(- bits 32)) (aref masks ,bits))))

(defmacro quicksalt-chacha--quarter (x a b c d)
  "Perform a quarter round on elements A, B, C and D of the vector X."
  (cl-flet ((half (a b d turn)
              `((aset ,x ,a (logand mask (+ (aref ,x ,a) (aref ,x ,b))))
                (let ((v (logxor (aref ,x ,d) (aref ,x ,a))))
                  (aset ,x ,d (quicksalt-chacha--turn v ,turn))))))
    `(progn ,@(half a b d 16) ,@(half c d b 12)
            ,@(half a b d 8) ,@(half c d b 7))))

(defun quicksalt-chacha--rounds (x mask masks)
  "Perform twenty rounds on the vector X of words.
MASK selects the 32 low bits of each lane; element n of MASKS selects the n
low bits."
  (dotimes (_ 10)
    (quicksalt-chacha--quarter x 0 4 8 12)
    (quicksalt-chacha--quarter x 1 5 9 13)
    (quicksalt-chacha--quarter x 2 6 10 14)
    (quicksalt-chacha--quarter x 3 7 11 15)
    (quicksalt-chacha--quarter x 0 5 10 15)
    (quicksalt-chacha--quarter x 1 6 11 12)
    (quicksalt-chacha--quarter x 2 7 8 13)
    (quicksalt-chacha--quarter x 3 4 9 14)))

(defun quicksalt-chacha--word (string i)
  "Return the little-endian word of STRING at index I."
  (+ (aref string i) (* 256 (aref string (+ i 1)))
     (* 65536 (aref string (+ i 2))) (* 16777216 (aref string (+ i 3)))))

(defun quicksalt-chacha--lanes (size)
  "Return the number of lanes for SIZE bytes."
  (let ((n 1))
    (while (and (< (* 64 n) size) (< n 1024)) (setq n (* 2 n)))
    n))

(defun quicksalt-chacha--blocks (key nonce counter n)
  "Return a vector of sixteen integers with the words of N keystream blocks.
KEY, NONCE and COUNTER are as in RFC 8439."
  (let* ((mask (quicksalt-chacha--repeat #xffffffff n))
         (masks (make-vector 33 0))
         (start (make-vector 16 0)) x)
    (dolist (bits '(7 8 12 16 20 24 25))
      (aset masks bits (quicksalt-chacha--repeat (1- (ash 1 bits)) n)))
    (dotimes (i 16)
      (aset start i
            (if (= i 12)
                (logand mask (+ (quicksalt-chacha--repeat counter n)
                                (quicksalt-chacha--index n)))
              (quicksalt-chacha--repeat
               (cond ((< i 4) (aref [#x61707865 #x3320646e #x79622d32
                                                #x6b206574] i))
                     ((< i 12) (quicksalt-chacha--word key (* 4 (- i 4))))
                     (t (quicksalt-chacha--word nonce (* 4 (- i 13)))))
               n))))
    (setq x (copy-sequence start))
    (quicksalt-chacha--rounds x mask masks)
    (dotimes (i 16)
      (aset x i (logand mask (+ (aref x i) (aref start i)))))
    x))

(defun quicksalt-chacha--xor-word (out data start end word)
  "Xor every sixteenth word of DATA, from START to END, with a lane of WORD.
Store the result in OUT.  WORD is an integer with an additional set bit above
all lanes."
  (let* ((hex (format "%x" word)) (low quicksalt-hex--low)
         (high quicksalt-hex--high)
         (i start) (j (- (length hex) 2)))
    (while (< i end)
      (aset out i (logxor (aref data i) (aref high (aref hex j))
                          (aref low (aref hex (+ j 1)))))
      (aset out (+ i 1) (logxor (aref data (+ i 1))
                                (aref high (aref hex (- j 2)))
                                (aref low (aref hex (- j 1)))))
      (aset out (+ i 2) (logxor (aref data (+ i 2))
                                (aref high (aref hex (- j 4)))
                                (aref low (aref hex (- j 3)))))
      (aset out (+ i 3) (logxor (aref data (+ i 3))
                                (aref high (aref hex (- j 6)))
                                (aref low (aref hex (- j 5)))))
      (setq i (+ i 64) j (- j 9)))))

(defun quicksalt-chacha20 (key nonce counter data)
  "Xor the unibyte string DATA with the keystream of KEY and NONCE.
The keystream begins with block COUNTER."
  (let* ((integer-width 100000000)
         (gc-cons-threshold (max gc-cons-threshold 67108864))
         (size (length data)) (padded (* 64 (/ (+ size 63) 64)))
         (data (if (= size padded) data
                 (concat data (make-string (- padded size) 0))))
         (out (make-string padded 0)) (start 0))
    (while (< start padded)
      (let* ((n (quicksalt-chacha--lanes (- padded start)))
             (end (min padded (+ start (* 64 n))))
             (sentinel (ash 1 (* quicksalt-chacha--width n)))
             (words (quicksalt-chacha--blocks key nonce counter n)))
        (dotimes (i 16)
          (quicksalt-chacha--xor-word out data (+ start (* 4 i)) end
                                      (logior sentinel (aref words i))))
        (setq start end counter (+ counter n))))
    (if (= size padded) out (substring out 0 size))))

;;;; Poly1305

(defun quicksalt-chacha--little (data)
  "Return DATA as a little-endian integer."
  (quicksalt-hex-integer (reverse data)))

(defun quicksalt-chacha--bytes (number size)
  "Return NUMBER as SIZE little-endian bytes."
  (let ((result (make-string size 0)))
    (dotimes (i size)
      (aset result i (logand 255 number))
      (setq number (ash number -8)))
    result))

(defun quicksalt-poly1305 (key data)
  "Return the Poly1305 tag of DATA for the one-time KEY.
The length of DATA must be a multiple of 16."
  (let* ((gc-cons-threshold (max gc-cons-threshold 67108864))
         (prime (- (ash 1 130) 5)) (top (ash 1 128))
         (r (logand (quicksalt-chacha--little (substring key 0 16))
                    #x0ffffffc0ffffffc0ffffffc0fffffff))
         (hex (quicksalt-hex-encode (reverse data)))
         (i (length hex)) (sum 0))
    (while (> i 0)
      (setq sum (% (* r (+ sum top
                           (string-to-number (substring hex (- i 32) i) 16)))
                   prime)
            i (- i 32)))
    (quicksalt-chacha--bytes
     (+ sum (quicksalt-chacha--little (substring key 16 32))) 16)))

;;;; ChaCha20-Poly1305

(defvar quicksalt-chacha-stream #'quicksalt-chacha20
  "Function that xors data with the keystream.
Its arguments are KEY, NONCE, COUNTER and DATA.")

(defun quicksalt-chacha--tag (key nonce ciphertext)
  "Return the tag of CIPHERTEXT for KEY and NONCE."
  (let ((size (length ciphertext)))
    (quicksalt-poly1305
     (quicksalt-chacha20 key nonce 0 (make-string 32 0))
     (concat ciphertext (make-string (% (- 16 (% size 16)) 16) 0)
             (make-string 8 0) (quicksalt-chacha--bytes size 8)))))

(defun quicksalt-chacha-seal (key nonce plaintext)
  "Encrypt PLAINTEXT with KEY and NONCE and append the tag."
  (let ((ciphertext (funcall quicksalt-chacha-stream key nonce 1 plaintext)))
    (concat ciphertext (quicksalt-chacha--tag key nonce ciphertext))))

(defun quicksalt-chacha--equal (a b)
  "Return non-nil if the equally long strings A and B have the same bytes.
The comparison always looks at all bytes."
  (let ((difference 0))
    (dotimes (i (length a))
      (setq difference (logior difference (logxor (aref a i) (aref b i)))))
    (= 0 difference)))

(defun quicksalt-chacha-open (key nonce sealed)
  "Decrypt SEALED with KEY and NONCE; return nil if its tag is wrong."
  (let ((size (- (length sealed) 16)))
    (when (>= size 0)
      (let ((ciphertext (substring sealed 0 size)))
        (when (quicksalt-chacha--equal
               (quicksalt-chacha--tag key nonce ciphertext)
               (substring sealed size))
          (funcall quicksalt-chacha-stream key nonce 1 ciphertext))))))

;;;; X25519

(defconst quicksalt-chacha--p (- (ash 1 255) 19)
  "The prime of Curve25519.")

(defun quicksalt-chacha--power (base exponent prime)
  "Return BASE to the power EXPONENT modulo PRIME."
  (let ((result 1))
    (while (> exponent 0)
      (when (= 1 (logand 1 exponent))
        (setq result (% (* result base) prime)))
      (setq base (% (* base base) prime) exponent (ash exponent -1)))
    result))

(defun quicksalt-chacha-x25519 (scalar point)
  "Apply X25519 to SCALAR and POINT, strings of 32 bytes; return the result.
The caller must reject an all-zero result."
  (let* ((gc-cons-threshold (max gc-cons-threshold 67108864))
         (p quicksalt-chacha--p)
         (k (logior (ash 1 254)
                    (logand (quicksalt-chacha--little scalar)
                            (- (ash 1 254) 8))))
         (x1 (% (logand (quicksalt-chacha--little point) (1- (ash 1 255))) p))
         (x2 1) (z2 0) (x3 x1) (z3 1) (swap 0) (bit 254))
    (while (>= bit 0)
      (let ((now (logand 1 (ash k (- bit)))))
        (unless (= swap now)
          (cl-psetq x2 x3 x3 x2 z2 z3 z3 z2))
        (setq swap now))
      (let* ((a (+ x2 z2)) (aa (% (* a a) p))
             (b (- x2 z2)) (bb (% (* b b) p))
             (e (- aa bb))
             (da (% (* (- x3 z3) a) p)) (cb (% (* (+ x3 z3) b) p))
             (sum (+ da cb)) (difference (- da cb)))
        (setq x3 (% (* sum sum) p)
              z3 (% (* x1 (% (* difference difference) p)) p)
              x2 (% (* aa bb) p)
              z2 (% (* e (+ aa (* 121665 e))) p)))
      (setq bit (1- bit)))
    (unless (= swap 0) (setq x2 x3 z2 z3))
    (quicksalt-chacha--bytes
     (mod (* x2 (quicksalt-chacha--power (mod z2 p) (- p 2) p)) p) 32)))

;;;; scrypt

(defmacro quicksalt-chacha--salsa-step (to a b bits)
  "Xor the sum of A and B, rotated left by BITS, into element TO of x."
  `(let ((sum (% (+ (aref x ,a) (aref x ,b)) 4294967296)))
     (aset x ,to (logxor (aref x ,to)
                         (* ,(ash 1 bits) (% sum ,(ash 1 (- 32 bits))))
                         (/ sum ,(ash 1 (- 32 bits)))))))

(defmacro quicksalt-chacha--salsa-rows (&rest quarters)
  "Perform the quarter rounds QUARTERS, each a list of four elements of x."
  `(progn
     ,@(mapcan
        (lambda (quarter)
          (pcase-let ((`(,a ,b ,c ,d) quarter))
            `((quicksalt-chacha--salsa-step ,b ,a ,d 7)
              (quicksalt-chacha--salsa-step ,c ,b ,a 9)
              (quicksalt-chacha--salsa-step ,d ,c ,b 13)
              (quicksalt-chacha--salsa-step ,a ,d ,c 18))))
        quarters)))

(defun quicksalt-chacha--salsa8 (x start)
  "Perform Salsa20/8 on the vector X, with START as scratch space."
  (dotimes (i 16) (aset start i (aref x i)))
  (dotimes (_ 4)
    (quicksalt-chacha--salsa-rows
     (0 4 8 12) (5 9 13 1) (10 14 2 6) (15 3 7 11)
     (0 1 2 3) (5 6 7 4) (10 11 8 9) (15 12 13 14)))
  (dotimes (i 16)
    (aset x i (% (+ (aref x i) (aref start i)) 4294967296))))

(defun quicksalt-chacha--mix (b r x start)
  "Return scrypt's BlockMix of the vector B with parameter R.
X and START are scratch space for sixteen words each."
  (let* ((blocks (* 2 r)) (out (make-vector (* 16 blocks) 0))
         (last (* 16 (1- blocks))))
    (dotimes (i 16) (aset x i (aref b (+ last i))))
    (dotimes (block blocks)
      (let ((from (* 16 block))
            (to (* 16 (if (= 0 (% block 2)) (/ block 2)
                        (+ r (/ block 2))))))
        (dotimes (i 16)
          (aset x i (logxor (aref x i) (aref b (+ from i)))))
        (quicksalt-chacha--salsa8 x start)
        (dotimes (i 16) (aset out (+ to i) (aref x i)))))
    out))

(defun quicksalt-chacha-scrypt (passphrase salt log-n r p size)
  "Derive SIZE bytes by scrypt from PASSPHRASE and SALT.
LOG-N, R and P are scrypt's parameters.  This Lisp code needs 256 * R *
2^LOG-N bytes of memory."
  (let* ((n (ash 1 log-n)) (words (* 32 r))
         (x (make-vector 16 0)) (start (make-vector 16 0))
         (b (quicksalt-pbkdf2 'sha256 passphrase salt 1 (* 4 words p)))
         (mixed ""))
    (dotimes (lane p)
      (let ((v (make-vector n nil)) (block (make-vector words 0)))
        (dotimes (i words)
          (aset block i (quicksalt-chacha--word b (* 4 (+ i (* lane words))))))
        (dotimes (i n)
          (aset v i block)
          (setq block (quicksalt-chacha--mix block r x start)))
        (dotimes (_ n)
          (let ((other (aref v (logand (1- n) (aref block (- words 16)))))
                (i 0))
            (while (< i words)
              (aset block i (logxor (aref block i) (aref other i)))
              (setq i (1+ i)))
            (setq block (quicksalt-chacha--mix block r x start))))
        (setq mixed (concat mixed
                            (mapconcat (lambda (word)
                                         (quicksalt-chacha--bytes word 4))
                                       block "")))))
    (quicksalt-pbkdf2 'sha256 passphrase mixed 1 size)))

(provide 'quicksalt-chacha)
;;; quicksalt-chacha.el ends here
