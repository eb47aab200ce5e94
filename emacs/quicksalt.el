;;; quicksalt.el --- Fast encrypted files without external programs  -*- lexical-binding: t; -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "27.1"))
;; Keywords: files, data
;; URL: https://github.com/OWNER/quicksalt
;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; This package opens and saves .age and .aes files like ordinary files.  It
;; encrypts regions and marked files, and reads files written by age, `openssl
;; enc' and kaesar.  It needs no external program and no compiler.  If
;; available, a dynamic module and GnuTLS make it faster.
;;
;;   (require 'quicksalt)
;;   (quicksalt-file-mode)
;;
;; `M-x quicksalt-doctor' shows which backend computes each operation.

;;; Code:

(require 'cl-lib)
(require 'quicksalt-file)
(require 'quicksalt-module)

(declare-function dired-get-marked-files "dired")
(declare-function quicksalt-module--encrypt-file "quicksalt-native.so"
                  (source target format to number replace))
(declare-function quicksalt-module--decrypt-file "quicksalt-native.so"
                  (source target format secret number replace))
(declare-function dired-do-redisplay "dired")
(defvar auth-sources)

;;;; Text

(defun quicksalt-encrypt-string (text &optional format passphrase)
  "Encode TEXT in UTF-8, encrypt it, and return a unibyte string.
FORMAT defaults to `quicksalt-default-format'.  Encrypt with PASSPHRASE; if
it is nil, encrypt to `quicksalt-recipients', or prompt for a passphrase if
there are no recipients."
  (let ((plaintext (encode-coding-string text 'utf-8-unix))
        (session (quicksalt-new-session nil format passphrase)))
    (unwind-protect (quicksalt-seal-bytes plaintext session)
      (quicksalt-wipe-session session))))

(defun quicksalt-decrypt-string (bytes &optional passphrase)
  "Decrypt BYTES of any supported format and decode the plaintext as UTF-8.
Use PASSPHRASE, or prompt for one if it is nil."
  (let* ((quicksalt-read-passphrase-function
          (if passphrase (lambda (&rest _) (copy-sequence passphrase))
            quicksalt-read-passphrase-function))
         (opened (quicksalt-open-bytes bytes)))
    (unwind-protect (decode-coding-string (car opened) 'utf-8)
      (when (cdr opened) (quicksalt-wipe-session (cdr opened))))))

;;;###autoload
(defun quicksalt-encrypt-region (start end)
  "Encrypt the region from START to END and replace it with the ciphertext.
The ciphertext is text: armoured for age, base64 for the OpenSSL format."
  (interactive "*r")
  (let* ((format (if (eq quicksalt-default-format 'openssl) 'openssl-base64
                   'age-armoured))
         (encrypted (quicksalt-encrypt-string
                     (buffer-substring-no-properties start end) format)))
    (quicksalt--replace start end encrypted)))

;;;###autoload
(defun quicksalt-decrypt-region (start end)
  "Replace the encrypted text from START to END with its plaintext."
  (interactive "*r")
  (let ((bytes (encode-coding-string
                (buffer-substring-no-properties start end) 'raw-text-unix)))
    (quicksalt--replace start end (quicksalt-decrypt-string bytes))))

(defun quicksalt--replace (start end text)
  "Replace the region from START to END with TEXT."
  (barf-if-buffer-read-only)
  (save-excursion
    (atomic-change-group
      (goto-char start)
      (delete-region start end)
      (insert text))))

;;;; Files

(defun quicksalt--natively-p (&rest files)
  "Return non-nil if the module can read and write FILES directly."
  (and (memq quicksalt-backend '(auto module))
       (not (cl-some #'file-remote-p files))
       (not (quicksalt-backend-obstacle 'chacha20-poly1305 'module))
       (fboundp 'quicksalt-module--encrypt-file)))

(defun quicksalt--encrypt-natively (file output)
  "Encrypt FILE into OUTPUT with the module, without reading it into Emacs."
  (let* ((openssl (eq quicksalt-default-format 'openssl))
         (public (and (not openssl) quicksalt-recipients))
         (to (if public (encode-coding-string (mapconcat #'identity public "\n")
                                              'utf-8)
               (let ((typed (quicksalt-new-passphrase output)))
                 (unwind-protect (quicksalt-passphrase-bytes typed)
                   (clear-string typed))))))
    (unwind-protect
        (quicksalt-module--encrypt-file
         (quicksalt-memory-native-name file) (quicksalt-memory-native-name output)
         (pcase quicksalt-default-format
           ('openssl (format "openssl %s pbkdf2 binary"
                             quicksalt-openssl-algorithm))
           ('age-armoured "age armor")
           (_ "age"))
         to
         (cond (openssl quicksalt-openssl-iterations)
               (public 0)
               (t (quicksalt-formats-work-factor)))
         t)
      (clear-string to))))

(defun quicksalt--native-format (file)
  "Return the module's parameters to decrypt FILE, or nil if Lisp must do it.
The parameters are a list (FORMAT NUMBER SECRET).  NUMBER is the largest work
factor, the iteration count, or 0; SECRET is `identities' or `passphrase'."
  (let ((head (quicksalt-file--read file 64)))
    (pcase (quicksalt-detect head)
      ('age (if (string-match-p "\n-> scrypt " head)
                (list "age" quicksalt-age-largest-work-factor 'passphrase)
              (list "age" 0 'identities)))
      ((or 'openssl 'openssl-base64)
       (and (string-match-p "-\\(?:cbc\\|ctr\\)\\'" quicksalt-openssl-algorithm)
            (list (format "openssl %s any binary" quicksalt-openssl-algorithm)
                  quicksalt-openssl-iterations 'passphrase))))))

(defun quicksalt--decrypt-natively (file output native)
  "Decrypt FILE into OUTPUT with the module.
NATIVE is a list from `quicksalt--native-format'."
  (pcase-let* ((`(,format ,number ,who) native)
               (decrypt
                (lambda (secret)
                  (quicksalt-module--decrypt-file
                   (quicksalt-memory-native-name file)
                   (quicksalt-memory-native-name output) format secret number t))))
    (if (eq who 'passphrase)
        (quicksalt-formats--with-passphrase
         (expand-file-name file)
         (lambda (passphrase)
           (condition-case nil (funcall decrypt passphrase)
             (quicksalt-wrong-key nil)))
         (and (string-prefix-p "openssl" format)
              (quicksalt-formats-openssl-doubt quicksalt-openssl-algorithm)))
      (let ((texts (quicksalt--identity-texts)))
        (unwind-protect (quicksalt--try-each decrypt texts)
          (mapc #'clear-string texts))))))

(defun quicksalt--identity-texts ()
  "Return the contents of `quicksalt-identity-files' as a list for the module.
All age keys form one text; each OpenSSH key is a separate text."
  (let* ((all (mapcar #'quicksalt-file--read
                      (cl-remove-if-not #'file-readable-p
                                        quicksalt-identity-files)))
         (own (cl-remove-if #'quicksalt-ssh-identity-p all))
         (foreign (cl-remove-if-not #'quicksalt-ssh-identity-p all)))
    (prog1 (if (and foreign (null own)) foreign
             (cons (mapconcat #'identity own "\n") foreign))
      (mapc #'clear-string own))))

(defun quicksalt--try-each (decrypt secrets)
  "Call DECRYPT with each of SECRETS until a call succeeds.
If no call succeeds, signal the last error.  A locked or wrong key does not
stop the search."
  (let (problem done)
    (while (and secrets (not done))
      (condition-case raised
          (progn (funcall decrypt (pop secrets))
                 (setq done t))
        (quicksalt-damaged (signal (car raised) (cdr raised)))
        (quicksalt-error (setq problem raised))))
    (unless done (signal (car problem) (cdr problem)))))

;;;###autoload
(defun quicksalt-encrypt-file (file &optional output)
  "Encrypt FILE and write the result to OUTPUT, by default FILE.age.
For the OpenSSL format the default suffix is .aes.  Leave FILE in place and
return the name of the output file."
  (interactive "fEncrypt file: ")
  (let ((output (or output (concat file (if (eq quicksalt-default-format
                                                'openssl)
                                            ".aes" ".age")))))
    (quicksalt--may-write output)
    (if (quicksalt--natively-p file output)
        (quicksalt--encrypt-natively file output)
      (let ((plaintext (quicksalt-file--read file)))
        (unwind-protect
            (quicksalt-file--store
             (quicksalt-seal-bytes plaintext (quicksalt-new-session output))
             output)
          (clear-string plaintext))))
    output))

;;;###autoload
(defun quicksalt-decrypt-file (file &optional output)
  "Decrypt FILE and write the plaintext to OUTPUT.
By default OUTPUT is FILE without the suffix .age or .aes.  Leave FILE in
place and return the name of the output file."
  (interactive "fDecrypt file: ")
  (let* ((plain (quicksalt-file-plain-name file))
         (output (or output (if (equal plain file) (concat file ".plain")
                              plain)))
         (native (and (quicksalt--natively-p file output)
                      (quicksalt--native-format file))))
    (quicksalt--may-write output)
    (if native
        (quicksalt--decrypt-natively file output native)
      (let ((opened (quicksalt-open-bytes (quicksalt-file--read file)
                                          (expand-file-name file))))
        (unwind-protect (quicksalt-file--store (car opened) output)
          (clear-string (car opened)))))
    output))

(defun quicksalt--may-write (file)
  "Ask before overwriting FILE; signal an error in batch mode."
  (when (and (file-exists-p file)
             (or noninteractive
                 (not (yes-or-no-p (format "Overwrite %s? " file)))))
    (signal 'file-already-exists (list "File exists" file))))

;;;###autoload
(defun quicksalt-dired-do-encrypt ()
  "Encrypt each marked file into a new file in the same folder.
If a passphrase is needed, prompt once for all files."
  (interactive)
  (quicksalt--with-one-passphrase #'quicksalt-encrypt-file
                                  (dired-get-marked-files))
  (revert-buffer))

;;;###autoload
(defun quicksalt-dired-do-decrypt ()
  "Decrypt each marked file into a new file in the same folder.
A passphrase that the user types is also tried on the remaining files."
  (interactive)
  (quicksalt--with-one-passphrase #'quicksalt-decrypt-file
                                  (dired-get-marked-files))
  (revert-buffer))

(defun quicksalt--with-one-passphrase (call files)
  "Call CALL on each of FILES, reusing the passphrase that the user types.
Prompt again if that passphrase was wrong."
  (let* ((ask quicksalt-read-passphrase-function) (typed nil) (given nil)
         (quicksalt-read-passphrase-function
          (lambda (prompt twice)
            (when (or given (null typed))
              (when typed (clear-string typed))
              (setq typed
                    (funcall ask (if (and twice (cdr files))
                                     (format "New passphrase for %d files: "
                                             (length files))
                                   prompt)
                             twice)))
            (setq given t)
            (copy-sequence typed))))
    (unwind-protect
        (dolist (file files)
          (setq given nil)
          (funcall call file))
      (when typed (clear-string typed)))))

;;;; Keys and secrets

;;;###autoload
(defun quicksalt-generate-identity (file)
  "Write a new age secret key to FILE, readable only by its owner.
Return the matching recipient, the public key to encrypt to."
  (interactive "FWrite the secret key to: ")
  (when (file-exists-p file)
    (signal 'file-already-exists (list "File exists" file)))
  (let* ((secret (quicksalt-random 32))
         (recipient (quicksalt-age-public secret)))
    (quicksalt-file--store
     (concat "# public key: " recipient "\n"
             (quicksalt-age-identity-text secret) "\n")
     file)
    (clear-string secret)
    (message "%s" recipient)
    recipient))

;;;###autoload
(defun quicksalt-auth-source-enable (&optional file)
  "Make `auth-source' read FILE, by default ~/.authinfo.age.
This turns on `quicksalt-file-mode', which decrypts the file."
  (interactive)
  (require 'auth-source)
  (quicksalt-file-mode 1)
  (add-to-list 'auth-sources (or file "~/.authinfo.age")))

;;;; The doctor

(defun quicksalt--doctor-obstacles (entry)
  "Return a line for each tier that cannot compute the operation of ENTRY.
The line gives the reason.  A missing module is omitted, because the doctor
reports it only once, at the top."
  (delq nil
        (mapcar
         (lambda (tier)
           (let ((obstacle (quicksalt-backend-obstacle (car entry) tier)))
             (and obstacle (assq tier (cddr entry))
                  (not (and (eq tier 'module)
                            (equal obstacle quicksalt-module--failure)))
                  (format "  not %-8s %s" tier obstacle))))
         quicksalt-backend-tiers)))

(defun quicksalt--doctor-compiling ()
  "Return lines that say how to compile the Lisp, if it is not compiled."
  (when (string-prefix-p "not" (quicksalt-backend-compilation))
    (let ((folder (shell-quote-argument
                   (directory-file-name quicksalt-module--folder))))
      (list "To compile it, run this, and start Emacs again:"
            (format "  emacs -Q --batch -L %s \\" folder)
            (format "    -f batch-byte-compile %s/quicksalt*.el" folder)))))

(defun quicksalt--doctor-lines ()
  "Return the lines of the doctor's report."
  (append
   (list (format "Emacs %s, %s" emacs-version system-configuration)
         (format "Backend setting: %s" quicksalt-backend)
         (format "Lisp is %s" (quicksalt-backend-compilation)))
   (quicksalt--doctor-compiling)
   (list (format "Garbage collection every %d bytes" gc-cons-threshold)
         "")
   (quicksalt-module-lines)
   (list "")
   (mapcan
    (lambda (entry)
      (cons (format "%-18s %s" (car entry)
                    (or (quicksalt-backend-tier (car entry)) "none"))
            (quicksalt--doctor-obstacles entry)))
    quicksalt-backend--operations)))

;;;###autoload
(defun quicksalt-doctor ()
  "Show which backend computes each operation, and why other backends do not."
  (interactive)
  (let ((lines (quicksalt--doctor-lines)))
    (if noninteractive
        (princ (concat (mapconcat #'identity lines "\n") "\n"))
      (with-help-window "*quicksalt*"
        (princ (mapconcat #'identity lines "\n"))))))

(provide 'quicksalt)
;;; quicksalt.el ends here
