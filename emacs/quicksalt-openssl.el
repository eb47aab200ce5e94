;;; quicksalt-openssl.el --- The formats of openssl enc and kaesar  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; What `openssl enc' writes: "Salted__", eight bytes of salt, ciphertext;
;; key and IV are derived from a passphrase by PBKDF2 or, before that, by
;; EVP_BytesToKey with SHA-256 or MD5.  The file does not say which, so all
;; are tried.  Nothing in it is authenticated: padding alone tells a wrong
;; passphrase, and lets one of 256 pass.
;;
;; Around such a body kaesar puts a line for Emacs's modes, or a header
;; around base64.  What they say is data: it is checked against what is
;; known, and never called.

;;; Code:

(require 'quicksalt-backend)
(require 'quicksalt-age)

(defconst quicksalt-openssl-derivations '(pbkdf2 sha256 md5)
  "Derivations of keys, in the order in which they are tried.")

(defcustom quicksalt-openssl-iterations 10000
  "Iterations of PBKDF2, as `openssl enc -iter' has them."
  :type 'integer
  :group 'quicksalt)

(defun quicksalt-openssl-parse-algorithm (name)
  "Return the bytes of the key and the mode of the algorithm NAME."
  (if (and (stringp name)
           (let ((case-fold-search t))
             (string-match
              "\\`aes-\\(128\\|192\\|256\\)-\\(ecb\\|cbc\\|ofb\\|ctr\\|cfb\\)\\'"
              name)))
      (cons (/ (string-to-number (match-string 1 name)) 8)
            (intern (downcase (match-string 2 name))))
    (signal 'quicksalt-error
            (list (format "No such algorithm: %s; aes-256-cbc is one" name)))))

