;;; quicksalt-import.el --- Files that the package aes wrote  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; Reads, for migration, what aes.el 1.0 writes: a first line such as
;;
;;   aes-encrypted V 1.3-OCB-B-4-4-M
;;
;; with the mode, CBC or OCB; base64 (B) or not (N); words of a block and of
;; the key; and whether the text was multibyte.  IV, tag (for OCB) and
;; ciphertext follow.  Nothing is written in this format:
;;
;; - Its key schedule takes the word four back where FIPS 197 has the word
;;   one key length back, so that with keys of 192 and 256 bits it is not AES.
;; - Blocks may be of 192 and 256 bits, all with AES's offsets of rows.
;; - A key is the passphrase encrypted under its own beginning, without salt
;;   and without work.  Both together leave keys of 192 bits without the first
;;   8 bytes of the passphrase, and those of 256 bits without the first 16:
;;   any passphrase that is shorter opens such a file.
;; - OCB is its second version, in which forgeries are easy; CBC has no tag.

;;; Code:

(require 'quicksalt-aes)
(require 'quicksalt-age)
(require 'quicksalt-hash)

(defconst quicksalt-import-line
  "\\`aes-encrypted V 1\\.3-\\(CBC\\|OCB\\)-\\([BN]\\)-\\([468]\\)-\\([468]\\)-\\([MU]\\)\n"
  "Matches the first line: mode, base64, words of a block, of a key, text.")

;;;; The cipher

(defun quicksalt-import--xor (a b)
  "Return the xor of the strings A and B, of one length."
  (let ((integer-width (max integer-width (* 10 (1+ (length a))))))
    (quicksalt-hex-bytes (logxor (quicksalt-hex-integer a)
                                 (quicksalt-hex-integer b))
                         (length a))))

(defun quicksalt-import--decrypt-blocks (k columns data)
  "Return DATA, blocks of COLUMNS words, decrypted under the schedule K."
  (let ((inverse (quicksalt-aes--invert k columns)))
    (unwind-protect (quicksalt-aes--blocks inverse columns data t)
      (fillarray inverse 0))))

(defun quicksalt-import--key (passphrase words)
  "Return the key of so many WORDS that PASSPHRASE, in bytes, yields."
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
  "Return the plaintext of DATA by CBC under the schedule K, nil if none.
Blocks have COLUMNS words; IV is a block."
  (let ((plain (quicksalt-import--xor
                (quicksalt-import--decrypt-blocks k columns data)
                (substring (concat iv data) 0 (length data)))))
    ;; Its length in digits stands before it, zeros behind it.
    (when (string-match "\\`[0-9]\\{1,12\\}\n" plain)
      (let* ((start (match-end 0))
             (end (+ start (string-to-number (match-string 0 plain)))))
        (and (<= end (length plain))
             (< (- (length plain) end) (* 4 columns))
             (substring plain start end))))))

(defun quicksalt-import--double (x)
  "Return the 128-bit number X times 2 in the field of OCB."
  (logxor (logand (ash x 1) (1- (ash 1 128)))
          (* 135 (ash x -127))))

(defun quicksalt-import--triple (x)
  "Return the 128-bit number X times 3 in the field of OCB."
  (logxor x (quicksalt-import--double x)))

(defun quicksalt-import--encrypt-number (k x)
  "Return the 128-bit number X encrypted under the schedule K."
  (quicksalt-hex-integer
   (quicksalt-aes--blocks k 4 (quicksalt-hex-bytes x 16))))

(defun quicksalt-import--pmac (k header)
  "Return the code of HEADER, which is of 32 bytes, under the schedule K."
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
  "Return the plaintext of DATA by OCB under the schedule K, or nil.
HEADER is covered by TAG, too; IV is a block."
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

;;;; What is offered

(defun quicksalt-import-parse (bytes)
  "Return what BYTES, a file of aes.el, hold, as a property list.
:mode, :columns and :words are those of the first line, the :header; :iv,
:tag and :data follow it."
  (unless (string-match quicksalt-import-line bytes)
    (quicksalt-age--damaged "its first line is not one of aes.el 1.0"))
  (let* ((header (match-string 0 bytes)) (mode (match-string 1 bytes))
         (base64 (equal "B" (match-string 2 bytes)))
         (columns (string-to-number (match-string 3 bytes)))
         (words (string-to-number (match-string 4 bytes)))
         (body (substring bytes (match-end 0)))
         (body (if (not base64) body
                 (condition-case nil (base64-decode-string body)
                   (error (quicksalt-age--damaged "its base64 is wrong")))))
         (size (* 4 columns))
         (data (* size (if (equal mode "OCB") 2 1))))
    (when (and (equal mode "OCB") (/= columns 4))
      (quicksalt-age--damaged "OCB has blocks of four words"))
    (when (or (< (length body) data)
              (and (equal mode "CBC")
                   (or (= (length body) data) (/= 0 (% (length body) size)))))
      (quicksalt-age--damaged "it ends too early"))
    (list :mode mode :columns columns :words words :header header
          :iv (substring body 0 size) :tag (substring body size data)
          :data (substring body data))))

(defun quicksalt-import-open (parsed passphrase)
  "Return the plaintext of PARSED under PASSPHRASE, in bytes, or nil.
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
