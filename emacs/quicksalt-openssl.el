;;; quicksalt-openssl.el --- The formats of openssl enc and kaesar  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; A file of `openssl enc' consists of "Salted__", eight bytes of salt and the
;; ciphertext.  Key and IV are derived from a passphrase by PBKDF2; older
;; versions use EVP_BytesToKey with SHA-256 or MD5.  The file does not name the
;; derivation, so all are tried.  The format is not authenticated.  Only the
;; padding can reveal a wrong passphrase, and about one wrong passphrase in 256
;; goes unnoticed.
;;
;; kaesar adds a first line of file variables to the binary format, or a
;; header to the base64 format.  The names in this line or header are compared
;; with known names and never evaluated.

;;; Code:

(require 'quicksalt-backend)
(require 'quicksalt-age)

(defconst quicksalt-openssl-derivations '(pbkdf2 sha256 md5)
  "Key derivations, in the order in which they are tried.")

(defcustom quicksalt-openssl-iterations 10000
  "PBKDF2 iteration count, as in `openssl enc -iter'."
  :type 'integer
  :group 'quicksalt)

(defun quicksalt-openssl-parse-algorithm (name)
  "Return a cons of the key size in bytes and the mode of the algorithm NAME."
  (if (and (stringp name)
           (let ((case-fold-search t))
             (string-match
              "\\`aes-\\(128\\|192\\|256\\)-\\(ecb\\|cbc\\|ofb\\|ctr\\|cfb\\)\\'"
              name)))
      (cons (/ (string-to-number (match-string 1 name)) 8)
            (intern (downcase (match-string 2 name))))
    (signal 'quicksalt-error
            (list (format "Unknown algorithm: %s; try aes-256-cbc" name)))))

