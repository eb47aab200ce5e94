;;; quicksalt-kaesar.el --- Drop-in replacement for the package kaesar  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; This file lets code that calls kaesar use quicksalt, with the same names,
;; arguments, formats and error symbol.  Loading it defines kaesar's names
;; unless kaesar is loaded; `quicksalt-kaesar-install' always defines them.
;;
;; It differs from kaesar: the salt comes from a cryptographic random number
;; generator, a passphrase may contain any characters, key derivation does not
;; take seconds, and Emacs never calls a function that the first line of a file
;; names.

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
  "Make kaesar's variable NAME an alias of OWN and preserve its value.
If kaesar is loaded, NAME can be automatically buffer-local, and Emacs cannot
alias such variables.  Then copy each buffer's value from OWN to NAME."
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
