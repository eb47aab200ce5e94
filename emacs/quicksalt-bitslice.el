;;; quicksalt-bitslice.el --- AES bit-sliced over big integers  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; This file encrypts thousands of AES blocks in parallel.  The state consists
;; of 128 planes.  Plane 8 * B + P is a big integer that contains bit P of byte
;; B of every block; bit 0 is the most significant bit.  All steps of the
;; cipher are `logxor' and `logand' on planes, which Emacs computes in C.
;; Secrets never index a table.  Big integers drop leading zeros, however, so
;; the code does not run in constant time.
;;
;; The code supports operations with independent blocks: CTR in both
;; directions, and decryption in CBC and ECB.  The S-box is the circuit of
;; Boyar and Peralta (ePrint 2009/191).  It has 32 ANDs and 83 XORs; some XORs
;; are combined into one call of `logxor'.

;;; Code:

(require 'quicksalt-aes)
(require 'quicksalt-hex)
(eval-when-compile (require 'cl-lib))

(eval-and-compile
  (defconst quicksalt-bitslice--circuit
    '((y14 x3 x5) (y13 x0 x6) (y9 x0 x3) (y8 x0 x5) (t0 x1 x2) (y1 t0 x7)
      (y4 y1 x3) (y12 y13 y14) (y2 y1 x0) (y5 y1 x6) (y3 y5 y8) (t1 x4 y12)
      (y15 t1 x5) (y20 t1 x1) (y6 y15 x7) (y10 y15 t0) (y11 y20 y9)
      (y7 x7 y11) (y17 y10 y11) (y19 y10 y8) (y16 t0 y11) (y21 y13 y16)
      (y18 x0 y16) (t2 & y12 y15) (t3 & y3 y6) (t5 & y4 x7) (t7 & y13 y16)
      (t8 & y5 y1) (t10 & y2 y7) (t12 & y9 y11) (t13 & y14 y17)
      (t15 & y8 y10) (t14 t13 t12) (t16 t15 t12) (t21 t3 t2 t14 y20)
      (t22 t5 t2 t16 y19) (t23 t8 t7 t14 y21) (t24 t10 t7 t16 y18)
      (t25 t21 t22) (t26 & t21 t23) (t27 t24 t26) (t28 & t25 t27)
      (t29 t28 t22) (t30 t23 t24) (t31 t22 t26) (t32 & t31 t30)
      (t33 t32 t24) (t35 t27 t33) (t36 & t24 t35) (t37 t36 t23 t33)
      (t38 t27 t36) (t39 & t29 t38) (t40 t25 t39) (t41 t40 t37)
      (t42 t29 t33) (t43 t29 t40) (t44 t33 t37) (t45 t42 t41)
      (z0 & t44 y15) (z1 & t37 y6) (z2 & t33 x7) (z3 & t43 y16)
      (z4 & t40 y1) (z5 & t29 y7) (z6 & t42 y11) (z7 & t45 y17)
      (z8 & t41 y10) (z9 & t44 y12) (z10 & t37 y3) (z11 & t33 y4)
      (z12 & t43 y13) (z13 & t40 y5) (z14 & t29 y2) (z15 & t42 y9)
      (z16 & t45 y14) (z17 & t41 y8) (t46 z15 z16) (t48 z5 z13) (t53 z0 z3)
      (t57 z2 z12 t53) (t58 z4 t46) (t59 z3 z6 z7) (t62 z7 z8 t58)
      (t63 z9 z10 t58) (t64 z4 t59) (t65 z14 t57 t62) (t66 z1 t63)
      (s0 t59 t63) (s6 z12 t48 t62) (s7 t48 t46 t57) (s3 t53 t66)
      (s4 z2 z5 t66) (s5 z10 z11 t65) (s1 t64 s3) (s2 z16 z17 t64 t65))
    "The S-box circuit without its four complements: it yields S(x) xor 0x63.
Each element is a list of an output and its inputs.  The inputs are xored, or
anded if `&' precedes them.  The most significant bits are x0 and s0."))

