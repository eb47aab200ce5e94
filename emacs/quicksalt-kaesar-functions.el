;;; quicksalt-kaesar-functions.el --- What the package kaesar computes  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; The functions of the package kaesar, with its arguments, formats and error,
;; computed by quicksalt.

;;; Code:

(require 'cl-lib)
(require 'quicksalt-file)

(defconst quicksalt-kaesar--failed (intern "kaesar-decryption-failed")
  "The error of kaesar where a passphrase or key is wrong.")
(define-error quicksalt-kaesar--failed "Kaesar decryption failed"
  'quicksalt-error)

(defgroup quicksalt-kaesar nil
  "The functions of the package kaesar."
  :group 'quicksalt
  :prefix "quicksalt-kaesar-")

(defcustom quicksalt-kaesar-algorithm "aes-256-cbc"
  "The algorithm where none is given."
  :type 'string)

(defcustom quicksalt-kaesar-encryption-version 2
  "How keys are derived: 1 as old OpenSSL, by MD5, 2 by PBKDF2."
  :type '(choice (const 1) (const 2)))

(defcustom quicksalt-kaesar-encrypt-prompt nil
  "The prompt for a passphrase to encrypt, or nil."
  :type '(choice (const nil) string))

(defcustom quicksalt-kaesar-decrypt-prompt nil
  "The prompt for a passphrase to decrypt, or nil."
  :type '(choice (const nil) string))

(defvar quicksalt-kaesar-password nil
  "A passphrase, text or a vector of bytes, that is used once, then wiped.")

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
  "Return a passphrase in bytes; ask for it, twice to ENCRYPT, if need be.
That of `quicksalt-kaesar-password' is wiped."
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
  "Return the key or IV of SIZE bytes out of BYTES, or zeros for nil.
They are hexadecimal digits, filled with zeros on the left, or bytes."
  (cond ((null bytes) (make-string size 0))
        ((and (stringp bytes) (<= (length bytes) (* 2 size))
              (string-match-p "\\`[0-9A-Fa-f]*\\'" bytes))
         (quicksalt-hex-bytes (string-to-number bytes 16) size))
        (t (let ((raw (quicksalt-kaesar--bytes bytes)))
             (unless (= (length raw) size)
               (error "A key or IV of %d bytes is due, not of %d" size
                      (length raw)))
             raw))))

;;;; Bytes and strings

(defun quicksalt-kaesar--derivation (version)
  "Return the derivation of VERSION."
  (pcase version
    (1 'md5)
    (2 'pbkdf2)
    (_ (error "No such version of encryption: %S" version))))

(defun quicksalt-kaesar-encrypt-bytes (unibyte-string &optional algorithm
                                                      &rest _)
  "Return UNIBYTE-STRING encrypted by ALGORITHM under a passphrase."
  (let ((passphrase (quicksalt-kaesar--passphrase t)))
    (unwind-protect
        (quicksalt-openssl-seal
         (quicksalt-kaesar--bytes unibyte-string) passphrase
         (or algorithm quicksalt-kaesar-algorithm)
         (quicksalt-kaesar--derivation quicksalt-kaesar-encryption-version)
         10000)
      (clear-string passphrase))))

(defun quicksalt-kaesar--open (bytes passphrase algorithm version)
  "Return the plaintext of BYTES under PASSPHRASE by ALGORITHM and VERSION.
If VERSION is nil, try both; an old one must lead to text."
  (quicksalt-openssl-check bytes algorithm)
  (or (quicksalt-openssl-try bytes passphrase algorithm
                             (quicksalt-kaesar--derivation (or version 2))
                             10000)
      (and (null version)
           (let ((old (quicksalt-openssl-try bytes passphrase algorithm
                                             'md5 10000)))
             (and old (quicksalt-openssl--text-p old) old)))
      (signal quicksalt-kaesar--failed '("Bad passphrase or altered data"))))

(defun quicksalt-kaesar-decrypt-bytes (encrypted-string &optional algorithm
                                                        &rest keywords)
  "Return the bytes of ENCRYPTED-STRING by ALGORITHM under a passphrase.
KEYWORDS may hold :version, 1 or 2."
  (let ((passphrase (quicksalt-kaesar--passphrase nil)))
    (unwind-protect
        (quicksalt-kaesar--open (quicksalt-kaesar--bytes encrypted-string)
                                passphrase
                                (or algorithm quicksalt-kaesar-algorithm)
                                (plist-get keywords :version))
      (clear-string passphrase))))

(defun quicksalt-kaesar--coding (coding-system)
  "Return CODING-SYSTEM, or that of the terminal."
  (or coding-system default-terminal-coding-system 'utf-8))

(defun quicksalt-kaesar-encrypt-string (string &optional coding-system
                                               algorithm &rest keywords)
  "Return STRING, encoded by CODING-SYSTEM, encrypted by ALGORITHM.
KEYWORDS are those of `quicksalt-kaesar-encrypt-bytes'."
  (apply #'quicksalt-kaesar-encrypt-bytes
         (encode-coding-string string (quicksalt-kaesar--coding coding-system))
         algorithm keywords))

(defun quicksalt-kaesar-decrypt-string (encrypted-string
                                        &optional coding-system algorithm
                                        &rest keywords)
  "Return the text of ENCRYPTED-STRING by CODING-SYSTEM and ALGORITHM.
KEYWORDS are those of `quicksalt-kaesar-decrypt-bytes'."
  (decode-coding-string
   (apply #'quicksalt-kaesar-decrypt-bytes encrypted-string algorithm keywords)
   (quicksalt-kaesar--coding coding-system)))

(defun quicksalt-kaesar--apply (decrypt data key iv algorithm)
  "Encrypt DATA, or DECRYPT it, under the raw KEY from IV by ALGORITHM."
  (pcase-let ((`(,size . ,mode) (quicksalt-openssl-parse-algorithm
                                 (or algorithm quicksalt-kaesar-algorithm)))
              (bytes (quicksalt-kaesar--bytes data)))
    (or (quicksalt-openssl-aes mode decrypt (quicksalt-kaesar--raw key size)
                               (quicksalt-kaesar--raw iv 16) bytes)
        (signal quicksalt-kaesar--failed '("Bad key or altered data")))))

(defun quicksalt-kaesar-encrypt (unibyte-string key &optional iv algorithm)
  "Return UNIBYTE-STRING encrypted under the raw KEY from IV by ALGORITHM."
  (quicksalt-kaesar--apply nil unibyte-string key iv algorithm))

(defun quicksalt-kaesar-decrypt (encrypted-string key &optional iv algorithm)
  "Return the bytes of ENCRYPTED-STRING under the raw KEY, IV and ALGORITHM."
  (quicksalt-kaesar--apply t encrypted-string key iv algorithm))

(defun quicksalt-kaesar-change-password (encrypted-bytes
                                         &optional algorithm callback
                                         decrypt-props encrypt-props)
  "Return ENCRYPTED-BYTES encrypted by ALGORITHM under another passphrase.
CALLBACK gets the plaintext before that.  DECRYPT-PROPS and ENCRYPT-PROPS
are keywords for the two steps.  ENCRYPTED-BYTES are wiped."
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
  "Return a list of SIZE bytes by PBKDF2 of PASSWORD, ITER times with SALT.
ALGORITHM is a hash function, by default `sha256'."
  (append (quicksalt-derive-pbkdf2 (or algorithm 'sha256)
                                   (quicksalt-kaesar--bytes password)
                                   (quicksalt-kaesar--bytes (or salt ""))
                                   iter size)
          nil))

;;;; Blocks

(defmacro quicksalt-kaesar-special-algorithm (_nk _nr &rest body)
  "Evaluate BODY; words of a key and rounds follow from the key itself."
  (declare (indent 2) (debug t))
  `(progn ,@body))

(defun quicksalt-kaesar-expand-to-block-key (key)
  "Return the schedule of the raw KEY."
  (quicksalt-aes-expand (quicksalt-kaesar--bytes key)))

(defun quicksalt-kaesar-unibytes-to-state (unibytes start)
  "Return the state of 16 bytes of UNIBYTES from START: four vectors of four."
  (let ((state (make-vector 4 nil)))
    (dotimes (i 4)
      (aset state i (vconcat (substring unibytes (+ start (* 4 i))
                                        (+ start (* 4 i) 4)))))
    state))

(defun quicksalt-kaesar-state-to-bytes (state)
  "Return the bytes of STATE as a list."
  (append (apply #'vconcat (append state nil)) nil))

(defun quicksalt-kaesar--block (state key decrypt)
  "Put the block STATE, encrypted by the schedule KEY, back; or DECRYPT it."
  (let* ((bytes (apply #'unibyte-string
                       (quicksalt-kaesar-state-to-bytes state)))
         (result (quicksalt-aes--blocks
                  (if decrypt (quicksalt-aes--invert key) key)
                  4 bytes decrypt))
         (new (quicksalt-kaesar-unibytes-to-state result 0)))
    (dotimes (i 4) (aset state i (aref new i)))
    state))

(defun quicksalt-kaesar-cipher! (state key)
  "Encrypt the block STATE by the schedule KEY in place."
  (quicksalt-kaesar--block state key nil))

(defun quicksalt-kaesar-inv-cipher! (state key)
  "Decrypt the block STATE by the schedule KEY in place."
  (quicksalt-kaesar--block state key t))

;;;; Files

(defun quicksalt-kaesar--store (bytes file algorithm mode)
  "Make BYTES, encrypted by ALGORITHM in the form MODE, the content of FILE."
  (let* ((algorithm (or algorithm quicksalt-kaesar-algorithm))
         (body (quicksalt-kaesar-encrypt-bytes bytes algorithm)))
    (quicksalt-file--store
     (pcase mode
       ((or 'nil 'binary) body)
       ('base64 (quicksalt-openssl-encode64 body 76))
       ('base64-with-header (quicksalt-openssl-headed body algorithm))
       (_ (error "No such form of files: %S" mode)))
     file)))

(defun quicksalt-kaesar-file-encrypt (file &optional algorithm mode save-file)
  "Encrypt FILE by ALGORITHM in the form MODE, into SAVE-FILE or in place."
  (quicksalt-kaesar--store (quicksalt-file--read file) (or save-file file)
                           algorithm mode))

(defun quicksalt-kaesar-file-decrypt (file &optional algorithm save-file)
  "Decrypt FILE by ALGORITHM, whatever its form, into SAVE-FILE or in place."
  (quicksalt-file--store (quicksalt-kaesar--contents file algorithm)
                         (or save-file file)))

(defun quicksalt-kaesar--contents (file algorithm)
  "Return the bytes of FILE decrypted, by ALGORITHM if its form names none."
  (let* ((bytes (quicksalt-file--read file))
         (parts (quicksalt-formats--unpack bytes (quicksalt-detect bytes))))
    (quicksalt-kaesar-decrypt-bytes (car parts) (or (nth 1 parts) algorithm))))

(defun quicksalt-kaesar-file-encrypt-region (start end file
                                                   &optional algorithm
                                                   coding-system mode)
  "Write what is from START to END, encrypted, to FILE.
START may be a string.  ALGORITHM, CODING-SYSTEM and MODE say how."
  (quicksalt-kaesar--store
   (encode-coding-string (if (stringp start) start
                           (buffer-substring-no-properties start end))
                         (or coding-system buffer-file-coding-system 'utf-8))
   file algorithm mode))

(defun quicksalt-kaesar-file-decrypt-contents (file &optional algorithm
                                                    coding-system)
  "Return the text of FILE, encrypted by ALGORITHM, by CODING-SYSTEM."
  (decode-coding-string (quicksalt-kaesar--contents file algorithm)
                        (or coding-system 'undecided)))

(provide 'quicksalt-kaesar-functions)
;;; quicksalt-kaesar-functions.el ends here
