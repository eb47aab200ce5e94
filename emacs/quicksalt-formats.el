;;; quicksalt-formats.el --- Formats told apart, opened and sealed  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; What a file is follows from how it begins.  To open it yields its
;; plaintext and a session, which is what saving needs to write the same
;; format for the same people without asking or deriving a key again: for
;; age the header and the key of the file, for `openssl enc' the passphrase,
;; the cipher and the derivation.

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
  "What it takes to write a file again as it was read."
  format                                ; see `quicksalt-detect'
  header key                            ; age: its text, the file's key
  passphrase                            ; others: in bytes
  (algorithm "aes-256-cbc") (derivation 'pbkdf2) iterations
  coding mode)                          ; what kaesar's line says

(defcustom quicksalt-default-format 'age
  "The format of new files: `age', `age-armoured' or `openssl'.
The last is not authenticated: who can write to it can alter it unseen."
  :type '(choice (const age) (const age-armoured) (const openssl))
  :group 'quicksalt)

(defcustom quicksalt-recipients nil
  "Whom new files are for: age recipients, such as age1ql3z7hjy54pw3...
Public keys of OpenSSH, such as ssh-ed25519 AAAAC3..., are recipients too.
If nil, a passphrase is asked for."
  :type '(repeat string)
  :group 'quicksalt)

(defcustom quicksalt-identity-files
  '("~/.config/age/keys.txt" "~/.config/sops/age/keys.txt")
  "Files with secret keys of age, one a line; lines with # are comments.
A private key file of OpenSSH, of Ed25519 and not locked by a passphrase,
can be among them."
  :type '(repeat file)
  :group 'quicksalt)

(defcustom quicksalt-work-factor nil
  "The binary logarithm of scrypt's N in new age files.
If nil, 18 with the module, as age has it, and 12 in Lisp, where more
would take too long; that is 64 times easier to guess."
  :type '(choice (const :tag "By the backend" nil) integer)
  :group 'quicksalt)

(defcustom quicksalt-openssl-algorithm "aes-256-cbc"
  "The cipher of files of `openssl enc', which do not say it themselves."
  :type 'string
  :group 'quicksalt)

(defcustom quicksalt-cache-expiry 900
  "After how many seconds a passphrase is forgotten; nil is never, 0 at once."
  :type '(choice integer (const nil))
  :group 'quicksalt)

;;;; Detection

(defconst quicksalt-formats--others
  '(("\\`-----BEGIN PGP" . "a PGP message")
    ("\\`[\x84\x85\x8c\xc1\xc3\xd2]" . "a PGP message, it seems")
    ("\\`-----BEGIN OPENSSH PRIVATE KEY" . "a private key of OpenSSH")
    ("\\`-----BEGIN [A-Z ]*PRIVATE KEY" . "a private key")
    ("\\`-----BEGIN CERTIFICATE" . "a certificate")
    ("\\`AGE-SECRET-KEY-1" . "a secret key of age, not a file")
    ("\\`aes-encrypted V" . "a version of aes.el that is not known here")
    ("\\`age-encryption\\.org/" . "a version of age that is not known here")
    ("\\`untrusted comment:" . "a key or signature of minisign or signify")
    ("\\`\x1f\x8b" . "compressed by gzip")
    ("\\`PK\3\4" . "a zip archive"))
  "How other files begin, and what they are.")

(defun quicksalt-detect (bytes)
  "Return the format of BYTES, or nil.
It is `age', `age-armoured', `openssl', `openssl-base64', `kaesar',
`kaesar-base64', or `aes', which is read only."
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
  "Signal that BYTES are no encrypted file, and what they are instead."
  (let* ((case-fold-search nil)
         (other (cl-find-if (lambda (entry) (string-match-p (car entry) bytes))
                            quicksalt-formats--others)))
    (signal 'quicksalt-error
            (list (cond ((equal bytes "") "The file is empty")
                        (other (format "This is %s" (cdr other)))
                        (t "This is no encrypted file that is known here"))))))

;;;; Passphrases

(defun quicksalt-formats--utf-8 (text)
  "Return TEXT as bytes of UTF-8, in a string of its own."
  (copy-sequence (encode-coding-string text 'utf-8-unix)))

(defun quicksalt-passphrase-bytes (passphrase)
  "Return PASSPHRASE, any text, as bytes: NFC, then UTF-8."
  (quicksalt-formats--utf-8
   (if (string-match-p "[^[:ascii:]]" passphrase)
       (progn (require 'ucs-normalize)
              (ucs-normalize-NFC-string passphrase))
     passphrase)))

(defun quicksalt-formats--spellings (passphrase)
  "Return the bytes that PASSPHRASE may have been used as."
  (let ((composed (quicksalt-passphrase-bytes passphrase)))
    (if (not (string-match-p "[^[:ascii:]]" passphrase))
        (list composed)
      (delete-dups
       (list composed
             (quicksalt-formats--utf-8 passphrase)
             (quicksalt-formats--utf-8
              (ucs-normalize-NFD-string passphrase)))))))

(defun quicksalt-formats--cache-key (name)
  "Return the key of the passphrase cache for the file NAME.
Backups and auto-save files have that of the file that they are of."
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
  "Forget the passphrase of the file NAME, or all of them."
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
    (message "Passphrases are forgotten")))

(defun quicksalt-formats--cached (name)
  "Return the passphrase that is remembered for the file NAME, or nil."
  (and name (password-in-cache-p (quicksalt-formats--cache-key name))
       (copy-sequence
        (password-read-from-cache (quicksalt-formats--cache-key name)))))

(defvar quicksalt-read-passphrase-function #'read-passwd
  "The function that asks: a prompt, and whether to ask twice.")

(defun quicksalt-new-passphrase (name)
  "Ask twice for the passphrase of the new file NAME; return its text."
  (let ((passphrase
         (funcall quicksalt-read-passphrase-function
                  (format "New passphrase for %s: "
                          (if name (file-name-nondirectory name) "this"))
                  t)))
    (when (equal passphrase "")
      (signal 'quicksalt-error '("An empty passphrase protects nothing")))
    (quicksalt-remember name passphrase)
    passphrase))

(defun quicksalt-formats--with-passphrase (name try &optional doubt)
  "Call TRY with passphrases for the file NAME until the result is non-nil.
The remembered one comes first, then three that are asked for.  TRY gets
bytes; its result is returned.  DOUBT says what else may be wrong."
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
  "Return the secret keys in `quicksalt-identity-files'.
They are as `quicksalt-age-unwrap' takes them."
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
  "Return the session of the file NAME with the parsed HEADER, in FORMAT.
A passphrase is asked for, or a secret key looked for."
  (let ((key (if (quicksalt-age-passphrase-p header)
                 (quicksalt-formats--with-passphrase
                  name (lambda (passphrase)
                         (quicksalt-age-unwrap header passphrase)))
               (or (quicksalt-age-unwrap header (quicksalt-identities))
                   (signal 'quicksalt-wrong-key
                           (list (format "it is for %s; see %s"
                                         (mapconcat #'car
                                                    (plist-get header :stanzas)
                                                    ", ")
                                         "`quicksalt-identity-files'")))))))
    (make-quicksalt-session :format format :key key
                            :header (plist-get header :header))))

(defun quicksalt-formats--open-age (bytes format name)
  "Return plaintext and session of BYTES in FORMAT, the file NAME, as a cons."
  (let* ((header (quicksalt-age-parse
                  (if (eq format 'age) bytes (quicksalt-age-unarmour bytes))))
         (session (quicksalt-formats-age-session header format name)))
    (cons (quicksalt-age-open-payload (quicksalt-session-key session)
                                      (plist-get header :payload))
          session)))

(defun quicksalt-formats--unpack (bytes format)
  "Return the body of BYTES in FORMAT, an algorithm, coding and mode.
What FORMAT does not say is nil."
  (pcase format
    ('openssl-base64 (list (quicksalt-openssl-decode64 bytes)))
    ('kaesar (let ((parsed (quicksalt-openssl-parse-kaesar bytes)))
               (list (plist-get parsed :body) (plist-get parsed :algorithm)
                     (plist-get parsed :coding) (plist-get parsed :mode))))
    ('kaesar-base64
     (let ((parsed (or (quicksalt-openssl-parse-headed bytes)
                       (quicksalt-age--damaged "its header is malformed"))))
       (list (cdr parsed) (car parsed))))
    (_ (list bytes))))

(defun quicksalt-formats-openssl-doubt (algorithm)
  "Say why a file by ALGORITHM may not open though the passphrase is right.
Nothing in the format tells the one from the other."
  (format "or it is not of %s and %d iterations, `quicksalt-openssl-iterations'"
          algorithm quicksalt-openssl-iterations))

(defun quicksalt-formats--open-openssl (bytes format name)
  "Return plaintext and session of BYTES in FORMAT, the file NAME, as a cons."
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
  "Return a cons of the plaintext of BYTES and the session to save it by.
BYTES are of any format of `quicksalt-detect'.  A passphrase is asked for,
or remembered from the last time for the file NAME; secret keys are those of
`quicksalt-identity-files'."
  (pcase (quicksalt-detect bytes)
    ((and format (or 'age 'age-armoured))
     (quicksalt-formats--open-age bytes format name))
    ('aes
     (let ((parsed (quicksalt-import-parse bytes)))
       ;; Without a session: it is saved as a new file is.
       (quicksalt-formats--with-passphrase
        name (lambda (passphrase)
               (let ((plaintext (quicksalt-import-open parsed passphrase)))
                 (and plaintext (list plaintext)))))))
    ((and format (pred identity))
     (quicksalt-formats--open-openssl bytes format name))
    (_ (quicksalt-formats--refuse bytes))))

;;;; Sealing

(defun quicksalt-formats-work-factor ()
  "Return the work factor of new files."
  (or quicksalt-work-factor
      (if (eq 'module (quicksalt-backend-tier 'scrypt)) 18 12)))

(defun quicksalt-new-session (&optional name format passphrase)
  "Return a session for the new file NAME in FORMAT.
FORMAT is `quicksalt-default-format' if it is nil.  It is for
`quicksalt-recipients' or under PASSPHRASE, which is asked for twice if it
is nil."
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
  "Return the unibyte string PLAINTEXT encrypted for SESSION."
  (when (multibyte-string-p plaintext)
    (error "Plaintext is a unibyte string; encode it first"))
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
