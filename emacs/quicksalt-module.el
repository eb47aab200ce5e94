;;; quicksalt-module.el --- The dynamic module  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; Loads the module that `cargo build --release -p quicksalt-emacs' builds
;; out of crates/emacs, if it is there as quicksalt-native.so, and checks
;; its version.  Everything
;; works without it, slower.
;;
;; Data and keys must be unibyte strings: the bytes of a multibyte string
;; would be others than are meant.  Keys may be handles instead, made by
;; `quicksalt-module-key', whose bytes are wiped when they are forgotten.

;;; Code:

(defvar quicksalt-module-version-wanted "0.1.0"
  "The version of the module that goes with these files.")

(defcustom quicksalt-module-file nil
  "The file of the module; if nil, it is looked for beside these files.
Its name there is quicksalt-native with the suffix of modules, or with
`system-configuration' between the two."
  :type '(choice (const nil) file)
  :group 'quicksalt)

(defvar quicksalt-module--failure nil
  "Why the module is not used, or nil.")

(defvar quicksalt-module--loaded nil
  "The file of the module once it has been loaded, if its version is right.")

(defconst quicksalt-module--folder
  (file-name-directory (or load-file-name buffer-file-name default-directory))
  "The folder of these files.")

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
  "Return the names of files that may be the module, the first first."
  (let ((suffix (or (bound-and-true-p module-file-suffix) ".so")))
    (if quicksalt-module-file
        (list (expand-file-name quicksalt-module-file))
      (list (expand-file-name (concat "quicksalt-native-" system-configuration
                                      suffix)
                              quicksalt-module--folder)
            (expand-file-name (concat "quicksalt-native" suffix)
                              quicksalt-module--folder)))))

(defun quicksalt-module-load ()
  "Load the module unless it is loaded; return whether it can be used.
Why it cannot is in `quicksalt-module--failure', for `quicksalt-doctor'."
  (or quicksalt-module--loaded
      (let ((file (seq-find #'file-readable-p (quicksalt-module--candidates))))
        (setq quicksalt-module--failure
              (cond
               ((not (fboundp 'module-load)) "this Emacs loads no modules")
               ((< emacs-major-version 28) "the module needs Emacs 28")
               ((not file)
                (format "there is no %s" (car (last (quicksalt-module--candidates)))))
               (t (condition-case problem
                      (progn
                        (module-load file)
                        (quicksalt-module--version-obstacle))
                    (error (error-message-string problem))))))
        (setq quicksalt-module--loaded
              (and (null quicksalt-module--failure) file)))))

(defun quicksalt-module-lines ()
  "Return lines that say where the module is, or how one gets it."
  (if (quicksalt-module-load)
      (list (format "Module %s, %s" (quicksalt-module-version)
                    (abbreviate-file-name quicksalt-module--loaded)))
    (cons (format "Module not used: %s" quicksalt-module--failure)
          (and (fboundp 'module-load) (>= emacs-major-version 28)
               (list "To build it, run this where quicksalt's Cargo.toml is,"
                     "and start Emacs again:"
                     "  cargo build --release --package quicksalt-emacs"
                     (format "  cp target/release/libquicksalt_module%s %s"
                             (if (eq system-type 'darwin) ".dylib" ".so")
                             (shell-quote-argument
                              (car (last (quicksalt-module--candidates))))))))))

(defun quicksalt-module--version-obstacle ()
  "Say what is wrong with the version of the module, or return nil."
  (let ((version (quicksalt-module-version)))
    (unless (equal version quicksalt-module-version-wanted)
      (format "its version is %s, not %s" version
              quicksalt-module-version-wanted))))

(defun quicksalt-module--check (&rest strings)
  "Signal an error if one of STRINGS is multibyte."
  (dolist (string strings)
    (when (multibyte-string-p string)
      (error "Data is a unibyte string; encode it first"))))

(defun quicksalt-module-aes (mode decrypt key iv data)
  "AES of DATA from IV under KEY by MODE, backwards if DECRYPT.
The arguments are those of `quicksalt-aes-apply'; KEY may be a handle."
  (when (or (multibyte-string-p data) (multibyte-string-p key)
            (multibyte-string-p iv))
    (error "Data for AES is a unibyte string; encode it first"))
  (quicksalt-module--aes (+ (cond ((eq mode 'cbc) 1) ((eq mode 'ctr) 4)
                                  ((eq mode 'ecb) 0) ((eq mode 'cfb) 2)
                                  ((eq mode 'ofb) 3)
                                  (t (error "No such mode: %S" mode)))
                            (if decrypt 8 0)
                            (if (stringp key) 0 16))
                         key iv data (length data)))

(defun quicksalt-module-pbkdf2 (hash passphrase salt iterations size)
  "As `quicksalt-pbkdf2' of HASH PASSPHRASE SALT ITERATIONS SIZE."
  (quicksalt-module--check passphrase salt)
  (quicksalt-module--pbkdf2 (pcase hash ('sha256 256) ('sha512 512)
                              (_ (error "No such hash: %S" hash)))
                            passphrase salt iterations size))

(defun quicksalt-module-scrypt (passphrase salt log-n r p size)
  "As `quicksalt-chacha-scrypt' of PASSPHRASE SALT LOG-N R P SIZE."
  (quicksalt-module--check passphrase salt)
  (quicksalt-module--scrypt passphrase salt log-n r p size))

(defun quicksalt-module-x25519 (scalar point)
  "Return the X25519 of SCALAR and POINT, zeros included."
  (quicksalt-module--check scalar point)
  (or (quicksalt-module--x25519 scalar point) (make-string 32 0)))

(defun quicksalt-module-chacha20-poly1305 (open key nonce data)
  "ChaCha20-Poly1305 of DATA under KEY and NONCE, opened if OPEN.
What is not genuine is nil."
  (quicksalt-module--check key nonce data)
  (quicksalt-module--chacha20-poly1305 open key nonce data (length data)))

(defun quicksalt-module-aes-gcm (open key nonce data aad)
  "AES-GCM of DATA and AAD under KEY and NONCE, opened if OPEN.
What is not genuine is nil; KEY may be a handle."
  (quicksalt-module--check nonce data aad)
  (quicksalt-module--aes-gcm open key nonce data (length data) aad))

(defun quicksalt-module-key (bytes)
  "Return a handle of the key BYTES, a unibyte string; BYTES are wiped.
The handle is good where a key is due, until `quicksalt-module-forget'."
  (quicksalt-module--check bytes)
  (prog1 (quicksalt-module--key bytes)
    (clear-string bytes)))

(provide 'quicksalt-module)
;;; quicksalt-module.el ends here
