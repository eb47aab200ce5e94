;;; quicksalt-kaesar.el --- The names of the package kaesar  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; For code that calls kaesar: the same names, arguments, formats and error,
;; computed by quicksalt.  Loading this file defines kaesar's names unless
;; kaesar itself is loaded; `quicksalt-kaesar-install' does so in any case.
;;
;; What differs: salt comes from a generator of random numbers that nobody
;; can guess, passphrases may be of any characters, key derivation does not
;; take seconds, and what the first line of a file says is never called.

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
  "Names of kaesar's functions, without its prefix.")

(defconst quicksalt-kaesar--variables
  '("algorithm" "encryption-version" "encrypt-prompt" "decrypt-prompt"
    "password" "mode-cache-password" "mode")
  "Names of kaesar's variables, without its prefix.")

(defun quicksalt-kaesar--alias (name own)
  "Make NAME, a variable of kaesar, one with OWN; keep what it was set to.
Emacs makes no alias of one that buffers have each for themselves, which
kaesar itself has made if it is loaded: that follows OWN in each buffer."
  (if (local-variable-if-set-p name)
      (add-variable-watcher
       own (lambda (_ value operation buffer)
             (when (and buffer (eq operation 'set))
               (with-current-buffer buffer (set name value)))))
    (when (and (default-boundp name) (not (eq own (indirect-variable name))))
      (set-default own (default-value name))
      ;; Emacs would warn that its value is lost.
      (makunbound name))
    (defvaralias name own)))

;;;###autoload
(defun quicksalt-kaesar-install ()
  "Define kaesar's names, and that kaesar and its parts are there."
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
