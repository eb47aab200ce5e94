;;; quicksalt-module.el --- The dynamic module  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; Loads the module quicksalt-native.so, which `cargo build --release -p
;; quicksalt-emacs' builds from crates/emacs, and checks its version.  Without
;; the module everything works, but slower.
;;
;; Data and keys must be unibyte strings: a multibyte string's internal bytes
;; differ from its characters.  A key can also be a handle from
;; `quicksalt-module-key'; its bytes are wiped when the handle is forgotten.

;;; Code:

(defvar quicksalt-module-version-wanted "0.1.0"
  "The module version that these Lisp files require.")

(defcustom quicksalt-module-file nil
  "The file of the dynamic module, or nil.
If nil, search the folder of these Lisp files for quicksalt-native-SYSTEM and
quicksalt-native, each with the suffix of modules.  SYSTEM is the value of
`system-configuration'."
  :type '(choice (const nil) file)
  :group 'quicksalt)

(defvar quicksalt-module--failure nil
  "The reason why the module is not used, or nil.")

(defvar quicksalt-module--loaded nil
  "The file of the loaded module, or nil before its version is checked.")

(defconst quicksalt-module--folder
  (file-name-directory (or load-file-name buffer-file-name default-directory))
  "The folder that contains these Lisp files.")

(declare-function quicksalt-module-version "quicksalt-native.so" ())
(declare-function quicksalt-module--aes "quicksalt-native.so"
                  (kind key iv data size))
(declare-function quicksalt-module--pbkdf2 "quicksalt-native.so"
                  (bits passphrase salt iterations size))
(declare-function quicksalt-module--scrypt "quicksalt-native.so"
                  (passphrase salt log-n r p size))
(declare-function quicksalt-module--x25519 "quicksalt-native.so" (scalar point))
(declare-function quicksalt-module--chacha20-poly1305 "quicksalt-native.so"
                  (open key nonce data size))
(declare-function quicksalt-module--aes-gcm "quicksalt-native.so"
                  (open key nonce data size aad))
(declare-function quicksalt-module--key "quicksalt-native.so" (bytes))

(defun quicksalt-module--candidates ()
  "Return possible file names of the module, the preferred name first."
  (let ((suffix (or (bound-and-true-p module-file-suffix) ".so")))
    (if quicksalt-module-file
        (list (expand-file-name quicksalt-module-file))
      (list (expand-file-name (concat "quicksalt-native-" system-configuration
                                      suffix)
                              quicksalt-module--folder)
            (expand-file-name (concat "quicksalt-native" suffix)
                              quicksalt-module--folder)))))

(defun quicksalt-module-load ()
  "Load the module if necessary; return non-nil if it is usable.
Otherwise `quicksalt-module--failure' holds the reason, for
`quicksalt-doctor'."
  (or quicksalt-module--loaded
      (let ((file (seq-find #'file-readable-p (quicksalt-module--candidates))))
        (setq quicksalt-module--failure
              (cond
               ((not (fboundp 'module-load)) "this Emacs cannot load modules")
               ((< emacs-major-version 28) "the module needs Emacs 28 or later")
               ((not file)
                (format "%s not found" (car (last (quicksalt-module--candidates)))))
               (t (condition-case problem
                      (progn
                        (module-load file)
                        (quicksalt-module--version-obstacle))
                    (error (error-message-string problem))))))
        (setq quicksalt-module--loaded
              (and (null quicksalt-module--failure) file)))))

(defun quicksalt-module-lines ()
  "Return lines of text that name the module's file, or explain the build."
  (if (quicksalt-module-load)
      (list (format "Module %s, %s" (quicksalt-module-version)
                    (abbreviate-file-name quicksalt-module--loaded)))
    (cons (format "Module not used: %s" quicksalt-module--failure)
          (and (fboundp 'module-load) (>= emacs-major-version 28)
               (list "To build it, run this in quicksalt's source folder,"
                     "and restart Emacs:"
                     "  cargo build --release --package quicksalt-emacs"
                     (format "  cp target/release/libquicksalt_module%s %s"
                             (if (eq system-type 'darwin) ".dylib" ".so")
                             (shell-quote-argument
                              (car (last (quicksalt-module--candidates))))))))))

(defun quicksalt-module--version-obstacle ()
  "Return a description of a wrong module version, or nil."
  (let ((version (quicksalt-module-version)))
    (unless (equal version quicksalt-module-version-wanted)
      (format "its version is %s, not %s" version
              quicksalt-module-version-wanted))))

(defun quicksalt-module--check (&rest strings)
  "Signal an error if one of STRINGS is multibyte."
  (dolist (string strings)
    (when (multibyte-string-p string)
      (error "Data must be a unibyte string; encode it first"))))

(defun quicksalt-module-aes (mode decrypt key iv data)
  "Encrypt DATA by AES in MODE with KEY and IV.
If DECRYPT is non-nil, decrypt DATA instead.  The arguments are the same as
for `quicksalt-aes-apply', but KEY may also be a handle."
  (when (or (multibyte-string-p data) (multibyte-string-p key)
            (multibyte-string-p iv))
    (error "Data must be a unibyte string; encode it first"))
  (quicksalt-module--aes (+ (cond ((eq mode 'cbc) 1) ((eq mode 'ctr) 4)
                                  ((eq mode 'ecb) 0) ((eq mode 'cfb) 2)
                                  ((eq mode 'ofb) 3)
                                  (t (error "Unknown mode: %S" mode)))
                            (if decrypt 8 0)
                            (if (stringp key) 0 16))
                         key iv data (length data)))

(defun quicksalt-module-pbkdf2 (hash passphrase salt iterations size)
  "Derive SIZE bytes like `quicksalt-pbkdf2'.
HASH, PASSPHRASE, SALT and ITERATIONS are arguments of that function."
  (quicksalt-module--check passphrase salt)
  (quicksalt-module--pbkdf2 (pcase hash ('sha256 256) ('sha512 512)
                              (_ (error "Unknown hash: %S" hash)))
                            passphrase salt iterations size))

(defun quicksalt-module-scrypt (passphrase salt log-n r p size)
  "Derive SIZE bytes like `quicksalt-chacha-scrypt'.
PASSPHRASE, SALT, LOG-N, R and P are arguments of that function."
  (quicksalt-module--check passphrase salt)
  (quicksalt-module--scrypt passphrase salt log-n r p size))

(defun quicksalt-module-x25519 (scalar point)
  "Apply X25519 to SCALAR and POINT; return even an all-zero result."
  (quicksalt-module--check scalar point)
  (or (quicksalt-module--x25519 scalar point) (make-string 32 0)))

(defun quicksalt-module-chacha20-poly1305 (open key nonce data)
  "Seal DATA by ChaCha20-Poly1305 with KEY and NONCE.
If OPEN is non-nil, open DATA instead; return nil if its tag is wrong."
  (quicksalt-module--check key nonce data)
  (quicksalt-module--chacha20-poly1305 open key nonce data (length data)))

(defun quicksalt-module-aes-gcm (open key nonce data aad)
  "Seal DATA by AES-GCM with KEY and NONCE; the tag also authenticates AAD.
If OPEN is non-nil, open DATA instead; return nil if its tag is wrong.  KEY
may be a handle."
  (quicksalt-module--check nonce data aad)
  (quicksalt-module--aes-gcm open key nonce data (length data) aad))

(defun quicksalt-module-key (bytes)
  "Return a handle for the key in the unibyte string BYTES, and wipe BYTES.
The handle replaces the key until `quicksalt-module-forget' is called on it."
  (quicksalt-module--check bytes)
  (prog1 (quicksalt-module--key bytes)
    (clear-string bytes)))

(provide 'quicksalt-module)
;;; quicksalt-module.el ends here