(defmacro quicksalt-bitslice--sbox-forms (plane base)
  "Apply the S-box circuit to eight elements of PLANE from index BASE."
  (let ((in '(x0 x1 x2 x3 x4 x5 x6 x7)) (i -1) (j -1))
    `(let* (,@(mapcar (lambda (x) `(,x (aref ,plane (+ ,base ,(setq i (1+ i))))))
                      in)
            ,@(mapcar (lambda (gate)
                        (if (eq (nth 1 gate) '&)
                            `(,(car gate) (logand ,@(nthcdr 2 gate)))
                          `(,(car gate) (logxor ,@(cdr gate)))))
                      quicksalt-bitslice--circuit))
       ,@(mapcar (lambda (s) `(aset ,plane (+ ,base ,(setq j (1+ j))) ,s))
                 '(s0 s1 s2 s3 s4 s5 s6 s7)))))

(defun quicksalt-bitslice--sbox (planes)
  "Apply the S-box without its constant 0x63 to all bytes of PLANES."
  (let ((base 0))
    (while (< base 128)
      (quicksalt-bitslice--sbox-forms planes base)
      (setq base (+ base 8)))))

(defun quicksalt-bitslice--linear-inverse (planes)
  "Apply the inverse of the S-box's linear part to PLANES.
Bit i of a byte becomes the xor of its bits i + 2, i + 5 and i + 7."
  (let ((base 0) (old (make-vector 8 0)))
    (while (< base 128)
      (dotimes (p 8) (aset old p (aref planes (+ base p))))
      (dotimes (p 8)
        ;; Plane P is bit 7 - P, so higher bits are in lower planes.
        (aset planes (+ base p)
              (logxor (aref old (mod (- p 2) 8)) (aref old (mod (- p 5) 8))
                      (aref old (mod (- p 7) 8)))))
      (setq base (+ base 8)))))

;;;; Keys

(defun quicksalt-bitslice--key (schedule ones)
  "Return the key schedule SCHEDULE as planes.
A set bit becomes the integer ONES.  All round keys except the first include
the constant 0x63, which the S-box omits."
  (let ((planes (make-vector (* 32 (length schedule)) 0)))
    (dotimes (i (length schedule))
      (let ((word (logxor (aref schedule i)
                          (if (>= i 4) #x63636363 0))))
        (dotimes (bit 32)
          (when (/= 0 (logand 1 (ash word (- bit 31))))
            (aset planes (+ (* 32 i) bit) ones)))))
    planes))

;;;; Rounds

(defmacro quicksalt-bitslice--mix-forms (from to key offset)
  "Apply ShiftRows, MixColumns and AddRoundKey to FROM; store the result in TO.
KEY holds the planes of the round keys; this round's key starts at OFFSET."
  (let (forms)
    (dotimes (c 4)
      (dotimes (r 4)
        (dotimes (p 8)
          (cl-flet ((in (row plane)
                      (let* ((row (% row 4))
                             (column (% (+ c row) 4)))
                        `(aref ,from ,(+ (* 32 column) (* 8 row) plane)))))
            (push `(aset ,to ,(+ (* 32 c) (* 8 r) p)
                         (logxor ,(in (+ r 1) p) ,(in (+ r 2) p)
                                 ,(in (+ r 3) p)
                                 (aref ,key (+ ,offset
                                               ,(+ (* 32 c) (* 8 r) p)))
                                 ,@(when (< p 7)
                                     (list (in r (1+ p)) (in (+ r 1) (1+ p))))
                                 ,@(when (memq (- 7 p) '(0 1 3 4))
                                     (list (in r 0) (in (+ r 1) 0)))))
                  forms)))))
    `(progn ,@(nreverse forms))))

(defun quicksalt-bitslice--mix (from to key offset)
  "Apply ShiftRows, MixColumns and AddRoundKey to FROM; store the result in TO.
KEY holds the planes of the round keys; this round's key starts at OFFSET."
  (quicksalt-bitslice--mix-forms from to key offset))

