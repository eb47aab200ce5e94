;;; quicksalt-formats.el --- Detect, open and seal the file formats  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; The first bytes of a file determine its format.  Opening a file returns its
;; plaintext and a session.  With the session, Emacs can save the file in the
;; same format for the same recipients without a prompt.  For age, the session
;; holds the header and the file key, so that a save does not derive keys.  For
;; `openssl enc', it holds the passphrase, the cipher and the derivation.

;;; Code:

(require 'cl-lib)
(require 'password-cache)
(require 'quicksalt-age)
(require 'quicksalt-import)
(require 'quicksalt-openssl)
(require 'quicksalt-ssh)

(declare-function ucs-normalize-NFC-string "ucs-normalize" (str))
(declare-function ucs-normalize-NFD-string "ucs-normalize" (str))

(cl-defstruct quicksalt-session
  "The data to save a file in the format in which it was read."
  format                                ; a result of `quicksalt-detect'
  header key                            ; age: header text, file key
  passphrase                            ; other formats: a unibyte string
  (algorithm "aes-256-cbc") (derivation 'pbkdf2) iterations
  coding mode)                          ; values from kaesar's first line

(defcustom quicksalt-default-format 'age
  "The format of new files: `age', `age-armoured' or `openssl'.
`openssl' is not authenticated: an attacker with write access can alter the
file undetected."
  :type '(choice (const age) (const age-armoured) (const openssl))
  :group 'quicksalt)

(defcustom quicksalt-recipients nil
  "Recipients of new files, such as age1ql3z7hjy54pw3...
OpenSSH public keys, such as ssh-ed25519 AAAAC3..., work too.  If nil, Emacs
prompts for a passphrase."
  :type '(repeat string)
  :group 'quicksalt)

(defcustom quicksalt-identity-files
  '("~/.config/age/keys.txt" "~/.config/sops/age/keys.txt")
  "Files with age secret keys, each on its own line; # begins a comment.
An OpenSSH private key file also works if it is Ed25519 and not locked by a
passphrase."
  :type '(repeat file)
  :group 'quicksalt)

(defcustom quicksalt-work-factor nil
  "Binary logarithm of scrypt's N in new age files.
If nil, use 18 (the default of age) with the module, and 12 in Lisp, where 18
is too slow.  The value 12 makes guessing a passphrase 64 times cheaper."
  :type '(choice (const :tag "By the backend" nil) integer)
  :group 'quicksalt)

(defcustom quicksalt-openssl-algorithm "aes-256-cbc"
  "The cipher for `openssl enc' files, which do not store its name."
  :type 'string
  :group 'quicksalt)

(defcustom quicksalt-cache-expiry 900
  "Seconds until a passphrase is forgotten; nil means never, 0 means always."
  :type '(choice integer (const nil))
  :group 'quicksalt)

;;;; Detection

(defconst quicksalt-formats--others
  '(("\\`-----BEGIN PGP" . "a PGP message")
    ("\\`[\x84\x85\x8c\xc1\xc3\xd2]" . "a PGP message, it seems")
    ("\\`-----BEGIN OPENSSH PRIVATE KEY" . "an OpenSSH private key")
    ("\\`-----BEGIN [A-Z ]*PRIVATE KEY" . "a private key")
    ("\\`-----BEGIN CERTIFICATE" . "a certificate")
    ("\\`AGE-SECRET-KEY-1" . "an age secret key, not an encrypted file")
    ("\\`aes-encrypted V" . "an unsupported version of aes.el")
    ("\\`age-encryption\\.org/" . "an unsupported version of age")
    ("\\`untrusted comment:" . "a key or signature of minisign or signify")
    ("\\`\x1f\x8b" . "compressed by gzip")
    ("\\`PK\3\4" . "a zip archive"))
  "Regexps for file types that cannot be opened, with their descriptions.")

(defun quicksalt-detect (bytes)
  "Return the format of BYTES, or nil.
The formats are `age', `age-armoured', `openssl', `openssl-base64',
`kaesar', `kaesar-base64', and `aes', which is read-only."
  (let ((case-fold-search nil))
    (cond
     ((string-prefix-p "age-encryption.org/v1\n" bytes) 'age)
     ((quicksalt-age-armoured-p bytes) 'age-armoured)
     ((string-prefix-p "Salted__" bytes) 'openssl)
     ((string-match-p "\\`U2FsdGVkX1" bytes) 'openssl-base64)
     ((string-match-p quicksalt-openssl-kaesar-line bytes) 'kaesar)
     ((string-prefix-p "-----BEGIN ENCRYPTED DATA-----" bytes)
      'kaesar-base64)
     ((string-prefix-p "aes-encrypted V 1.3-" bytes) 'aes))))

(defun quicksalt-formats--refuse (bytes)
  "Signal that BYTES are not an encrypted file; name their probable type."
  (let* ((case-fold-search nil)
         (other (cl-find-if (lambda (entry) (string-match-p (car entry) bytes))
                            quicksalt-formats--others)))
    (signal 'quicksalt-error
            (list (cond ((equal bytes "") "The file is empty")
                        (other (format "This is %s" (cdr other)))
                        (t "Not an encrypted file of a known format"))))))

;;;; Passphrases

(defun quicksalt-formats--utf-8 (text)
  "Return TEXT as UTF-8 bytes, always in a new string."
  (copy-sequence (encode-coding-string text 'utf-8-unix)))

(defun quicksalt-passphrase-bytes (passphrase)
  "Normalize the text PASSPHRASE to NFC and return it as UTF-8 bytes."
  (quicksalt-formats--utf-8
   (if (string-match-p "[^[:ascii:]]" passphrase)
       (progn (require 'ucs-normalize)
              (ucs-normalize-NFC-string passphrase))
     passphrase)))

(defun quicksalt-formats--spellings (passphrase)
  "Return a list of the possible UTF-8 encodings of PASSPHRASE."
  (let ((composed (quicksalt-passphrase-bytes passphrase)))
    (if (not (string-match-p "[^[:ascii:]]" passphrase))
        (list composed)
      (delete-dups
       (list composed
             (quicksalt-formats--utf-8 passphrase)
             (quicksalt-formats--utf-8
              (ucs-normalize-NFD-string passphrase)))))))

(defun quicksalt-formats--cache-key (name)
  "Return the passphrase cache key for the file NAME.
Backups and auto-save files share the key of their base file."
  (let ((file (file-truename name)))
    (concat "quicksalt:" (file-name-directory file)
            (replace-regexp-in-string "\\`#\\|#\\'\\|~\\'\\|\\.~[0-9]+~\\'" ""
                                      (file-name-nondirectory file)))))

(defun quicksalt-remember (name passphrase)
  "Remember PASSPHRASE for the file NAME until `quicksalt-cache-expiry'."
  (when (and name (not (eql quicksalt-cache-expiry 0)))
    (let ((password-cache t)
          (password-cache-expiry quicksalt-cache-expiry))
      (password-cache-add (quicksalt-formats--cache-key name)
                          (copy-sequence passphrase)))))

(defun quicksalt-forget (&optional name)
  "Forget the passphrase of the file NAME, or all passphrases if nil."
  (interactive)
  (if name
      (password-cache-remove (quicksalt-formats--cache-key name))
    (let (keys)
      (maphash (lambda (key _)
                 (when (and (stringp key) (string-prefix-p "quicksalt:" key))
                   (push key keys)))
               password-data)
      (mapc #'password-cache-remove keys)))
  (when (called-interactively-p 'interactive)
    (message "Passphrases forgotten")))

(defun quicksalt-formats--cached (name)
  "Return the cached passphrase for the file NAME, or nil."
  (and name (password-in-cache-p (quicksalt-formats--cache-key name))
       (copy-sequence
        (password-read-from-cache (quicksalt-formats--cache-key name)))))

(defvar quicksalt-read-passphrase-function #'read-passwd
  "Function that reads a passphrase; arguments are PROMPT and CONFIRM.")

(defun quicksalt-new-passphrase (name)
  "Prompt twice for the passphrase of the new file NAME; return the text."
  (let ((passphrase
         (funcall quicksalt-read-passphrase-function
                  (format "New passphrase for %s: "
                          (if name (file-name-nondirectory name) "this"))
                  t)))
    (when (equal passphrase "")
      (signal 'quicksalt-error '("Passphrase must not be empty")))
    (quicksalt-remember name passphrase)
    passphrase))

(defun quicksalt-formats--with-passphrase (name try &optional doubt)
  "Call TRY with passphrases for the file NAME until the result is non-nil.
First try the cached passphrase, then prompt up to three times.  TRY receives
a passphrase in bytes; return its result.  DOUBT, if non-nil, describes a
second possible cause of failure."
  (let ((cached (quicksalt-formats--cached name)) (left 3) result problem)
    (while (not result)
      (let ((passphrase
             (or cached
                 (if (> left 0)
                     (funcall quicksalt-read-passphrase-function
                              (format "%sPassphrase for %s: "
                                      (if problem (concat problem "; ") "")
                                      (if name (file-name-nondirectory name)
                                        "this"))
                              nil)
                   (signal 'quicksalt-wrong-key
                           (cons name (and doubt (list doubt))))))))
        (unless cached (setq left (1- left)))
        (unwind-protect
            (progn
              (setq result (cl-some try (quicksalt-formats--spellings
                                         passphrase)))
              (cond (result (quicksalt-remember name passphrase))
                    (cached (quicksalt-forget name)))
              (setq cached nil problem "Wrong"))
          (clear-string passphrase))))
    result))

;;;; Identities

(defun quicksalt-identities ()
  "Return the secret keys from `quicksalt-identity-files'.
The list is suitable for `quicksalt-age-unwrap'."
  (let (keys)
    (dolist (file quicksalt-identity-files (nreverse keys))
      (when (file-readable-p file)
        (with-temp-buffer
          (insert-file-contents file)
          (when (quicksalt-ssh-identity-p (buffer-string))
            (push (quicksalt-ssh-identity (buffer-string) file) keys))
          (while (re-search-forward "^AGE-SECRET-KEY-1[^ \t\r\n]*" nil t)
            (push (quicksalt-age-identity (match-string 0)) keys)))))))

;;;; Opening

(defun quicksalt-formats-age-session (header format name)
  "Return a session for the file NAME in FORMAT with the parsed HEADER.
Prompt for a passphrase or search for a secret key, as HEADER requires."
  (let ((key (if (quicksalt-age-passphrase-p header)
                 (quicksalt-formats--with-passphrase
                  name (lambda (passphrase)
                         (quicksalt-age-unwrap header passphrase)))
               (or (quicksalt-age-unwrap header (quicksalt-identities))
                   (signal 'quicksalt-wrong-key
                           (list (format "no secret key fits %s; see %s"
                                         (mapconcat #'car
                                                    (plist-get header :stanzas)
                                                    ", ")
                                         "`quicksalt-identity-files'")))))))
    (make-quicksalt-session :format format :key key
                            :header (plist-get header :header))))

(defun quicksalt-formats--open-age (bytes format name)
  "Decrypt BYTES of the file NAME in FORMAT; return (PLAINTEXT . SESSION)."
  (let* ((header (quicksalt-age-parse
                  (if (eq format 'age) bytes (quicksalt-age-unarmour bytes))))
         (session (quicksalt-formats-age-session header format name)))
    (cons (quicksalt-age-open-payload (quicksalt-session-key session)
                                      (plist-get header :payload))
          session)))

(defun quicksalt-formats--unpack (bytes format)
  "Split BYTES in FORMAT into a list (BODY ALGORITHM CODING MODE).
Values that FORMAT does not store are nil."
  (pcase format
    ('openssl-base64 (list (quicksalt-openssl-decode64 bytes)))
    ('kaesar (let ((parsed (quicksalt-openssl-parse-kaesar bytes)))
               (list (plist-get parsed :body) (plist-get parsed :algorithm)
                     (plist-get parsed :coding) (plist-get parsed :mode))))
    ('kaesar-base64
     (let ((parsed (or (quicksalt-openssl-parse-headed bytes)
                       (quicksalt-age--damaged "malformed header"))))
       (list (cdr parsed) (car parsed))))
    (_ (list bytes))))

(defun quicksalt-formats-openssl-doubt (algorithm)
  "Return a text about other causes of a failed decryption by ALGORITHM.
The file format cannot distinguish these causes from a wrong passphrase."
  (format (concat "or the file does not use %s and %d iterations;"
                  " see `quicksalt-openssl-iterations'")
          algorithm quicksalt-openssl-iterations))

(defun quicksalt-formats--open-openssl (bytes format name)
  "Decrypt BYTES of the file NAME in FORMAT; return (PLAINTEXT . SESSION)."
  (pcase-let* ((`(,body ,said ,coding ,mode)
                (quicksalt-formats--unpack bytes format))
               (algorithm (or said quicksalt-openssl-algorithm)))
    (quicksalt-openssl-check body algorithm)
    (quicksalt-formats--with-passphrase
     name
     (lambda (passphrase)
       (let ((opened (quicksalt-openssl-open body passphrase algorithm
                                             quicksalt-openssl-iterations)))
         (when opened
           (cons (car opened)
                 (make-quicksalt-session
                  :format format :passphrase (copy-sequence passphrase)
                  :algorithm algorithm :derivation (cdr opened)
                  :iterations quicksalt-openssl-iterations
                  :coding coding :mode mode)))))
     (quicksalt-formats-openssl-doubt algorithm))))

(defun quicksalt-open-bytes (bytes &optional name)
  "Decrypt BYTES; return a cons of the plaintext and the session to save it.
BYTES are in any format of `quicksalt-detect'.  Prompt for a passphrase, or
use the cached passphrase of the file NAME; secret keys come from
`quicksalt-identity-files'."
  (pcase (quicksalt-detect bytes)
    ((and format (or 'age 'age-armoured))
     (quicksalt-formats--open-age bytes format name))
    ('aes
     (let ((parsed (quicksalt-import-parse bytes)))
       ;; There is no session: the next save encrypts the file as a new file.
       (quicksalt-formats--with-passphrase
        name (lambda (passphrase)
               (let ((plaintext (quicksalt-import-open parsed passphrase)))
                 (and plaintext (list plaintext)))))))
    ((and format (pred identity))
     (quicksalt-formats--open-openssl bytes format name))
    (_ (quicksalt-formats--refuse bytes))))

;;;; Sealing

(defun quicksalt-formats-work-factor ()
  "Return the scrypt work factor for new files."
  (or quicksalt-work-factor
      (if (eq 'module (quicksalt-backend-tier 'scrypt)) 18 12)))

(defun quicksalt-new-session (&optional name format passphrase)
  "Return a session for the new file NAME in FORMAT.
FORMAT defaults to `quicksalt-default-format'.  The file is encrypted to
`quicksalt-recipients', or with PASSPHRASE; if both are nil, prompt twice
for a passphrase."
  (let* ((format (or format quicksalt-default-format))
         (age (memq format '(age age-armoured)))
         (key (and age (quicksalt-random 16))))
    (if (and age (null passphrase) quicksalt-recipients)
        (make-quicksalt-session
         :format format :key key
         :header (quicksalt-age-header-for-recipients
                  key (mapcar (lambda (text)
                                (if (quicksalt-ssh-recipient-p text)
                                    (quicksalt-ssh-recipient text)
                                  (quicksalt-age-recipient text)))
                              quicksalt-recipients)))
      (let ((bytes (quicksalt-passphrase-bytes
                    (or passphrase (quicksalt-new-passphrase name)))))
        (if (not age)
            (make-quicksalt-session
             :format format :passphrase bytes
             :algorithm quicksalt-openssl-algorithm
             :iterations quicksalt-openssl-iterations)
          (prog1 (make-quicksalt-session
                  :format format :key key
                  :header (quicksalt-age-header-for-passphrase
                           key bytes (quicksalt-formats-work-factor)))
            (clear-string bytes)))))))

(defun quicksalt-seal-bytes (plaintext session)
  "Encrypt the unibyte string PLAINTEXT for SESSION."
  (when (multibyte-string-p plaintext)
    (error "Plaintext must be a unibyte string; encode it first"))
  (let ((format (quicksalt-session-format session)))
    (if (memq format '(age age-armoured))
        (let ((file (concat (quicksalt-session-header session)
                            (quicksalt-age-seal-payload
                             (quicksalt-session-key session) plaintext))))
          (if (eq format 'age) file (quicksalt-age-armour file)))
      (let* ((algorithm (quicksalt-session-algorithm session))
             (body (quicksalt-openssl-seal
                    plaintext (quicksalt-session-passphrase session) algorithm
                    (quicksalt-session-derivation session)
                    (quicksalt-session-iterations session))))
        (pcase format
          ('openssl body)
          ('openssl-base64 (quicksalt-openssl-encode64 body 64))
          ('kaesar (concat (quicksalt-openssl-kaesar-line
                            algorithm (quicksalt-session-coding session)
                            (quicksalt-session-mode session))
                           body))
          ('kaesar-base64 (quicksalt-openssl-headed body algorithm)))))))

(defun quicksalt-wipe-session (session)
  "Overwrite the secrets of SESSION."
  (dolist (secret (list (quicksalt-session-key session)
                        (quicksalt-session-passphrase session)))
    (when secret (clear-string secret))))

(provide 'quicksalt-formats)
;;; quicksalt-formats.el ends here
