;;; quicksalt-kaesar.el --- Drop-in names of the package kaesar  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; Lets code that calls kaesar run on quicksalt: the same names, arguments,
;; formats and error.  Loading this file defines kaesar's names unless kaesar
;; itself is loaded; `quicksalt-kaesar-install' always defines them.
;;
;; Differences: salt comes from a cryptographic random number generator, a
;; passphrase may contain any characters, key derivation does not take
;; seconds, and Emacs never calls a function that the file's first line names.

;;; Code:

(require 'quicksalt-kaesar-functions)
(require 'quicksalt-kaesar-mode)

(defconst quicksalt-kaesar--functions
  '("encrypt-string" "decrypt-string" "encrypt-bytes" "decrypt-bytes" "encrypt"
    "decrypt" "change-password" "special-algorithm" "cipher!" "inv-cipher!"
    "expand-to-block-key" "unibytes-to-state" "state-to-bytes" "pbkdf2-hmac"
    "file-encrypt" "file-decrypt" "file-encrypt-region"
    "file-decrypt-contents" "mode" "mode-ensure-encrypt-file"
    "mode-ensure-decrypt-file" "mode-change-file-password" "mode-save-buffer"
    "mode-clear-cache-password")
  "Names of kaesar's functions, without the prefix.")

(defconst quicksalt-kaesar--variables
  '("algorithm" "encryption-version" "encrypt-prompt" "decrypt-prompt"
    "password" "mode-cache-password" "mode")
  "Names of kaesar's variables, without the prefix.")

(defun quicksalt-kaesar--alias (name own)
  "Make NAME, a variable of kaesar, an alias of OWN, preserving its value.
Emacs cannot alias a variable that is automatically buffer-local, as kaesar
itself makes it when loaded; then NAME follows OWN in each buffer."
  (if (local-variable-if-set-p name)
      (add-variable-watcher
       own (lambda (_ value operation buffer)
             (when (and buffer (eq operation 'set))
               (with-current-buffer buffer (set name value)))))
    (when (and (default-boundp name) (not (eq own (indirect-variable name))))
      (set-default own (default-value name))
      ;; Otherwise Emacs warns that the value is lost.
      (makunbound name))
    (defvaralias name own)))

;;;###autoload
(defun quicksalt-kaesar-install ()
  "Define kaesar's names, and provide kaesar's features."
  (interactive)
  (dolist (name quicksalt-kaesar--functions)
    (defalias (intern (concat "kaesar-" name))
      (intern (concat "quicksalt-kaesar-" name))))
  (dolist (name quicksalt-kaesar--variables)
    (quicksalt-kaesar--alias (intern (concat "kaesar-" name))
                             (intern (concat "quicksalt-kaesar-" name))))
  (mapc #'provide '(kaesar kaesar-file kaesar-mode kaesar-pbkdf2)))

(provide 'quicksalt-kaesar)

(unless (featurep 'kaesar)
  (quicksalt-kaesar-install))
;;; quicksalt-kaesar.el ends here
