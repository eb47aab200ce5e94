;;; quicksalt-refusals-tests.el --- Invalid input and failed saves  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Code:

(require 'ert)
(require 'cl-lib)
(require 'quicksalt)
(require 'quicksalt-files-tests)
(require 'tramp)

(ert-deftest quicksalt-file-full-disk ()
  "If the disk fills up during a save, only the old file remains."
  (quicksalt-test-with-file '("pw" "pw") "a.age" "old"
    (let ((before (quicksalt-test-stored file)))
      (with-current-buffer (find-file-noselect file)
        (insert "new ")
        (cl-letf* ((whole (symbol-function 'quicksalt-file--raw))
                   ((symbol-function 'quicksalt-file--raw)
                    (lambda (bytes to)
                      (funcall whole (substring bytes 0 20) to)
                      (signal 'file-error
                              '("Write error" "No space left on device")))))
          ;; Use Lisp: the module writes files itself.
          (let ((quicksalt-backend 'lisp))
            (should-error (save-buffer) :type 'file-error)
            (should-error (quicksalt-encrypt-file (buffer-file-name)
                                                  (concat folder "b.age"))
                          :type 'file-error)))
        (should (buffer-modified-p)))
      (should (equal before (quicksalt-test-stored file)))
      (should (equal '("a.age")
                     ;; Ignore Emacs's lock file, a link that holds no text.
                     (directory-files folder nil "\\`[^.]\\|quicksalt"))))))

(ert-deftest quicksalt-file-changed-by-another ()
  "Emacs stops an edit if the file changed on disk."
  (quicksalt-test-with-file '("pw") "a.age" "old"
    (with-current-buffer (find-file-noselect file)
      ;; Equal text with a newer time is not a change.
      (set-file-times file (time-add nil 5))
      (insert "x")
      (set-buffer-modified-p nil)
      (with-temp-buffer (write-region "another's" nil file nil 'quiet))
      (set-file-times file (time-add nil 10))
      (should (string-match-p "Cannot resolve conflict"
                              (cadr (should-error (insert "new ")))))
      (should (equal "xold" (buffer-string))))))

(ert-deftest quicksalt-file-over-tramp ()
  "Open and save a remote file, without plaintext on either disk."
  (skip-unless (file-executable-p "/bin/sh"))
  (quicksalt-test-with '("pw" "pw")
    (let* ((tramp-methods
            (cons '("quicksalt-mock"
                    (tramp-login-program "sh") (tramp-login-args (("-i")))
                    (tramp-remote-shell "/bin/sh")
                    (tramp-remote-shell-args ("-c"))
                    (tramp-connection-timeout 20))
                  tramp-methods))
           (tramp-verbose 0)
           (tramp-persistency-file-name nil)
           (file (concat folder "remote.el.age"))
           (remote (concat "/quicksalt-mock:" (system-name) ":" file)))
      (write-region "(plaintext)\n" nil file nil 'quiet)
      (with-current-buffer (find-file-noselect remote)
        (should (equal "(plaintext)\n" (buffer-string)))
        (should (eq major-mode 'emacs-lisp-mode))
        (goto-char (point-max))
        (insert ";; more plaintext\n")
        (save-buffer)
        (kill-buffer))
      (should-not (quicksalt-test-leaks folder "plaintext"))
      (should (equal "(plaintext)\n;; more plaintext\n"
                     (quicksalt-test-text file)))
      (tramp-cleanup-all-connections))))

(ert-deftest quicksalt-passphrase-confirmed-when-new ()
  "Type a passphrase twice for a new file, once for an existing file."
  (quicksalt-test-with nil
    (let* ((file (concat folder "a.age")) (confirmed nil)
           (quicksalt-cache-expiry 0)
           (quicksalt-read-passphrase-function
            (lambda (_prompt confirm)
              (push confirm confirmed)
              (copy-sequence "pw"))))
      (with-current-buffer (find-file-noselect file)
        (insert "x")
        (save-buffer)
        (insert "y")
        (save-buffer)
        (kill-buffer))
      (should (equal '(t) confirmed))
      (with-temp-buffer (insert-file-contents file))
      (should (equal '(nil t) confirmed)))
    (let ((quicksalt-read-passphrase-function (lambda (&rest _) "")))
      (should-error (quicksalt-new-session) :type 'quicksalt-error))))

(ert-deftest quicksalt-cache-expires-after-timeout ()
  "A cached passphrase is forgotten after `quicksalt-cache-expiry'."
  (let ((quicksalt-cache-expiry 1) (name "/nowhere/expiring.age"))
    (quicksalt-remember name "pw")
    (should (equal "pw" (quicksalt-formats--cached name)))
    (sleep-for 1.3)
    (should-not (quicksalt-formats--cached name))))

(ert-deftest quicksalt-region-in-a-read-only-buffer ()
  "Signal the error before any prompt, and leave the text unchanged."
  (quicksalt-test-with '("pw" "pw")
    (with-temp-buffer
      (insert "text")
      (setq buffer-read-only t)
      (should-error (quicksalt-encrypt-region 1 5) :type 'buffer-read-only)
      (should (equal "text" (buffer-string))))))

(ert-deftest quicksalt-rejects-multibyte ()
  "Multibyte strings signal an error where bytes are required."
  (quicksalt-test-with nil
    (let ((session (quicksalt-new-session nil 'openssl "pw")))
      (should-error (quicksalt-seal-bytes "Grüße" session)))
    (should-error (quicksalt-aes-apply 'cbc nil (make-string 32 0)
                                       (make-string 16 0) "Grüße"))))

(ert-deftest quicksalt-openssl-altered-anywhere ()
  "Altering or truncating any byte yields an error or a different plaintext."
  (dolist (format '(openssl openssl-base64 kaesar kaesar-base64))
    (quicksalt-test-with nil
      (let* ((quicksalt-openssl-iterations 1)
             (sealed (quicksalt-seal-bytes
                      "some text" (quicksalt-new-session nil format "pw"))))
        (cl-flet ((opened (bytes)
                    (setq quicksalt-test-answers (list "pw" "pw" "pw"))
                    (condition-case nil
                        (car (quicksalt-open-bytes bytes))
                      (quicksalt-error nil))))
          (should (equal "some text" (opened sealed)))
          (dotimes (i (length sealed))
            (opened (quicksalt-test-altered sealed i 4))
            ;; A truncation may lose the end of the framing, but no plaintext.
            (should (member (opened (substring sealed 0 i))
                            '(nil "some text")))))))))

;; With this flag, `save-buffer' writes a temporary file and renames it.
(ert-deftest quicksalt-file-precious-preserves-key-and-header ()
  "With `file-precious-flag' a save preserves the recipients without prompts."
  (quicksalt-test-with '("one")
    (let* ((file (concat folder "notes.el.age")) (file-precious-flag t)
           (header (lambda ()
                     (plist-get (quicksalt-age-parse
                                 (quicksalt-test-stored file))
                                :header)))
           before)
      (with-current-buffer (find-file-noselect file)
        (insert "(secret \"ä€\")\n")
        (save-buffer)
        (setq before (funcall header))
        (should (= 1 quicksalt-test-asked))
        (dolist (coding '(nil latin-1-dos))
          (when coding
            (erase-buffer)
            (insert "ä\n")
            (set-buffer-file-coding-system coding))
          (set-buffer-modified-p t)
          (save-buffer)
          (should (= 1 quicksalt-test-asked))
          (should (equal before (funcall header)))
          (should-not (buffer-modified-p))
          (should (verify-visited-file-modtime)))
        (kill-buffer))
      (should (equal "\344\r\n"
                     (car (quicksalt-open-bytes (quicksalt-test-stored file)
                                                file))))
      (should (equal '("notes.el.age")
                     (directory-files folder nil "[^.]\\'"))))))

(provide 'quicksalt-refusals-tests)
;;; quicksalt-refusals-tests.el ends here
