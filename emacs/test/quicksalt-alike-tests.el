;;; quicksalt-alike-tests.el --- Encrypted files behave like plain files  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Code:

(require 'ert)
(require 'cl-lib)
(require 'quicksalt)
(require 'quicksalt-files-tests)

(defun quicksalt-test-alike (folder act)
  "Check that ACT treats a plain file and an encrypted file in FOLDER alike.
ACT is a function of a file name.  The plaintext of the encrypted file must
equal the plain file."
  (let ((both (mapcar (lambda (name)
                        (let ((file (concat folder name)))
                          (funcall act file)
                          (quicksalt-test-text file)))
                      '("same.txt" "same.txt.age"))))
    (should (equal (car both) (cadr both)))))

(ert-deftest quicksalt-file-appends-like-a-plain-file ()
  "A numeric APPEND is an offset; bytes after the written text survive."
  (dolist (append '(nil t 0 2 9 10 15))
    (quicksalt-test-with '("word" "word")
      (quicksalt-test-alike
       folder
       (lambda (file)
         (write-region "0123456789" nil file nil 'quiet)
         (write-region "XX" nil file append 'quiet)))))
  (quicksalt-test-with '("word" "word")
    (quicksalt-test-alike
     folder (lambda (file) (write-region "XX" nil file 3 'quiet)))))

(ert-deftest quicksalt-file-keeps-formats-and-annotations ()
  (dolist (armor '(nil t))
    (quicksalt-test-with '("word" "word")
      (cl-letf (((symbol-function 'quicksalt-memory--file)
                 (if armor #'ignore
                   (symbol-function 'quicksalt-memory--file))))
        (quicksalt-test-alike
         folder
         (lambda (file)
           (with-temp-buffer
             (insert "plain bold\n")
             (put-text-property 7 11 'face 'bold)
             (setq buffer-file-format '(text/enriched))
             (setq-local write-region-annotate-functions
                         (list (lambda (start _)
                                 (list (cons (+ (or start 1) 2) "!!"))) t))
             (write-region nil nil file nil 'quiet)
             (should (equal (buffer-string) "plain bold\n")))
           ;; Read the raw text, without decoding the format.
           (let (format-alist)
             (should (string-match-p "<bold>" (quicksalt-test-text file))))))))))

(ert-deftest quicksalt-file-that-is-read-literally-is-saved-literally ()
  (quicksalt-test-with-file '("word" "word") "secret.age" "text"
    (let ((stored (quicksalt-test-stored file)))
      (with-current-buffer (find-file-literally file)
        (should (equal (buffer-string) stored))
        (set-buffer-modified-p t)
        (let ((backup-inhibited t)) (save-buffer))
        (should-not (buffer-modified-p)))
      (should (equal stored (quicksalt-test-stored file))))))

(ert-deftest quicksalt-file-preserves-owner-group-attributes ()
  "Preserve owner, group and attributes, if necessary by a save in place."
  (skip-unless (and (= (user-uid) 0) (executable-find "chown")))
  (quicksalt-test-with-file '("word" "word") "shared.age" "one"
    (should (eq 0 (call-process "chown" nil nil nil "12:34" file)))
    (set-file-modes file #o640)
    (when (executable-find "setfattr")
      (should (eq 0 (call-process "setfattr" nil nil nil "-n" "user.note" "-v" "kept" file))))
    (dolist (quicksalt-file--copier (list quicksalt-file--copier nil))
      (write-region "two" nil file nil 'quiet)
      (let ((attributes (file-attributes file 'integer)))
        (should (equal (list (file-attribute-user-id attributes)
                             (file-attribute-group-id attributes)
                             (file-modes file))
                       '(12 34 #o640))))
      (when (executable-find "setfattr")
        (should (equal "kept" (with-temp-buffer
                                (call-process "getfattr" nil t nil "--only-values"
                                              "--absolute-names" "-n" "user.note" file)
                                (buffer-string))))))
    (should (equal "two" (quicksalt-test-text file)))
    (should-not (directory-files folder nil "\\`\\.quicksalt"))))

(ert-deftest quicksalt-file-writes-no-plaintext-to-disk ()
  "Temporary files and saved undo histories contain no plaintext."
  (quicksalt-test-with-file '("word" "word") "secret.age" "text"
    (with-current-buffer (find-file-noselect file)
      (dolist (variable '(undo-tree-auto-save-history
                          undo-fu-session-incompatible-files
                          undohist-ignored-files))
        (should (local-variable-p variable)))
      (when (quicksalt-text--memory-directory)
        (should (string-prefix-p "/dev/shm/" (make-temp-file "q" nil nil "")))
        (mapc #'delete-file (file-expand-wildcards "/dev/shm/q??????"))))))

(provide 'quicksalt-alike-tests)
;;; quicksalt-alike-tests.el ends here