(defun quicksalt-bitslice--shift (from to direction)
  "Apply ShiftRows to FROM and store the result in TO.
DIRECTION is 1, or 3 for the inverse of ShiftRows."
  (dotimes (c 4)
    (dotimes (r 4)
      (let ((source (+ (* 32 (% (+ c (* direction r)) 4)) (* 8 r))))
        (dotimes (p 8)
          (aset to (+ (* 32 c) (* 8 r) p) (aref from (+ source p))))))))

(defun quicksalt-bitslice--add-key (planes key offset)
  "Xor 128 planes of KEY, starting at index OFFSET, into PLANES."
  (dotimes (i 128)
    (let ((word (aref key (+ offset i))))
      (unless (eq word 0)
        (aset planes i (logxor word (aref planes i)))))))

(defun quicksalt-bitslice--encrypt (planes key)
  "Encrypt PLANES with the key planes KEY and return the result.
PLANES are overwritten."
  (let ((other (make-vector 128 0))
        (rounds (- (/ (length key) 128) 1))
        (offset 128))
    (quicksalt-bitslice--add-key planes key 0)
    (dotimes (_ (1- rounds))
      (quicksalt-bitslice--sbox planes)
      (quicksalt-bitslice--mix planes other key offset)
      (let ((planes* planes)) (setq planes other other planes*))
      (setq offset (+ offset 128)))
    (quicksalt-bitslice--sbox planes)
    (quicksalt-bitslice--shift planes other 1)
    (quicksalt-bitslice--add-key other key offset)
    other))

