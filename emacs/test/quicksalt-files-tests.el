;;; quicksalt-files-tests.el --- Files, regions and passphrases  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Code:

(require 'ert)
(require 'auth-source)
(require 'cl-lib)
(require 'dired)
(require 'quicksalt)
(require 'quicksalt-benchmark)
(require 'quicksalt-primitives-tests)

(defvar quicksalt-test-answers nil
  "Passphrases to return for prompts, in this order.")
(defvar quicksalt-test-asked 0
  "The number of passphrase prompts so far.")

(defmacro quicksalt-test-with (answers &rest body)
  "Run BODY in an empty folder, returning ANSWERS to the prompts.
The folder is the value of the variable `folder'."
  (declare (indent 1) (debug t))
  `(let* ((folder (file-name-as-directory (make-temp-file "quicksalt" t)))
          (quicksalt-test-answers ,answers)
          (quicksalt-test-asked 0)
          (quicksalt-identity-files nil)
          (quicksalt-work-factor 4)
          (quicksalt-recipients nil)
          (quicksalt-default-format 'age)
          (make-backup-files nil)
          (quicksalt-read-passphrase-function
           (lambda (&rest _)
             (setq quicksalt-test-asked (1+ quicksalt-test-asked))
             (copy-sequence (or (pop quicksalt-test-answers)
                                (signal 'quit nil))))))
     (quicksalt-file-mode 1)
     (quicksalt-forget)
     (unwind-protect
         (progn ,@body)
       (quicksalt-file-mode -1)
       (quicksalt-forget)
       (dolist (buffer (buffer-list))
         (when (string-prefix-p folder (or (buffer-file-name buffer) ""))
           (with-current-buffer buffer (set-buffer-modified-p nil))
           (kill-buffer buffer)))
       (delete-directory folder t))))

(defmacro quicksalt-test-with-file (answers name text &rest body)
  "Run BODY like `quicksalt-test-with' with ANSWERS, after saving a file.
The file has the name NAME and the text TEXT; it is encrypted if NAME ends in
.age or .aes.  The variable `file' holds its name."
  (declare (indent 3) (debug t))
  `(quicksalt-test-with ,answers
     (let ((file (concat folder ,name)))
       (write-region ,text nil file nil 'quiet)
       ,@body)))

(defun quicksalt-test-text (file)
  "Return the text that Emacs inserts for FILE."
  (with-temp-buffer
    (insert-file-contents file)
    (buffer-string)))

(defalias 'quicksalt-test-stored #'quicksalt-file--read)

(defun quicksalt-test-store (file bytes)
  "Write BYTES to FILE."
  (let ((coding-system-for-write 'no-conversion) file-name-handler-alist)
    (write-region bytes nil file nil 'quiet)))

(defun quicksalt-test-leaks (folder text)
  "Return the names of files in FOLDER that contain TEXT."
  (cl-remove-if-not
   (lambda (file)
     (string-match-p (regexp-quote text) (quicksalt-test-stored file)))
   (cl-remove-if-not #'file-regular-p
                 (directory-files folder t nil t))))

(defalias 'quicksalt-test-run #'quicksalt-benchmark--run)

;;;; Files

(ert-deftest quicksalt-file-opens-saves-and-reverts ()
  "Only the first save prompts; notes.el.age opens in Emacs Lisp mode."
  (quicksalt-test-with '("one" "one")
    (let ((file (concat folder "notes.el.age")) (make-backup-files t)
          (backup-enable-predicate (lambda (_) t)))
      (with-current-buffer (find-file-noselect file)
        (should (eq major-mode 'emacs-lisp-mode))
        (insert "(secret \"ä€\")\n")
        (save-buffer)
        (should (= 1 quicksalt-test-asked))
        (should-not (buffer-modified-p))
        (goto-char (point-max))
        (insert ";; more\n")
        (save-buffer)
        (should (= 1 quicksalt-test-asked))
        (kill-buffer))
      (with-current-buffer (find-file-noselect file)
        (should (= 1 quicksalt-test-asked))
        (should (equal (buffer-string) "(secret \"ä€\")\n;; more\n"))
        (should (eq major-mode 'emacs-lisp-mode))
        (should-not (buffer-modified-p))
        (should (verify-visited-file-modtime))
        (goto-char 5)
        (insert "x")
        (revert-buffer t t)
        (should (equal (buffer-string) "(secret \"ä€\")\n;; more\n"))
        (should (= 5 (point))))
      (should (directory-files folder nil "~\\'"))
      (should-not (quicksalt-test-leaks folder "secret")))))

(ert-deftest quicksalt-file-preserves-format-and-coding ()
  "A file is saved in the format and coding system in which it was read."
  (quicksalt-test-with '("pw")
    ;; With one random salt in a hundred, a second derivation also yields valid
    ;; padding.
    (cl-letf* (((symbol-function 'quicksalt-random)
                (lambda (size) (make-string size 1)))
               (file (concat folder "old.txt.aes")))
      (quicksalt-test-store
       file (quicksalt-openssl-seal (encode-coding-string "ä\r\nb\r\n" 'latin-1)
                                    "pw" "aes-256-cbc" 'md5 10000))
      (let ((coding-system-for-read 'latin-1-dos))
        (with-current-buffer (find-file-noselect file)
          (should (equal (buffer-string) "ä\nb\n"))
          (goto-char (point-max))
          (insert "c\n")
          (let (coding-system-for-read) (save-buffer))))
      (should (equal "\344\r\nb\r\nc\r\n"
                     (quicksalt-openssl-try (quicksalt-test-stored file) "pw"
                                            "aes-256-cbc" 'md5 10000))))))

(ert-deftest quicksalt-file-second-save-preserves-coding ()
  "A second save uses the coding system of the first save."
  (dolist (quicksalt-backend '(auto lisp))
    (quicksalt-test-with '("pw" "pw")
      (let ((file (concat folder "a.txt.age")))
        (with-current-buffer (find-file-noselect file)
          (insert "ä\n")
          (let ((coding-system-for-write 'latin-1-unix)) (save-buffer))
          (should (eq buffer-file-coding-system 'latin-1-unix))
          (insert "ö\n")
          (save-buffer))
        (should (equal "\344\n\366\n"
                       (car (quicksalt-open-bytes (quicksalt-test-stored file)
                                                  file))))))))

(ert-deftest quicksalt-file-wrong-passphrase ()
  "After three wrong passphrases Emacs signals an error and leaves no buffer."
  (quicksalt-test-with-file
      '("right" "wrong" "wrong" "wrong" "wrong" "right") "a.age" "text"
    (let ((buffers (buffer-list)))
      (quicksalt-forget)
      (should-error (find-file-noselect file) :type 'quicksalt-wrong-key)
      (should-not (cl-set-difference
                   (cl-remove-if (lambda (b) (string-prefix-p " " (buffer-name b)))
                                 (buffer-list))
                   buffers))
      (with-current-buffer (find-file-noselect file)
        (should (equal "text" (buffer-string)))))))

(ert-deftest quicksalt-file-quit-preserves-old-file ()
  "A quit or an error during a save preserves the old file and the buffer."
  (quicksalt-test-with-file '("pw") "a.age" "old"
    (let ((before (quicksalt-test-stored file)))
      (with-current-buffer (find-file-noselect file)
        (insert "new ")
        (dolist (signal '((quit) (file-error "No space left on device")))
          (cl-letf* ((whole (symbol-function 'rename-file))
                     ((symbol-function 'rename-file)
                      (lambda (from to &rest more)
                        (if (equal to file)
                            (signal (car signal) (cdr signal))
                          (apply whole from to more)))))
            (should (eq 'stopped (condition-case nil (save-buffer)
                                   ((quit file-error) 'stopped))))))
        (should (buffer-modified-p))
        (should (equal before (quicksalt-test-stored file)))
        (should (equal (directory-files folder nil "\\`[^.]\\|quicksalt")
                       '("a.age")))
        (save-buffer)
        (should-not (equal before (quicksalt-test-stored file)))))))

(ert-deftest quicksalt-file-auto-saves-encrypted ()
  "An auto-save file is encrypted and can be recovered."
  (quicksalt-test-with-file '("pw") "a.txt.age" "old"
    (let ((auto-save-default t))
      (with-current-buffer (find-file-noselect file)
        (auto-save-mode 1)
        (erase-buffer)
        (insert "plaintext that is not to be seen")
        (do-auto-save t t)
        (should (file-exists-p buffer-auto-save-file-name))
        (should-not (quicksalt-test-leaks folder "plaintext"))
        (should (equal "plaintext that is not to be seen"
                       (quicksalt-test-text buffer-auto-save-file-name)))))))

(ert-deftest quicksalt-file-changed-on-disk ()
  "Emacs notices that another program changed the file."
  (quicksalt-test-with-file '("pw") "a.age" "old"
    (with-current-buffer (find-file-noselect file)
      (should (verify-visited-file-modtime))
      (set-file-times file (time-add nil 10))
      (should-not (verify-visited-file-modtime)))))

(ert-deftest quicksalt-file-narrowed-and-read-only ()
  "Saving a narrowed buffer saves all text; a read-only buffer is unchanged."
  (quicksalt-test-with-file '("pw") "a.age" "one\ntwo\n"
    (with-current-buffer (find-file-noselect file)
      (narrow-to-region 1 2)
      (insert "x")
      (save-buffer)
      (widen)
      (setq buffer-read-only t)
      (should-error (insert-file-contents file) :type 'buffer-read-only))
    (with-temp-buffer
      (insert-file-contents file)
      (should (equal "xone\ntwo\n" (buffer-string)))
      (erase-buffer)
      (insert-file-contents file nil 1 4)
      (should (equal "one" (buffer-string)))
      (erase-buffer)
      (insert-file-contents-literally file)
      (should (string-prefix-p "age-encryption" (buffer-string))))))

(ert-deftest quicksalt-file-appends-and-writes-strings ()
  "Test the rarely used arguments of `write-region'."
  (quicksalt-test-with-file '("pw") "a.age" "one\n"
    (write-region "two\n" nil file t 'quiet)
    (should (equal "one\ntwo\n" (quicksalt-test-text file)))
    (should (= 1 quicksalt-test-asked))
    (should-error (write-region "x" nil file nil 'quiet nil 'excl)
                  :type 'file-already-exists)))

(ert-deftest quicksalt-file-links-and-modes ()
  "Saving preserves symbolic links, modes and hard links."
  (quicksalt-test-with-file '("pw") "a.age" "one"
    (let ((link (concat folder "b.age")) (hard (concat folder "c.age")))
      (should (= 0 (logand #o077 (file-modes file))))
      (set-file-modes file #o640)
      (make-symbolic-link file link)
      (with-current-buffer (find-file-noselect link)
        (insert "more ")
        (save-buffer))
      (should (file-symlink-p link))
      (should (= #o640 (file-modes file)))
      (add-name-to-file file hard)
      (with-current-buffer (find-file-noselect file)
        (insert "and ")
        (save-buffer))
      (should (equal (quicksalt-test-stored file)
                     (quicksalt-test-stored hard))))))

(ert-deftest quicksalt-auth-source-reads ()
  "`auth-source' finds a password in an encrypted file."
  (quicksalt-test-with-file '("pw") "authinfo.age"
      "machine example.org login me password s3cret\n"
    (let ((auth-sources nil))
      (quicksalt-auth-source-enable file)
      (auth-source-forget-all-cached)
      (let ((found (car (auth-source-search :host "example.org"))))
        (should (equal "s3cret" (funcall (plist-get found :secret))))))))

(ert-deftest quicksalt-region-and-files ()
  "Encrypt and decrypt regions as text, and files into the same folder."
  (quicksalt-test-with '("pw" "pw" "pw" "pw")
    (dolist (quicksalt-default-format '(age openssl))
      (with-temp-buffer
        (setq quicksalt-test-answers (list "pw" "pw"))
        (insert "before\nsecrét\nafter\n")
        (quicksalt-encrypt-region 8 14)
        (should-not (string-match-p "secr" (buffer-string)))
        (should (string-prefix-p "before\n" (buffer-string)))
        (quicksalt-decrypt-region 8 (- (point-max) 7))
        (should (equal "before\nsecrét\nafter\n" (buffer-string)))))
    (let ((file (concat folder "plain")))
      (quicksalt-test-store file "\0\377bytes")
      (setq quicksalt-test-answers (list "pw"))
      (should (equal (concat file ".age") (quicksalt-encrypt-file file)))
      (should-error (quicksalt-encrypt-file file) :type 'file-already-exists)
      (delete-file file)
      (quicksalt-decrypt-file (concat file ".age"))
      (should (equal "\0\377bytes" (quicksalt-test-stored file))))))

(ert-deftest quicksalt-dired-asks-once-for-all ()
  "Marked files share one passphrase; a wrong passphrase causes a new prompt."
  (quicksalt-test-with '("one")
    (dolist (name '("a" "b" "c"))
      (quicksalt-test-store (concat folder name) (concat "in " name)))
    (let ((dired (dired-noselect folder)))
      (unwind-protect
          (with-current-buffer dired
            (dired-mark-files-regexp "\\`[abc]\\'")
            (quicksalt-dired-do-encrypt)
            (should (equal 1 quicksalt-test-asked))
            (setq quicksalt-test-answers '("two"))
            (delete-file (concat folder "b.age"))
            (quicksalt-encrypt-file (concat folder "b"))
            (mapc (lambda (name) (delete-file (concat folder name)))
                  '("a" "b" "c"))
            (quicksalt-forget)
            (setq quicksalt-test-asked 0
                  quicksalt-test-answers '("one" "two" "one"))
            (revert-buffer)
            (dired-unmark-all-marks)
            (dired-mark-files-regexp "age\\'")
            (quicksalt-dired-do-decrypt)
            (should (equal 3 quicksalt-test-asked)))
        (kill-buffer dired)))
    (dolist (name '("a" "b" "c"))
      (should (equal (concat "in " name)
                     (quicksalt-test-stored (concat folder name)))))))

(defun quicksalt-test-doubtful-p (bytes)
  "Return non-nil if BYTES, in OpenSSL's format, also fit a wrong passphrase.
One in a hundred salts makes the padding of a wrong key look valid; \"pw\"
is the right passphrase, \"wrong\" is not."
  (condition-case nil
      (progn (quicksalt-openssl-open bytes "pw" "aes-256-cbc" 10000)
             (quicksalt-openssl-open bytes "wrong" "aes-256-cbc" 10000))
    (quicksalt-unsure t)))

(ert-deftest quicksalt-whole-files ()
  "Test every format with every backend; a wrong passphrase prompts again."
  (quicksalt-test-with nil
    (let* ((file (concat folder "größe.txt")) (text "\0\377some bytes\r\n")
           (identity (concat folder "key.txt"))
           (recipient (quicksalt-generate-identity identity)))
      (quicksalt-test-store file text)
      (dolist (format '(age age-armoured openssl public))
        (dolist (by '(auto lisp))
          (let* ((quicksalt-default-format (if (eq format 'public) 'age format))
                 (quicksalt-recipients (and (eq format 'public)
                                            (list recipient)))
                 (quicksalt-identity-files (list identity))
                 (sealed (concat folder "sealed")) (opened (concat folder "out")))
            (while (progn
                     (setq quicksalt-test-answers (list "pw" "wrong" "pw")
                           quicksalt-test-asked 0)
                     (let ((quicksalt-backend by))
                       (quicksalt-encrypt-file file sealed))
                     (and (eq format 'openssl)
                          (quicksalt-test-doubtful-p
                           (quicksalt-test-stored sealed))))
              (delete-file sealed))
            (quicksalt-forget)
            (let ((quicksalt-backend (if (eq by 'auto) 'lisp 'auto)))
              (quicksalt-decrypt-file sealed opened))
            (should (= quicksalt-test-asked (if (eq format 'public) 0 3)))
            (should (equal text (quicksalt-test-stored opened)))
            (should (= 0 (logand #o077 (file-modes opened))))
            (delete-file sealed)
            (delete-file opened)))))))

(ert-deftest quicksalt-cache-expires ()
  "A passphrase expires after its time, or immediately on request."
  (quicksalt-test-with '("pw" "pw" "pw")
    (let ((file (concat folder "a.age")) (quicksalt-cache-expiry 0))
      (write-region "x" nil file nil 'quiet)
      (with-temp-buffer (insert-file-contents file))
      (should (= 2 quicksalt-test-asked))
      (let ((quicksalt-cache-expiry 900))
        (with-temp-buffer (insert-file-contents file))
        (with-temp-buffer (insert-file-contents file))
        (should (= 3 quicksalt-test-asked))))))

(ert-deftest quicksalt-doctor-reports-every-operation ()
  "The doctor lists each operation with a backend."
  (let ((lines (mapconcat #'identity (quicksalt--doctor-lines) "\n")))
    (dolist (operation '("aes-cbc" "scrypt" "chacha20-poly1305" "random"))
      (should (string-match-p operation lines)))
    (should-not (string-match-p "none$\\|fails\\|batch-byte-compile" lines)))
  (cl-letf (((symbol-function 'quicksalt-backend-compilation)
             (lambda () "not compiled")))
    (should (string-match-p "batch-byte-compile .*/quicksalt\\*\\.el"
                            (mapconcat #'identity (quicksalt--doctor-lines)
                                       "\n")))))

(provide 'quicksalt-files-tests)
;;; quicksalt-files-tests.el ends here