(defun quicksalt-openssl--padded-p (mode)
  "Return non-nil if MODE needs padding."
  (memq mode '(ecb cbc)))

(defun quicksalt-openssl-pad (bytes)
  "Return BYTES padded to whole blocks with PKCS#7."
  (let ((n (- 16 (% (length bytes) 16))))
    (concat bytes (make-string n n))))

(defun quicksalt-openssl-unpad (bytes)
  "Return BYTES without PKCS#7 padding, or nil if the padding is invalid."
  (let* ((size (length bytes))
         (n (if (> size 0) (aref bytes (1- size)) 0)))
    (and (<= 1 n 16) (<= n size)
         (let ((i (- size n)) (same t))
           (while (< i size)
             (unless (= n (aref bytes i)) (setq same nil))
             (setq i (1+ i)))
           same)
         (substring bytes 0 (- size n)))))

(defun quicksalt-openssl-aes (mode decrypt key iv data)
  "Encrypt DATA of any length by AES in MODE with KEY and IV.
If DECRYPT is non-nil, decrypt DATA instead.  The modes ECB and CBC use
padding; return nil if the padding is invalid."
  (cond ((not (quicksalt-openssl--padded-p mode))
         (quicksalt-aes mode decrypt key iv data))
        (decrypt (quicksalt-openssl-unpad (quicksalt-aes mode t key iv data)))
        (t (quicksalt-aes mode nil key iv (quicksalt-openssl-pad data)))))

(defun quicksalt-openssl-derive (derivation passphrase salt iterations algorithm)
  "Derive a cons of key and IV for ALGORITHM from PASSPHRASE and SALT.
DERIVATION is `pbkdf2', which uses ITERATIONS, or `sha256' or `md5'."
  (let* ((parsed (quicksalt-openssl-parse-algorithm algorithm))
         (key (car parsed)) (iv (if (eq (cdr parsed) 'ecb) 0 16))
         (bytes (if (eq derivation 'pbkdf2)
                    (quicksalt-derive-pbkdf2 'sha256 passphrase salt iterations
                                             (+ key iv))
                  (quicksalt-evp-bytes-to-key derivation passphrase salt
                                              (+ key iv)))))
    (cons (substring bytes 0 key) (substring bytes key))))

(defun quicksalt-openssl-seal (plaintext passphrase algorithm derivation
                                         iterations)
  "Encrypt PLAINTEXT with PASSPHRASE in the format of `openssl enc'.
ALGORITHM is a name such as aes-256-cbc; DERIVATION and ITERATIONS are
arguments of `quicksalt-openssl-derive'.  The salt is random."
  (let* ((salt (quicksalt-random 8))
         (mode (cdr (quicksalt-openssl-parse-algorithm algorithm)))
         (keys (quicksalt-openssl-derive derivation passphrase salt iterations
                                         algorithm)))
    (unwind-protect
        (concat "Salted__" salt
                (quicksalt-openssl-aes mode nil (car keys) (cdr keys)
                                       plaintext))
      (clear-string (car keys)))))

(defun quicksalt-openssl-try (bytes passphrase algorithm derivation iterations)
  "Decrypt BYTES with PASSPHRASE, or return nil if that fails.
ALGORITHM, DERIVATION and ITERATIONS are as in `quicksalt-openssl-seal'."
  (let ((mode (cdr (quicksalt-openssl-parse-algorithm algorithm)))
        (body (substring bytes 16)))
    (unless (and (quicksalt-openssl--padded-p mode)
                 (or (equal body "") (/= 0 (% (length body) 16))))
      (let ((keys (quicksalt-openssl-derive derivation passphrase
                                            (substring bytes 8 16)
                                            iterations algorithm)))
        (prog1 (quicksalt-openssl-aes mode t (car keys) (cdr keys) body)
          (clear-string (car keys)))))))

(defun quicksalt-openssl--text-p (bytes)
  "Return non-nil if BYTES are UTF-8 without NUL, or begin with a known magic."
  (or (string-match-p "\\`\\(?:\x1f\x8b\\|PK\3\4\\|%PDF\\|.PNG\\)" bytes)
      (and (not (string-match-p "\0" bytes))
           (not (memq 'eight-bit
                      (find-charset-string
                       (decode-coding-string bytes 'utf-8-unix)))))))

(defun quicksalt-openssl-check (bytes algorithm)
  "Signal an error unless BYTES are a possible output of ALGORITHM."
  (unless (and (string-prefix-p "Salted__" bytes)
               (>= (length bytes) 16)
               (or (not (quicksalt-openssl--padded-p
                         (cdr (quicksalt-openssl-parse-algorithm algorithm))))
                   (and (> (length bytes) 16)
                        (= 0 (% (length bytes) 16)))))
    (quicksalt-age--damaged "too short, or not a multiple of 16 bytes")))

(defun quicksalt-openssl-open (bytes passphrase algorithm iterations)
  "Decrypt BYTES; return a cons of the plaintext and the derivation.
PASSPHRASE is in bytes, ALGORITHM is a name, ITERATIONS applies to PBKDF2.
Try all derivations in the order of `quicksalt-openssl-derivations', and
prefer the first plaintext that is text.  If several derivations give valid
padding but none gives text, signal `quicksalt-unsure'.  Return nil if all
fail.  Modes without padding cannot detect a failure: PBKDF2 wins unless
another derivation gives text."
  (quicksalt-openssl-check bytes algorithm)
  (let* ((candidates
          (delq nil (mapcar
                     (lambda (derivation)
                       (let ((plaintext (quicksalt-openssl-try
                                         bytes passphrase algorithm derivation
                                         iterations)))
                         (and plaintext (cons plaintext derivation))))
                     quicksalt-openssl-derivations)))
         (text (seq-find (lambda (c) (quicksalt-openssl--text-p (car c)))
                         candidates)))
    (when (and (null text) (cdr candidates)
               (quicksalt-openssl--padded-p
                (cdr (quicksalt-openssl-parse-algorithm algorithm))))
      (signal 'quicksalt-unsure
              (list "several key derivations fit, but none yields text"
                    (mapcar #'cdr candidates))))
    (or text (car candidates))))

;;;; Base64

(defun quicksalt-openssl-decode64 (text)
  "Decode TEXT from base64 with lines of any length."
  (or (condition-case nil (base64-decode-string text) (error nil))
      (quicksalt-age--damaged "invalid base64")))

(defalias 'quicksalt-openssl-encode64 #'quicksalt-age-encode64)

;;;; kaesar

(defconst quicksalt-openssl-kaesar-line
  "\\`##### -\\*-[^\n]* mode: *kaesar;[^\n]*"
  "Regexp for the first line of a file written by kaesar's mode.")

(defconst quicksalt-openssl--kaesar-header
  "\\`-----BEGIN ENCRYPTED DATA-----\r?\n\\(?:[A-Za-z-]+: [^\n]*\n\\)*?Algorithm: \\(aes-[0-9]+-[a-z]+\\)\r?\n"
  "Regexp for the header of kaesar's base64 format.")

(defun quicksalt-openssl-major-mode-p (symbol)
  "Return non-nil if SYMBOL is a major mode.
A file may request only major modes."
  (and (symbolp symbol)
       (string-suffix-p "-mode" (symbol-name symbol))
       (commandp symbol)
       (or (memq symbol '(fundamental-mode text-mode org-mode))
           (get symbol 'derived-mode-parent)
           (rassq symbol auto-mode-alist))
       t))

(defun quicksalt-openssl--kaesar-value (line key)
  "Return the value of KEY in LINE, a line of file variables, or nil."
  (and (string-match (format "(%s \\. \\(?:\"\\([^\"()]*\\)\"\\|\\([^\"() ]+\\)\\))"
                             (regexp-quote key))
                     line)
       (or (match-string 1 line) (match-string 2 line))))

(defun quicksalt-openssl-parse-kaesar (bytes)
  "Parse BYTES, a file of kaesar's mode; return a property list or nil.
:algorithm, :coding and :mode are checked; :body begins with \"Salted__\"."
  (when (string-match quicksalt-openssl-kaesar-line bytes)
    (let* ((line (match-string 0 bytes)) (end (1+ (match-end 0)))
           (algorithm (or (quicksalt-openssl--kaesar-value line "algorithm")
                          "aes-256-cbc"))
           (coding (quicksalt-openssl--kaesar-value line "coding-system"))
           (mode (quicksalt-openssl--kaesar-value line "mode")))
      (quicksalt-openssl-parse-algorithm algorithm)
      (unless (and (<= end (length bytes))
                   (string-prefix-p "Salted__" (substring bytes end)))
        (quicksalt-age--damaged "no data after the line of file variables"))
      (list :algorithm algorithm :body (substring bytes end)
            :coding (let ((symbol (and coding (intern-soft coding))))
                      (and symbol (coding-system-p symbol) symbol))
            :mode (let ((symbol (and mode (intern-soft mode))))
                    (and symbol (quicksalt-openssl-major-mode-p symbol)
                         symbol))))))

(defun quicksalt-openssl-kaesar-line (algorithm coding mode)
  "Return a line of file variables with ALGORITHM, CODING and MODE."
  (format "##### -*- mode: kaesar; kaesar-mode-meta-alist: (%s); -*- \n"
          (mapconcat
           #'identity
           (delq nil (list "(version . \"0.9.4\")"
                           (and coding (format "(coding-system . %s)" coding))
                           (format "(algorithm . %S)" algorithm)
                           (and mode (format "(mode . %s)" mode))))
           " ")))

(defun quicksalt-openssl-parse-headed (bytes)
  "Return a cons of the algorithm and the decoded body of BYTES.
BYTES is base64 text with a header that names the algorithm.  Return nil for
any other input."
  (when (string-match quicksalt-openssl--kaesar-header bytes)
    (let* ((algorithm (match-string 1 bytes))
           (start (match-end 0))
           (end (string-match "^-----END ENCRYPTED DATA-----" bytes start)))
      (quicksalt-openssl-parse-algorithm algorithm)
      (unless end (quicksalt-age--damaged "missing END line"))
      (cons algorithm
            (quicksalt-openssl-decode64 (substring bytes start end))))))

(defun quicksalt-openssl-headed (bytes algorithm)
  "Return the ciphertext BYTES as base64 with kaesar's header.
The header names ALGORITHM."
  (concat "-----BEGIN ENCRYPTED DATA-----\nAlgorithm: " algorithm "\n\n"
          (quicksalt-openssl-encode64 bytes 76)
          "-----END ENCRYPTED DATA-----\n"))

(provide 'quicksalt-openssl)
;;; quicksalt-openssl.el ends here
