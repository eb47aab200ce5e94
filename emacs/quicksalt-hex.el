;;; quicksalt-hex.el --- Bytes, hexadecimal digits and integers  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; Emacs converts between hexadecimal digits and big integers in C, but lacks
;; C functions that convert between digits and bytes.  This file does so with
;; CCL, or in Lisp if CCL is missing.

;;; Code:

(require 'quicksalt-ccl)

(defconst quicksalt-hex--high
  (let ((values (make-vector 128 0)))
    (dotimes (v 16) (aset values (aref (format "%x" v) 0) (* 16 v)))
    values)
  "A vector from hexadecimal digits to 16 times their values.")

(defconst quicksalt-hex--low
  (vconcat (mapcar (lambda (v) (/ v 16)) quicksalt-hex--high))
  "A vector from hexadecimal digits to their values.")

(defconst quicksalt-hex--digits
  (let ((digits (make-vector 256 nil)))
    (dotimes (v 256) (aset digits v (format "%02x" v)))
    digits)
  "A vector from bytes to their two hexadecimal digits.")

(defconst quicksalt-hex--decoder
  (quicksalt-ccl--program
   `(,@(quicksalt-ccl--bytes 'read '(0 1))
     ,@(quicksalt-ccl--element 0 0 quicksalt-hex--high)
     ,@(quicksalt-ccl--element 1 1 quicksalt-hex--low)
     ,(quicksalt-ccl--operate 0 '+ 1)
     ,@(quicksalt-ccl--bytes 'write '(0)))
   t)
  "CCL program that reads two digits and writes a byte, until input ends.")

(defconst quicksalt-hex--encoder
  (quicksalt-ccl--program
   `(,@(quicksalt-ccl--bytes 'read '(0))
     ,@(quicksalt-ccl--element 1 0 (mapcar (lambda (digits) (aref digits 0))
                                           quicksalt-hex--digits))
     ,@(quicksalt-ccl--element 2 0 (mapcar (lambda (digits) (aref digits 1))
                                           quicksalt-hex--digits))
     ,@(quicksalt-ccl--bytes 'write '(1 2)))
   t)
  "CCL program that reads a byte and writes two digits, until input ends.")

(defun quicksalt-hex-decode (digits)
  "Decode DIGITS, an even number of lowercase hexadecimal digits, to bytes."
  (if (quicksalt-ccl-works-p)
      (quicksalt-ccl--run quicksalt-hex--decoder [0 0 0 0] digits)
    (let ((bytes (make-string (/ (length digits) 2) 0))
          (high quicksalt-hex--high) (low quicksalt-hex--low) (i 0) (j 0))
      (while (< i (length bytes))
        (aset bytes i (+ (aref high (aref digits j))
                         (aref low (aref digits (1+ j)))))
        (setq i (1+ i) j (+ j 2)))
      bytes)))

(defun quicksalt-hex-encode (bytes)
  "Return the hexadecimal digits of the unibyte string BYTES."
  (if (quicksalt-ccl-works-p)
      (quicksalt-ccl--run quicksalt-hex--encoder [0 0 0 0] bytes)
    (let ((digits (make-string (* 2 (length bytes)) ?0))
          (pairs quicksalt-hex--digits) (i 0) (j 0) pair)
      (while (< i (length bytes))
        (setq pair (aref pairs (aref bytes i)))
        (aset digits j (aref pair 0))
        (aset digits (1+ j) (aref pair 1))
        (setq i (1+ i) j (+ j 2)))
      digits)))

(defun quicksalt-hex-integer (bytes)
  "Return the unibyte string BYTES as a big-endian integer.
For a long string the caller must bind `integer-width'."
  (if (equal bytes "") 0
    (string-to-number (quicksalt-hex-encode bytes) 16)))

(defun quicksalt-hex-bytes (number size)
  "Return the low SIZE bytes of NUMBER in big-endian order.
NUMBER must not be negative."
  (let* ((digits (format "%x" number)) (missing (- (* 2 size) (length digits))))
    (quicksalt-hex-decode
     (cond ((> missing 0) (concat (make-string missing ?0) digits))
           ((< missing 0) (substring digits (- missing)))
           (t digits)))))

(provide 'quicksalt-hex)
;;; quicksalt-hex.el ends here
