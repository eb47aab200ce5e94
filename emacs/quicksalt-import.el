;;; quicksalt-import.el --- Read files written by the package aes  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; This file reads files written by aes.el 1.0, for migration.  Their first
;; line, such as
;;
;;   aes-encrypted V 1.3-OCB-B-4-4-M
;;
;; gives the mode (CBC or OCB), the encoding (B for base64, N for binary), the
;; number of words in a block, the number of words in the key, and whether the
;; text was multibyte.  The IV, the tag (only for OCB) and the ciphertext
;; follow.  This package never writes the format, for these reasons:
;;
;; - The key schedule xors each word with the word four positions before it,
;;   but FIPS 197 uses the word one key length before it.  With 192-bit and
;;   256-bit keys the cipher is therefore not AES.
;; - Blocks may have 192 or 256 bits, but their rows are shifted as in AES.
;; - The key is the passphrase encrypted under its own beginning, without salt
;;   or stretching.  Together with the key schedule, this makes a 192-bit key
;;   independent of the first 8 bytes of the passphrase, and a 256-bit key
;;   independent of the first 16 bytes.  If the passphrase is not longer, any
;;   other short passphrase also opens the file.
;; - OCB is OCB2, which permits forgeries; CBC lacks a tag.

;;; Code:

(require 'quicksalt-aes)
(require 'quicksalt-age)
(require 'quicksalt-hash)

(defconst quicksalt-import-line
  "\\`aes-encrypted V 1\\.3-\\(CBC\\|OCB\\)-\\([BN]\\)-\\([468]\\)-\\([468]\\)-\\([MU]\\)\n"
  "Regexp for the first line of a file.
Its groups match the mode, the encoding, the number of words in a block, the
number of words in the key, and the type of the text.")

;;;; The cipher

(defun quicksalt-import--xor (a b)
  "Return the xor of the equally long strings A and B."
  (let ((integer-width (max integer-width (* 10 (1+ (length a))))))
    (quicksalt-hex-bytes (logxor (quicksalt-hex-integer a)
                                 (quicksalt-hex-integer b))
                         (length a))))

(defun quicksalt-import--decrypt-blocks (k columns data)
  "Decrypt the blocks of DATA, each of COLUMNS words, with the schedule K."
  (let ((inverse (quicksalt-aes--invert k columns)))
    (unwind-protect (quicksalt-aes--blocks inverse columns data t)
      (fillarray inverse 0))))

(defun quicksalt-import--key (passphrase words)
  "Derive a key of WORDS words from PASSPHRASE, a unibyte string."
  (let* ((size (* 4 words))
         (padded (concat passphrase
                         (make-string (mod (- (length passphrase)) size) 0)))
         (k (quicksalt-aes--expand (substring padded 0 size) words 4))
         (block (make-string size 0)) (start 0))
    (unwind-protect
        (while (< start (length padded))
          (setq block (quicksalt-aes--blocks
                       k words
                       (quicksalt-import--xor
                        block (substring padded start (+ start size))))
                start (+ start size)))
      (fillarray k 0)
      (clear-string padded))
    block))

;;;; The modes

(defun quicksalt-import--cbc (k columns iv data)
  "Decrypt DATA by CBC with the schedule K and IV, or return nil.
Blocks have COLUMNS words; IV is one block."
  (let ((plain (quicksalt-import--xor
                (quicksalt-import--decrypt-blocks k columns data)
                (substring (concat iv data) 0 (length data)))))
    ;; The plaintext is the decimal length of the text, a newline, the text,
    ;; and zeros as padding.
    (when (string-match "\\`[0-9]\\{1,12\\}\n" plain)
      (let* ((start (match-end 0))
             (end (+ start (string-to-number (match-string 0 plain)))))
        (and (<= end (length plain))
             (< (- (length plain) end) (* 4 columns))
             (substring plain start end))))))

(defun quicksalt-import--double (x)
  "Return twice the 128-bit number X in the OCB field."
  (logxor (logand (ash x 1) (1- (ash 1 128)))
          (* 135 (ash x -127))))

(defun quicksalt-import--triple (x)
  "Return three times the 128-bit number X in the OCB field."
  (logxor x (quicksalt-import--double x)))

(defun quicksalt-import--encrypt-number (k x)
  "Encrypt the 128-bit number X with the schedule K."
  (quicksalt-hex-integer
   (quicksalt-aes--blocks k 4 (quicksalt-hex-bytes x 16))))

(defun quicksalt-import--pmac (k header)
  "Return the PMAC of the 32-byte HEADER under the schedule K."
  (let* ((offset (quicksalt-import--double
                  (quicksalt-import--triple
                   (quicksalt-import--triple
                    (quicksalt-import--encrypt-number k 0)))))
         (first (quicksalt-import--encrypt-number
                 k (logxor offset
                           (quicksalt-hex-integer (substring header 0 16))))))
    (quicksalt-import--encrypt-number
     k (logxor (quicksalt-import--triple (quicksalt-import--double offset))
               first (quicksalt-hex-integer (substring header 16))))))

(defun quicksalt-import--ocb (k header iv tag data)
  "Decrypt DATA by OCB with the schedule K; return nil if TAG is wrong.
TAG also authenticates HEADER; IV is one block."
  (let* ((full (* 16 (max 0 (1- (/ (+ (length data) 15) 16)))))
         (rest (substring data full)) (missing (- 16 (length rest)))
         (offset (quicksalt-import--encrypt-number
                  k (quicksalt-hex-integer iv)))
         (offsets (mapconcat (lambda (_)
                               (setq offset (quicksalt-import--double offset))
                               (quicksalt-hex-bytes offset 16))
                             (make-list (/ full 16) nil) ""))
         (plain (quicksalt-import--xor
                 offsets (quicksalt-import--decrypt-blocks
                          k 4 (quicksalt-import--xor
                               offsets (substring data 0 full)))))
         (last (quicksalt-import--double offset))
         (pad (quicksalt-hex-bytes
               (quicksalt-import--encrypt-number
                k (logxor last (* 8 (length rest))))
               16))
         (end (quicksalt-import--xor rest (substring pad 0 (length rest))))
         (sum (quicksalt-hash--fold
               (list plain end (substring pad (- 16 missing))) 16)))
    (when (quicksalt-chacha--equal
           tag (quicksalt-hex-bytes
                (logxor (quicksalt-import--encrypt-number
                         k (logxor (quicksalt-import--triple last)
                                   (quicksalt-hex-integer sum)))
                        (quicksalt-import--pmac k header))
                16))
      (concat plain end))))

;;;; Public functions

(defun quicksalt-import-parse (bytes)
  "Parse BYTES, a file written by aes.el, into a property list.
:header is the first line, which also gives :mode, :columns and :words.  The
rest of BYTES gives :iv, :tag and :data."
  (unless (string-match quicksalt-import-line bytes)
    (quicksalt-age--damaged "first line is not from aes.el 1.0"))
  (let* ((header (match-string 0 bytes)) (mode (match-string 1 bytes))
         (base64 (equal "B" (match-string 2 bytes)))
         (columns (string-to-number (match-string 3 bytes)))
         (words (string-to-number (match-string 4 bytes)))
         (body (substring bytes (match-end 0)))
         (body (if (not base64) body
                 (condition-case nil (base64-decode-string body)
                   (error (quicksalt-age--damaged "invalid base64")))))
         (size (* 4 columns))
         (data (* size (if (equal mode "OCB") 2 1))))
    (when (and (equal mode "OCB") (/= columns 4))
      (quicksalt-age--damaged "OCB needs blocks of four words"))
    (when (or (< (length body) data)
              (and (equal mode "CBC")
                   (or (= (length body) data) (/= 0 (% (length body) size)))))
      (quicksalt-age--damaged "truncated file"))
    (list :mode mode :columns columns :words words :header header
          :iv (substring body 0 size) :tag (substring body size data)
          :data (substring body data))))

(defun quicksalt-import-open (parsed passphrase)
  "Decrypt PARSED with the bytes PASSPHRASE; return nil if that fails.
PARSED comes from `quicksalt-import-parse'."
  (let* ((columns (plist-get parsed :columns))
         (key (quicksalt-import--key passphrase (plist-get parsed :words)))
         (k (quicksalt-aes--expand key columns 4)))
    (unwind-protect
        (if (equal (plist-get parsed :mode) "CBC")
            (quicksalt-import--cbc k columns (plist-get parsed :iv)
                                   (plist-get parsed :data))
          (quicksalt-import--ocb k (plist-get parsed :header)
                                 (plist-get parsed :iv)
                                 (plist-get parsed :tag)
                                 (plist-get parsed :data)))
      (clear-string key)
      (fillarray k 0))))

(provide 'quicksalt-import)
;;; quicksalt-import.el ends here
