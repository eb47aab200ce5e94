;;; quicksalt-kaesar-internals.el --- What kaesar's own tests call  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; Functions of kaesar that are not for others, but that its own tests call:
;; checks of keys, and work on states, four vectors of four bytes.  Those
;; about the steps inside a round are not among them, because AES here has
;; no such steps.

;;; Code:

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

(provide 'quicksalt-kaesar-internals)
;;; quicksalt-kaesar-internals.el ends here
