;;; quicksalt-kaesar-mode.el --- Support for files of kaesar's mode  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; This file supports files with a first line that requests kaesar's mode.
;; Emacs decrypts such a file when it visits the file, and encrypts the file
;; when it saves the buffer.

;;; Code:

(require 'quicksalt-kaesar-functions)

(defcustom quicksalt-kaesar-mode-cache-password nil
  "Whether to cache a passphrase until `quicksalt-cache-expiry'."
  :type 'boolean
  :group 'quicksalt-kaesar)

(defvar-local quicksalt-kaesar-mode--session nil
  "A `quicksalt-session' made from the first line of this buffer's file.")
(put 'quicksalt-kaesar-mode--session 'permanent-local t)
(put 'quicksalt-kaesar-mode 'permanent-local t)
(put 'quicksalt-kaesar-mode--save 'permanent-local-hook t)

(defun quicksalt-kaesar-mode--passphrase (file encrypt)
  "Return the passphrase of FILE, in bytes; if ENCRYPT, prompt for a new one."
  (let ((cached (and quicksalt-kaesar-mode-cache-password
                     (quicksalt-formats--cached file))))
    (if cached (quicksalt-passphrase-bytes cached)
      (let ((bytes (quicksalt-kaesar--passphrase encrypt)))
        (when quicksalt-kaesar-mode-cache-password
          (quicksalt-remember file (decode-coding-string bytes 'utf-8)))
        bytes))))

(defun quicksalt-kaesar-mode--encrypted-p (file)
  "Return non-nil if FILE is encrypted in the format of this mode."
  (and (file-readable-p file)
       (eq 'kaesar (quicksalt-detect (quicksalt-file--read file)))))

(defun quicksalt-kaesar-mode--read (file)
  "Return a cons of the plaintext of FILE and its session."
  (let* ((parsed (or (quicksalt-openssl-parse-kaesar
                      (quicksalt-file--read file))
                     (quicksalt-age--damaged "malformed first line")))
         (algorithm (plist-get parsed :algorithm))
         (passphrase (quicksalt-kaesar-mode--passphrase file nil)))
    (unwind-protect
        (cons (quicksalt-kaesar--open (plist-get parsed :body) passphrase
                                      algorithm nil)
              (make-quicksalt-session
               :format 'kaesar :algorithm algorithm
               :coding (plist-get parsed :coding)
               :mode (plist-get parsed :mode)))
      (clear-string passphrase))))

(defun quicksalt-kaesar-mode--write (file plaintext session)
  "Encrypt PLAINTEXT for SESSION with a passphrase and write it to FILE."
  (let ((passphrase (quicksalt-kaesar-mode--passphrase file t))
        (session (copy-quicksalt-session session)))
    (unwind-protect
        (progn
          (setf (quicksalt-session-passphrase session) passphrase
                (quicksalt-session-derivation session)
                (quicksalt-kaesar--derivation
                 quicksalt-kaesar-encryption-version)
                (quicksalt-session-iterations session) 10000)
          (quicksalt-file--store (quicksalt-seal-bytes plaintext session) file))
      (clear-string passphrase))))

(defun quicksalt-kaesar-mode--save ()
  "Encrypt and save the buffer; return t for `write-contents-functions'."
  (let* ((coding (quicksalt-file--coding nil nil buffer-file-name))
         (bytes (quicksalt-text-bytes nil nil coding nil)))
    (setf (quicksalt-session-coding quicksalt-kaesar-mode--session) coding
          (quicksalt-session-mode quicksalt-kaesar-mode--session) major-mode)
    (quicksalt-kaesar-mode--write buffer-file-name bytes
                                  quicksalt-kaesar-mode--session)
    (setq last-coding-system-used coding)
    (set-visited-file-modtime)
    (set-buffer-modified-p nil)
    t))

(defun quicksalt-kaesar-mode--open ()
  "Replace this buffer's text with the plaintext of its file."
  (let* ((opened (quicksalt-kaesar-mode--read buffer-file-name))
         (session (cdr opened)) (inhibit-read-only t))
    (setq quicksalt-kaesar-mode--session session)
    (erase-buffer)
    (insert (decode-coding-string (car opened)
                                  (or (quicksalt-session-coding session)
                                      'undecided)))
    (clear-string (car opened))
    (setq buffer-file-coding-system (quicksalt-session-coding session)
          buffer-undo-list nil)
    (auto-save-mode -1)
    (set-buffer-modified-p nil)
    (goto-char (point-min))
    (funcall (or (quicksalt-session-mode session) #'fundamental-mode))))

;;;###autoload
(define-minor-mode quicksalt-kaesar-mode
  "Encrypt this buffer's file in the format of kaesar's mode.
Turning the mode off writes the plaintext to the file."
  :group 'quicksalt-kaesar
  (unless buffer-file-name
    (setq quicksalt-kaesar-mode nil)
    (error "This buffer is not visiting a file"))
  (if quicksalt-kaesar-mode
      (condition-case problem
          (let ((encrypted (quicksalt-kaesar-mode--encrypted-p
                            buffer-file-name)))
            (cond (encrypted (quicksalt-kaesar-mode--open))
                  (t (setq quicksalt-kaesar-mode--session
                           (make-quicksalt-session
                            :format 'kaesar
                            :algorithm quicksalt-kaesar-algorithm))
                     (auto-save-mode -1)
                     (quicksalt-kaesar-mode--save)))
            (setq quicksalt-kaesar-mode t)
            (add-hook 'write-contents-functions #'quicksalt-kaesar-mode--save
                      nil t))
        ((error quit)
         (setq quicksalt-kaesar-mode nil)
         (signal (car problem) (cdr problem))))
    (remove-hook 'write-contents-functions #'quicksalt-kaesar-mode--save t)
    (when quicksalt-kaesar-mode--session
      (setq quicksalt-kaesar-mode--session nil)
      (set-buffer-modified-p t)
      (save-buffer))))

(defun quicksalt-kaesar-mode-ensure-encrypt-file (file)
  "Encrypt FILE for this mode unless it is already encrypted; return non-nil."
  (or (quicksalt-kaesar-mode--encrypted-p file)
      (progn
        (quicksalt-kaesar-mode--write
         file (quicksalt-file--read file)
         (make-quicksalt-session :format 'kaesar
                                 :algorithm quicksalt-kaesar-algorithm))
        t)))

(defun quicksalt-kaesar-mode-ensure-decrypt-file (file)
  "Decrypt FILE if it is encrypted for this mode; return non-nil."
  (when (quicksalt-kaesar-mode--encrypted-p file)
    (quicksalt-file--store (car (quicksalt-kaesar-mode--read file)) file))
  t)

(defun quicksalt-kaesar-mode-change-file-password (file)
  "Prompt for a new passphrase for FILE and re-encrypt it."
  (interactive "fChange the passphrase of: ")
  (let ((opened (quicksalt-kaesar-mode--read file)))
    (quicksalt-forget file)
    (quicksalt-kaesar-mode--write file (car opened) (cdr opened))
    (clear-string (car opened))))

(defun quicksalt-kaesar-mode-save-buffer ()
  "Encrypt this buffer's file, now and at every later save."
  (interactive)
  (if quicksalt-kaesar-mode (save-buffer) (quicksalt-kaesar-mode 1)))

(defun quicksalt-kaesar-mode-clear-cache-password ()
  "Forget all cached passphrases."
  (interactive)
  (quicksalt-forget))

(provide 'quicksalt-kaesar-mode)
;;; quicksalt-kaesar-mode.el ends here