(defun quicksalt-bitslice--premix (planes)
  "Prepare PLANES so that MixColumns computes the inverse of MixColumns.
Xor the bytes that are two rows apart in a column, multiply the result by 4,
and xor the product into both bytes."
  (let ((v (make-vector 8 0)))
    (dolist (upper '(0 8 32 40 64 72 96 104))
      (let ((lower (+ upper 16)))
        ;; v[i] is bit i, which is plane 7 - i.
        (dotimes (i 8)
          (aset v i (logxor (aref planes (+ upper (- 7 i)))
                            (aref planes (+ lower (- 7 i))))))
        (let* ((v0 (aref v 0)) (v1 (aref v 1)) (v2 (aref v 2))
               (v3 (aref v 3)) (v4 (aref v 4)) (v5 (aref v 5))
               (v6 (aref v 6)) (v7 (aref v 7)) (v67 (logxor v6 v7))
               (p 7))
          (dolist (bit (list v6 v67 (logxor v0 v7) (logxor v1 v6)
                             (logxor v2 v67) (logxor v3 v7) v4 v5))
            (dolist (place (list (+ upper p) (+ lower p)))
              (aset planes place (logxor bit (aref planes place))))
            (setq p (1- p))))))))

(defun quicksalt-bitslice--decrypt (planes key)
  "Decrypt PLANES with the key planes KEY and return the result.
PLANES are overwritten."
  ;; All round keys except the first include 0x63, and the inverse of
  ;; MixColumns preserves this constant.  The linear part therefore receives
  ;; S(x) xor 0x63 and needs no separate constant.
  (let ((other (make-vector 128 0)) (zeros (make-vector 128 0))
        (round (- (/ (length key) 128) 1)))
    (quicksalt-bitslice--add-key planes key (* 128 round))
    (while (> round 0)
      (setq round (1- round))
      (quicksalt-bitslice--shift planes other 3)
      (let ((planes* planes)) (setq planes other other planes*))
      (quicksalt-bitslice--linear-inverse planes)
      (quicksalt-bitslice--sbox planes)
      (quicksalt-bitslice--linear-inverse planes)
      (quicksalt-bitslice--add-key planes key (* 128 round))
      ;; The inverse of ShiftRows cancels the ShiftRows in
      ;; `quicksalt-bitslice--mix'.
      (when (> round 0)
        (quicksalt-bitslice--premix planes)
        (quicksalt-bitslice--shift planes other 3)
        (quicksalt-bitslice--mix other planes zeros 0)))
    planes))

;;;; Between blocks and planes

(defun quicksalt-bitslice--pattern (n h)
  "Return an integer of N bits; bit j is set if the quotient j / H is odd."
  (let ((u (ash (1- (ash 1 h)) h)) (l (* 2 h)))
    (while (< l n)
      (setq u (logior u (ash u l)) l (* 2 l)))
    u))

(defvar quicksalt-bitslice--masks nil
  "A list of a column count N and the swap masks to transpose N columns.")

(defun quicksalt-bitslice--masks-of (n)
  "Return an alist of swap distances and masks for N columns."
  (unless (eql n (car quicksalt-bitslice--masks))
    (setq quicksalt-bitslice--masks
          (cons n
                (mapcar
                 (lambda (d)
                   ;; Select rows without bit D and columns with bit D.
                   (let ((columns (quicksalt-bitslice--pattern n d))
                         (mask 0) (row 0))
                     (while (< row d)
                       (setq mask (logior mask (ash columns (* row n)))
                             row (1+ row)))
                     (let ((l (* 2 d)))
                       (while (< l 128)
                         (setq mask (logior mask (ash mask (* l n)))
                               l (* 2 l))))
                     (cons d mask)))
                 '(64 32 16 8 4 2 1)))))
  (cdr quicksalt-bitslice--masks))

(defun quicksalt-bitslice--transpose (m n)
  "Transpose every tile of 128 by 128 bits in M, which has 128 rows of N bits."
  (dolist (entry (quicksalt-bitslice--masks-of n) m)
    (let* ((d (car entry)) (shift (- (* d n) d))
           (x (logand (logxor m (ash m (- shift))) (cdr entry))))
      (setq m (logxor m x (ash x shift))))))

(defun quicksalt-bitslice--join (planes n)
  "Join the 128 PLANES of N bits into one integer.
Plane 127 becomes its lowest N bits."
  (let ((rows (nreverse (append planes nil))) (width n))
    (while (cdr rows)
      (let (joined)
        (while rows
          (push (logior (pop rows) (ash (pop rows) width)) joined))
        (setq rows (nreverse joined) width (* 2 width))))
    (car rows)))

(defun quicksalt-bitslice--split (m n)
  "Split the integer M into 128 planes of N bits.
This function is the inverse of `quicksalt-bitslice--join'."
  (let ((parts (list m)) (width (* 64 n)))
    (while (>= width n)
      (let ((mask (1- (ash 1 width))) halves)
        (dolist (part parts)
          (push (logand part mask) halves)
          (push (ash part (- width)) halves))
        (setq parts (nreverse halves) width (/ width 2))))
    (vconcat (nreverse parts))))

(defun quicksalt-bitslice--integer (data start n)
  "Return N blocks of DATA, starting at index START, as one integer."
  (quicksalt-hex-integer (substring data start (+ start (* 16 n)))))

(defun quicksalt-bitslice--bytes (planes n other start)
  "Return the N blocks in PLANES as a string.
If OTHER is non-nil, xor them with N blocks of OTHER, starting at index START."
  (let ((m (quicksalt-bitslice--transpose
            (quicksalt-bitslice--join planes n) n)))
    (quicksalt-hex-bytes
     (if other (logxor m (quicksalt-bitslice--integer other start n)) m)
     (* 16 n))))

;;;; Batches

(defun quicksalt-bitslice--counters (iv n first ones)
  "Return N consecutive counters as planes.
The first counter is IV increased by FIRST.  All bits of ONES are set."
  (let* ((planes (make-vector 128 0))
         (start (+ first (quicksalt-hex-integer iv)))
         (tiles (/ n 128))
         (log-tiles (logb tiles))
         (carry 0))
    (dotimes (k 128)
      ;; Bit j of a plane belongs to the block
      ;; (127 - j mod 128) * tiles + tiles - 1 - j / 128.
      (let ((b (cond ((< k log-tiles)
                      (logxor ones (quicksalt-bitslice--pattern n (ash 128 k))))
                     ((< k (+ log-tiles 7))
                      (logxor ones (quicksalt-bitslice--pattern
                                    n (ash 1 (- k log-tiles)))))
                     (t 0)))
            (a (if (= 0 (logand 1 (ash start (- k)))) 0 ones)))
        (aset planes (- 127 k) (logxor b a carry))
        (setq carry (logior (logand a b) (logand carry (logxor a b))))))
    planes))

(defun quicksalt-bitslice--ctr (key iv data start n)
  "Xor N blocks of DATA with the keystream and return the result.
The blocks start at index START.  KEY is the key schedule, and IV is the
counter for the first block of DATA."
  (let ((ones (1- (ash 1 n))))
    (quicksalt-bitslice--bytes
     (quicksalt-bitslice--encrypt
      (quicksalt-bitslice--counters iv n (/ start 16) ones)
      (quicksalt-bitslice--key key ones))
     n data start)))

(defun quicksalt-bitslice--inverse (key data start n before)
  "Decrypt N blocks of DATA, starting at index START, with the schedule KEY.
If BEFORE is non-nil, xor the result with N blocks of BEFORE, starting at the
same index."
  (quicksalt-bitslice--bytes
   (quicksalt-bitslice--decrypt
    (quicksalt-bitslice--split
     (quicksalt-bitslice--transpose
      (quicksalt-bitslice--integer data start n) n)
     n)
    (quicksalt-bitslice--key key (1- (ash 1 n))))
   n before start))

(defconst quicksalt-bitslice-largest 8192
  "The largest number of blocks in a batch.")

(defconst quicksalt-bitslice-smallest 1024
  "The smallest number of blocks in a batch.")

(defun quicksalt-bitslice-serves-p (mode decrypt length)
  "Return non-nil if this code supports LENGTH bytes of data in MODE.
DECRYPT is non-nil for decryption."
  (and (>= length (* 16 quicksalt-bitslice-smallest))
       (or (eq mode 'ctr) (and decrypt (memq mode '(cbc ecb)) t))))

(defun quicksalt-bitslice-apply (mode decrypt key iv data)
  "Encrypt or decrypt DATA in large batches, like `quicksalt-aes-apply'.
MODE, DECRYPT, KEY and IV are arguments of that function.  Table-based AES
processes the blocks after the last batch."
  (quicksalt-aes-check mode data iv)
  (unless (or (eq mode 'ctr) (and decrypt (memq mode '(cbc ecb))))
    (error "Blocks of this mode are not independent"))
  (let* ((schedule (quicksalt-aes-expand key))
         (integer-width 100000000)
         (gc-cons-threshold (max gc-cons-threshold 67108864))
         (length (length data)) (parts nil)
         (before (and (eq mode 'cbc) (concat iv data)))
         (start 0) (n quicksalt-bitslice-largest))
    (unwind-protect
        (progn
          (while (>= n quicksalt-bitslice-smallest)
            (while (<= (+ start (* 16 n)) length)
              (push (if (eq mode 'ctr)
                        (quicksalt-bitslice--ctr schedule iv data start n)
                      (quicksalt-bitslice--inverse schedule data start n
                                                   before))
                    parts)
              (setq start (+ start (* 16 n))))
            (setq n (/ n 2)))
          (unless (= start length)
            (push (quicksalt-aes-apply
                   mode decrypt key
                   (pcase mode
                     ('ctr (quicksalt-aes-advance iv (/ start 16)))
                     ('cbc (substring before start (+ start 16))))
                   (substring data start))
                  parts))
          (apply #'concat (nreverse parts)))
      (fillarray schedule 0))))

(provide 'quicksalt-bitslice)
;;; quicksalt-bitslice.el ends here
