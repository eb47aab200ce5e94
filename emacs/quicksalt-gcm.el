;;; quicksalt-gcm.el --- AES-GCM in Lisp  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; This file implements GCM (SP 800-38D) with 96-bit nonces.  Any AES
;; implementation can supply the keystream in CTR mode.  The hash multiplies in
;; the field of 2^128 elements, byte by byte, with tables of big integers.

;;; Code:

(require 'hex-util)
(require 'quicksalt-chacha)
(require 'quicksalt-hash)

(defun quicksalt-gcm--times-x (number)
  "Return the product of NUMBER, a field element, and x."
  (logxor (ash number -1) (if (= 0 (logand number 1)) 0 (ash #xe1 120))))

(defconst quicksalt-gcm--reductions
  (let ((table (make-vector 256 0)))
    (dotimes (byte 256)
      (let ((number byte))
        (dotimes (_ 8) (setq number (quicksalt-gcm--times-x number)))
        (aset table byte number)))
    table)
  "The reduction of each byte that is shifted out of a field element.")

(defun quicksalt-gcm--table (factor)
  "Return a vector with the product of FACTOR and each byte value.
The highest bit of a byte represents the field element 1."
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
  "Return BYTES as a big-endian integer."
  (string-to-number (encode-hex-string bytes) 16))

(defun quicksalt-gcm--absorb (sum table bytes)
  "Return the hash state SUM after absorbing BYTES, padded with zeros.
TABLE comes from `quicksalt-gcm--table' for the hash key."
  (let ((at 0) (size (length bytes)) (low (1- (ash 1 56))))
    (while (< at size)
      (let* ((end (min size (+ at 16)))
             (block (logxor sum (ash (quicksalt-gcm--number
                                      (substring bytes at end))
                                     (* 8 (- 16 (- end at))))))
             (i 0))
        (setq sum 0)
        ;; Seven bytes fit into a fixnum, and fixnums create no garbage.
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
  "Return the tag of CIPHERTEXT and AAD for KEY and NONCE.
AES is a function like `quicksalt-aes'."
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
  "Signal an error unless KEY, NONCE and DATA are valid for GCM."
  (dolist (string (cons nonce data))
    (when (multibyte-string-p string)
      (error "Data must be a unibyte string; encode it first")))
  (unless (or (not (stringp key)) (memq (length key) '(16 24 32)))
    (error "AES key must be 16, 24 or 32 bytes"))
  (unless (= 12 (length nonce))
    (error "GCM nonce must be 12 bytes, not %d" (length nonce))))

(defun quicksalt-gcm-apply (aes open key nonce data aad)
  "Encrypt DATA with KEY and NONCE and append the tag.
The tag also authenticates AAD.  If OPEN is non-nil, decrypt DATA instead;
return nil if its tag is wrong.  AES is a function like `quicksalt-aes'."
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
