;;; quicksalt-gcm.el --- AES-GCM in Lisp  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; The mode GCM of SP 800-38D, with nonces of 96 bits.  The stream is that of
;; the mode CTR, by whoever computes AES here; the hash multiplies in the
;; field of 2^128 elements, byte by byte, by tables on big integers.

;;; Code:

(require 'hex-util)
(require 'quicksalt-chacha)
(require 'quicksalt-hash)

(defun quicksalt-gcm--times-x (number)
  "Return NUMBER, an element of the field, times x."
  (logxor (ash number -1) (if (= 0 (logand number 1)) 0 (ash #xe1 120))))

(defconst quicksalt-gcm--reductions
  (let ((table (make-vector 256 0)))
    (dotimes (byte 256)
      (let ((number byte))
        (dotimes (_ 8) (setq number (quicksalt-gcm--times-x number)))
        (aset table byte number)))
    table)
  "What the eight bits that a shift by a byte loses are reduced to.")

(defun quicksalt-gcm--table (factor)
  "Return the products of FACTOR and each byte, whose highest bit is 1."
  (let ((table (make-vector 256 0)) (bit 128))
    (while (> bit 0)
      (aset table bit factor)
      (setq factor (quicksalt-gcm--times-x factor) bit (/ bit 2)))
    (setq bit 2)
    (while (< bit 256)
      (dotimes (low bit)
        (aset table (+ bit low) (logxor (aref table bit) (aref table low))))
      (setq bit (* 2 bit)))
    table))

(defun quicksalt-gcm--number (bytes)
  "Return the big-endian number of BYTES."
  (string-to-number (encode-hex-string bytes) 16))

(defun quicksalt-gcm--absorb (sum table bytes)
  "Return the hash that was SUM after BYTES, filled up with zeros.
TABLE is that of `quicksalt-gcm--table' for the key of the hash."
  (let ((at 0) (size (length bytes)) (low (1- (ash 1 56))))
    (while (< at size)
      (let* ((end (min size (+ at 16)))
             (block (logxor sum (ash (quicksalt-gcm--number
                                      (substring bytes at end))
                                     (* 8 (- 16 (- end at))))))
             (i 0))
        (setq sum 0)
        ;; Seven bytes at a time are a small integer, which is no garbage.
        (while (< i 16)
          (let ((word (logand block low)) (j (min 7 (- 16 i))))
            (setq i (+ i j) block (ash block -56))
            (while (> j 0)
              (setq sum (logxor (ash sum -8)
                                (aref quicksalt-gcm--reductions
                                      (logand sum 255))
                                (aref table (logand word 255)))
                    word (ash word -8) j (1- j)))))
        (setq at end)))
    sum))

(defun quicksalt-gcm--tag (aes key nonce ciphertext aad)
  "Return the tag of CIPHERTEXT and AAD under KEY and NONCE.
AES is a function as `quicksalt-aes'."
  (let* ((gc-cons-threshold (max gc-cons-threshold 67108864))
         (table (quicksalt-gcm--table
                 (quicksalt-gcm--number
                  (funcall aes 'ecb nil key "" (make-string 16 0)))))
         (lengths (concat (quicksalt-hex-bytes (* 8 (length aad)) 8)
                          (quicksalt-hex-bytes (* 8 (length ciphertext)) 8)))
         (sum (quicksalt-gcm--absorb
               (quicksalt-gcm--absorb
                (quicksalt-gcm--absorb 0 table aad) table ciphertext)
               table lengths)))
    (quicksalt-hex-bytes
     (logxor sum (quicksalt-gcm--number
                  (funcall aes 'ecb nil key "" (concat nonce "\0\0\0\1"))))
     16)))

(defun quicksalt-gcm-check (key nonce &rest data)
  "Signal an error unless KEY, NONCE and DATA are as GCM has them here."
  (dolist (string (cons nonce data))
    (when (multibyte-string-p string)
      (error "Data for AES is a unibyte string; encode it first")))
  (unless (or (not (stringp key)) (memq (length key) '(16 24 32)))
    (error "An AES key is of 16, 24 or 32 bytes"))
  (unless (= 12 (length nonce))
    (error "A nonce of GCM is of 12 bytes, not of %d" (length nonce))))

(defun quicksalt-gcm-apply (aes open key nonce data aad)
  "Seal DATA, tag behind, and bind AAD to it, under KEY and NONCE.
If OPEN, open it instead; nil if it is not genuine.  AES is a function as
`quicksalt-aes'."
  (let ((stream (lambda (text)
                  (funcall aes 'ctr nil key (concat nonce "\0\0\0\2") text)))
        (size (- (length data) 16)))
    (cond ((not open)
           (let ((ciphertext (funcall stream data)))
             (concat ciphertext
                     (quicksalt-gcm--tag aes key nonce ciphertext aad))))
          ((and (>= size 0)
                (quicksalt-chacha--equal
                 (quicksalt-gcm--tag aes key nonce (substring data 0 size) aad)
                 (substring data size)))
           (funcall stream (substring data 0 size))))))

(provide 'quicksalt-gcm)
;;; quicksalt-gcm.el ends here
