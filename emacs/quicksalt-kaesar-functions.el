;;; quicksalt-kaesar-functions.el --- Replacements for kaesar's functions  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; This file implements the functions of the package kaesar with quicksalt.
;; The arguments, the formats and the error symbol are the same.

;;; Code:

(require 'cl-lib)
(require 'quicksalt-file)

(defconst quicksalt-kaesar--failed (intern "kaesar-decryption-failed")
  "The error symbol that kaesar signals for a wrong passphrase or key.")
(define-error quicksalt-kaesar--failed "Kaesar decryption failed"
  'quicksalt-error)

(defgroup quicksalt-kaesar nil
  "Drop-in replacements for the functions of the package kaesar."
  :group 'quicksalt
  :prefix "quicksalt-kaesar-")

(defcustom quicksalt-kaesar-algorithm "aes-256-cbc"
  "The default encryption algorithm."
  :type 'string)

(defcustom quicksalt-kaesar-encryption-version 2
  "The key derivation: 1 for MD5, as in old OpenSSL versions, 2 for PBKDF2."
  :type '(choice (const 1) (const 2)))

(defcustom quicksalt-kaesar-encrypt-prompt nil
  "The passphrase prompt for encryption, or nil for the default."
  :type '(choice (const nil) string))

(defcustom quicksalt-kaesar-decrypt-prompt nil
  "The passphrase prompt for decryption, or nil for the default."
  :type '(choice (const nil) string))

(defvar quicksalt-kaesar-password nil
  "A passphrase that is used once and then wiped.
It is text or a vector of bytes.")

;;;; Arguments

(defun quicksalt-kaesar--bytes (data)
  "Return DATA, a unibyte string or a vector of bytes, as a string."
  (cond ((vectorp data) (apply #'unibyte-string (append data nil)))
        ((not (stringp data))
         (signal 'wrong-type-argument (list 'stringp data)))
        ((not (multibyte-string-p data)) data)
        ((string-match-p "[^[:ascii:]]" data)
         (error "Data must be bytes, not a multibyte string"))
        (t (string-to-unibyte data))))

(defun quicksalt-kaesar--passphrase (encrypt)
  "Return the passphrase in bytes.
Use and wipe the value of `quicksalt-kaesar-password'.  If it is nil, prompt
for a passphrase, twice if ENCRYPT is non-nil."
  (let ((given quicksalt-kaesar-password))
    (if (null given)
        (let ((typed (funcall quicksalt-read-passphrase-function
                              (or (if encrypt quicksalt-kaesar-encrypt-prompt
                                    quicksalt-kaesar-decrypt-prompt)
                                  (if encrypt "Password to encrypt: "
                                    "Password to decrypt: "))
                              encrypt)))
          (prog1 (quicksalt-passphrase-bytes typed)
            (clear-string typed)))
      (prog1 (if (vectorp given) (quicksalt-kaesar--bytes given)
               (quicksalt-passphrase-bytes given))
        (fillarray given 0)
        (setq quicksalt-kaesar-password nil)))))

(defun quicksalt-kaesar--raw (bytes size)
  "Return a key or IV of SIZE bytes from BYTES, or zeros if BYTES is nil.
BYTES are raw bytes or hexadecimal digits, zero-padded on the left."
  (cond ((null bytes) (make-string size 0))
        ((and (stringp bytes) (<= (length bytes) (* 2 size))
              (string-match-p "\\`[0-9A-Fa-f]*\\'" bytes))
         (quicksalt-hex-bytes (string-to-number bytes 16) size))
        (t (let ((raw (quicksalt-kaesar--bytes bytes)))
             (unless (= (length raw) size)
               (error "Key or IV must be %d bytes, not %d" size
                      (length raw)))
             raw))))

;;;; Bytes and strings

(defun quicksalt-kaesar--derivation (version)
  "Return the key derivation for the encryption version VERSION."
  (pcase version
    (1 'md5)
    (2 'pbkdf2)
    (_ (error "Unknown encryption version: %S" version))))

(defun quicksalt-kaesar-encrypt-bytes (unibyte-string &optional algorithm
                                                      &rest _)
  "Encrypt UNIBYTE-STRING by ALGORITHM with a passphrase."
  (let ((passphrase (quicksalt-kaesar--passphrase t)))
    (unwind-protect
        (quicksalt-openssl-seal
         (quicksalt-kaesar--bytes unibyte-string) passphrase
         (or algorithm quicksalt-kaesar-algorithm)
         (quicksalt-kaesar--derivation quicksalt-kaesar-encryption-version)
         10000)
      (clear-string passphrase))))

(defun quicksalt-kaesar--open (bytes passphrase algorithm version)
  "Decrypt BYTES with PASSPHRASE by ALGORITHM and encryption version VERSION.
If VERSION is nil, try both; accept version 1 only if it yields text."
  (quicksalt-openssl-check bytes algorithm)
  (or (quicksalt-openssl-try bytes passphrase algorithm
                             (quicksalt-kaesar--derivation (or version 2))
                             10000)
      (and (null version)
           (let ((old (quicksalt-openssl-try bytes passphrase algorithm
                                             'md5 10000)))
             (and old (quicksalt-openssl--text-p old) old)))
      (signal quicksalt-kaesar--failed '("Wrong passphrase or altered data"))))

(defun quicksalt-kaesar-decrypt-bytes (encrypted-string &optional algorithm
                                                        &rest keywords)
  "Decrypt ENCRYPTED-STRING by ALGORITHM with a passphrase; return bytes.
KEYWORDS may contain :version, which is 1 or 2."
  (let ((passphrase (quicksalt-kaesar--passphrase nil)))
    (unwind-protect
        (quicksalt-kaesar--open (quicksalt-kaesar--bytes encrypted-string)
                                passphrase
                                (or algorithm quicksalt-kaesar-algorithm)
                                (plist-get keywords :version))
      (clear-string passphrase))))

(defun quicksalt-kaesar--coding (coding-system)
  "Return CODING-SYSTEM, or the terminal's coding system if it is nil."
  (or coding-system default-terminal-coding-system 'utf-8))

(defun quicksalt-kaesar-encrypt-string (string &optional coding-system
                                               algorithm &rest keywords)
  "Encode STRING by CODING-SYSTEM and encrypt it by ALGORITHM.
KEYWORDS are the same as for `quicksalt-kaesar-encrypt-bytes'."
  (apply #'quicksalt-kaesar-encrypt-bytes
         (encode-coding-string string (quicksalt-kaesar--coding coding-system))
         algorithm keywords))

(defun quicksalt-kaesar-decrypt-string (encrypted-string
                                        &optional coding-system algorithm
                                        &rest keywords)
  "Decrypt ENCRYPTED-STRING by ALGORITHM and decode it by CODING-SYSTEM.
KEYWORDS are the same as for `quicksalt-kaesar-decrypt-bytes'."
  (decode-coding-string
   (apply #'quicksalt-kaesar-decrypt-bytes encrypted-string algorithm keywords)
   (quicksalt-kaesar--coding coding-system)))

(defun quicksalt-kaesar--apply (decrypt data key iv algorithm)
  "Encrypt DATA by ALGORITHM with the raw KEY and IV.
If DECRYPT is non-nil, decrypt DATA instead."
  (pcase-let ((`(,size . ,mode) (quicksalt-openssl-parse-algorithm
                                 (or algorithm quicksalt-kaesar-algorithm)))
              (bytes (quicksalt-kaesar--bytes data)))
    (or (quicksalt-openssl-aes mode decrypt (quicksalt-kaesar--raw key size)
                               (quicksalt-kaesar--raw iv 16) bytes)
        (signal quicksalt-kaesar--failed '("Wrong key or altered data")))))

(defun quicksalt-kaesar-encrypt (unibyte-string key &optional iv algorithm)
  "Encrypt UNIBYTE-STRING by ALGORITHM with the raw KEY and IV."
  (quicksalt-kaesar--apply nil unibyte-string key iv algorithm))

(defun quicksalt-kaesar-decrypt (encrypted-string key &optional iv algorithm)
  "Decrypt ENCRYPTED-STRING by ALGORITHM with the raw KEY and IV."
  (quicksalt-kaesar--apply t encrypted-string key iv algorithm))

(defun quicksalt-kaesar-change-password (encrypted-bytes
                                         &optional algorithm callback
                                         decrypt-props encrypt-props)
  "Re-encrypt ENCRYPTED-BYTES by ALGORITHM with a new passphrase.
CALLBACK receives the plaintext.  DECRYPT-PROPS are keywords for decryption,
and ENCRYPT-PROPS for encryption.  ENCRYPTED-BYTES are wiped."
  (let ((plaintext (apply #'quicksalt-kaesar-decrypt-bytes encrypted-bytes
                          algorithm decrypt-props)))
    (unwind-protect
        (progn
          (when callback (funcall callback plaintext))
          (prog1 (apply #'quicksalt-kaesar-encrypt-bytes plaintext algorithm
                        encrypt-props)
            (fillarray encrypted-bytes 0)))
      (clear-string plaintext))))

(defun quicksalt-kaesar-pbkdf2-hmac (password iter size
                                              &optional salt algorithm)
  "Derive SIZE bytes by PBKDF2 from PASSWORD and SALT; return them as a list.
ITER is the iteration count, and ALGORITHM is the hash function, by default
`sha256'."
  (append (quicksalt-derive-pbkdf2 (or algorithm 'sha256)
                                   (quicksalt-kaesar--bytes password)
                                   (quicksalt-kaesar--bytes (or salt ""))
                                   iter size)
          nil))

;;;; Blocks

(defmacro quicksalt-kaesar-special-algorithm (_nk _nr &rest body)
  "Evaluate BODY.
Its functions derive the key size and the round count from the key."
  (declare (indent 2) (debug t))
  `(progn ,@body))

(defun quicksalt-kaesar-expand-to-block-key (key)
  "Return the key schedule of the raw KEY."
  (quicksalt-aes-expand (quicksalt-kaesar--bytes key)))

(defun quicksalt-kaesar-unibytes-to-state (unibytes start)
  "Return 16 bytes of UNIBYTES, starting at index START, as a state.
A state is a vector of four vectors with four bytes each."
  (let ((state (make-vector 4 nil)))
    (dotimes (i 4)
      (aset state i (vconcat (substring unibytes (+ start (* 4 i))
                                        (+ start (* 4 i) 4)))))
    state))

(defun quicksalt-kaesar-state-to-bytes (state)
  "Return the bytes of STATE as a list."
  (append (apply #'vconcat (append state nil)) nil))

(defun quicksalt-kaesar--block (state key decrypt)
  "Encrypt the block STATE in place with the schedule KEY.
If DECRYPT is non-nil, decrypt it instead."
  (let* ((bytes (apply #'unibyte-string
                       (quicksalt-kaesar-state-to-bytes state)))
         (result (quicksalt-aes--blocks
                  (if decrypt (quicksalt-aes--invert key) key)
                  4 bytes decrypt))
         (new (quicksalt-kaesar-unibytes-to-state result 0)))
    (dotimes (i 4) (aset state i (aref new i)))
    state))

(defun quicksalt-kaesar-cipher! (state key)
  "Encrypt the block STATE in place with the schedule KEY."
  (quicksalt-kaesar--block state key nil))

(defun quicksalt-kaesar-inv-cipher! (state key)
  "Decrypt the block STATE in place with the schedule KEY."
  (quicksalt-kaesar--block state key t))

;;;; Files

(defun quicksalt-kaesar--store (bytes file algorithm mode)
  "Encrypt BYTES by ALGORITHM and write them to FILE in the form MODE."
  (let* ((algorithm (or algorithm quicksalt-kaesar-algorithm))
         (body (quicksalt-kaesar-encrypt-bytes bytes algorithm)))
    (quicksalt-file--store
     (pcase mode
       ((or 'nil 'binary) body)
       ('base64 (quicksalt-openssl-encode64 body 76))
       ('base64-with-header (quicksalt-openssl-headed body algorithm))
       (_ (error "Unknown file form: %S" mode)))
     file)))

(defun quicksalt-kaesar-file-encrypt (file &optional algorithm mode save-file)
  "Encrypt FILE by ALGORITHM in the form MODE, into SAVE-FILE or in place."
  (quicksalt-kaesar--store (quicksalt-file--read file) (or save-file file)
                           algorithm mode))

(defun quicksalt-kaesar-file-decrypt (file &optional algorithm save-file)
  "Decrypt FILE of any form by ALGORITHM, into SAVE-FILE or in place."
  (quicksalt-file--store (quicksalt-kaesar--contents file algorithm)
                         (or save-file file)))

(defun quicksalt-kaesar--contents (file algorithm)
  "Decrypt FILE; use ALGORITHM if its format does not name one."
  (let* ((bytes (quicksalt-file--read file))
         (parts (quicksalt-formats--unpack bytes (quicksalt-detect bytes))))
    (quicksalt-kaesar-decrypt-bytes (car parts) (or (nth 1 parts) algorithm))))

(defun quicksalt-kaesar-file-encrypt-region (start end file
                                                   &optional algorithm
                                                   coding-system mode)
  "Encrypt the text from START to END and write it to FILE.
START may be a string.  ALGORITHM, CODING-SYSTEM and MODE select the
encryption, the encoding and the form."
  (quicksalt-kaesar--store
   (encode-coding-string (if (stringp start) start
                           (buffer-substring-no-properties start end))
                         (or coding-system buffer-file-coding-system 'utf-8))
   file algorithm mode))

(defun quicksalt-kaesar-file-decrypt-contents (file &optional algorithm
                                                    coding-system)
  "Decrypt FILE by ALGORITHM and decode the text by CODING-SYSTEM."
  (decode-coding-string (quicksalt-kaesar--contents file algorithm)
                        (or coding-system 'undecided)))

(provide 'quicksalt-kaesar-functions)
;;; quicksalt-kaesar-functions.el ends here