(defun quicksalt-openssl--padded-p (mode)
  "Tell whether what MODE encrypts is padded."
  (memq mode '(ecb cbc)))

(defun quicksalt-openssl-pad (bytes)
  "Return BYTES padded to whole blocks by PKCS#7."
  (let ((n (- 16 (% (length bytes) 16))))
    (concat bytes (make-string n n))))

(defun quicksalt-openssl-unpad (bytes)
  "Return BYTES without the padding of PKCS#7, or nil if it is wrong."
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
  "As `quicksalt-aes' of MODE DECRYPT KEY IV DATA, of any length in all modes.
What MODE takes in blocks is padded; if DECRYPT, wrong padding yields nil."
  (cond ((not (quicksalt-openssl--padded-p mode))
         (quicksalt-aes mode decrypt key iv data))
        (decrypt (quicksalt-openssl-unpad (quicksalt-aes mode t key iv data)))
        (t (quicksalt-aes mode nil key iv (quicksalt-openssl-pad data)))))

(defun quicksalt-openssl-derive (derivation passphrase salt iterations algorithm)
  "Return key and IV, as a cons, for ALGORITHM out of PASSPHRASE and SALT.
DERIVATION is `pbkdf2', with ITERATIONS, `sha256' or `md5'."
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
  "Return PLAINTEXT under PASSPHRASE as `openssl enc' would write it.
ALGORITHM is a name such as aes-256-cbc; DERIVATION and ITERATIONS are
those of `quicksalt-openssl-derive'.  Salt is drawn at random."
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
  "Return the plaintext of BYTES under PASSPHRASE, nil if it cannot be.
ALGORITHM, DERIVATION and ITERATIONS are as for `quicksalt-openssl-seal'."
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
  "Tell whether BYTES are valid UTF-8 without zeros, or begin as a known file."
  (or (string-match-p "\\`\\(?:\x1f\x8b\\|PK\3\4\\|%PDF\\|.PNG\\)" bytes)
      (and (not (string-match-p "\0" bytes))
           (not (memq 'eight-bit
                      (find-charset-string
                       (decode-coding-string bytes 'utf-8-unix)))))))

(defun quicksalt-openssl-check (bytes algorithm)
  "Signal an error unless BYTES can be what ALGORITHM left."
  (unless (and (string-prefix-p "Salted__" bytes)
               (>= (length bytes) 16)
               (or (not (quicksalt-openssl--padded-p
                         (cdr (quicksalt-openssl-parse-algorithm algorithm))))
                   (and (> (length bytes) 16)
                        (= 0 (% (length bytes) 16)))))
    (quicksalt-age--damaged "its length is not one of whole blocks")))

(defun quicksalt-openssl-open (bytes passphrase algorithm iterations)
  "Return the plaintext of BYTES and the derivation that led to it, as a cons.
PASSPHRASE is in bytes, ALGORITHM a name, ITERATIONS those of PBKDF2.  All
derivations are tried; text is preferred to what is not, and then the order
of `quicksalt-openssl-derivations'.  If nothing fits, return nil.  Modes
without padding have no check at all: there, PBKDF2 is taken unless
another leads to text."
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
              (list "several derivations fit, none of them leads to text"
                    (mapcar #'cdr candidates))))
    (or text (car candidates))))

;;;; Base64

(defun quicksalt-openssl-decode64 (text)
  "Return the bytes of TEXT in base64 with lines of any length."
  (or (condition-case nil (base64-decode-string text) (error nil))
      (quicksalt-age--damaged "its base64 is wrong")))

(defalias 'quicksalt-openssl-encode64 #'quicksalt-age-encode64)

;;;; kaesar

(defconst quicksalt-openssl-kaesar-line
  "\\`##### -\\*-[^\n]* mode: *kaesar;[^\n]*"
  "Matches the first line of what kaesar's mode writes.")

(defconst quicksalt-openssl--kaesar-header
  "\\`-----BEGIN ENCRYPTED DATA-----\r?\n\\(?:[A-Za-z-]+: [^\n]*\n\\)*?Algorithm: \\(aes-[0-9]+-[a-z]+\\)\r?\n"
  "Matches the head of kaesar's base64 with a header.")

(defun quicksalt-openssl-major-mode-p (symbol)
  "Tell whether SYMBOL is a major mode, which alone a file may ask for."
  (and (symbolp symbol)
       (string-suffix-p "-mode" (symbol-name symbol))
       (commandp symbol)
       (or (memq symbol '(fundamental-mode text-mode org-mode))
           (get symbol 'derived-mode-parent)
           (rassq symbol auto-mode-alist))
       t))

(defun quicksalt-openssl--kaesar-value (line key)
  "Return what LINE, a line of modes, has for KEY, or nil."
  (and (string-match (format "(%s \\. \\(?:\"\\([^\"()]*\\)\"\\|\\([^\"() ]+\\)\\))"
                             (regexp-quote key))
                     line)
       (or (match-string 1 line) (match-string 2 line))))

(defun quicksalt-openssl-parse-kaesar (bytes)
  "Return what kaesar's mode wrote in BYTES, as a property list, or nil.
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
        (quicksalt-age--damaged "nothing follows its line of modes"))
      (list :algorithm algorithm :body (substring bytes end)
            :coding (let ((symbol (and coding (intern-soft coding))))
                      (and symbol (coding-system-p symbol) symbol))
            :mode (let ((symbol (and mode (intern-soft mode))))
                    (and symbol (quicksalt-openssl-major-mode-p symbol)
                         symbol))))))

(defun quicksalt-openssl-kaesar-line (algorithm coding mode)
  "Return a line of modes with ALGORITHM, CODING and MODE."
  (format "##### -*- mode: kaesar; kaesar-mode-meta-alist: (%s); -*- \n"
          (mapconcat
           #'identity
           (delq nil (list "(version . \"0.9.4\")"
                           (and coding (format "(coding-system . %s)" coding))
                           (format "(algorithm . %S)" algorithm)
                           (and mode (format "(mode . %s)" mode))))
           " ")))

(defun quicksalt-openssl-parse-headed (bytes)
  "Return algorithm and body of BYTES, base64 with a header, as a cons.
Return nil if they are something else."
  (when (string-match quicksalt-openssl--kaesar-header bytes)
    (let* ((algorithm (match-string 1 bytes))
           (start (match-end 0))
           (end (string-match "^-----END ENCRYPTED DATA-----" bytes start)))
      (quicksalt-openssl-parse-algorithm algorithm)
      (unless end (quicksalt-age--damaged "it has no end"))
      (cons algorithm
            (quicksalt-openssl-decode64 (substring bytes start end))))))

(defun quicksalt-openssl-headed (bytes algorithm)
  "Return BYTES, encrypted by ALGORITHM, in base64 with kaesar's header."
  (concat "-----BEGIN ENCRYPTED DATA-----\nAlgorithm: " algorithm "\n\n"
          (quicksalt-openssl-encode64 bytes 76)
          "-----END ENCRYPTED DATA-----\n"))

(provide 'quicksalt-openssl)
;;; quicksalt-openssl.el ends here
