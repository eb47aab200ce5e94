;;; quicksalt-files-tests.el --- Formats and files  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Code:

(require 'ert)
(require 'auth-source)
(require 'cl-lib)
(require 'quicksalt)
(require 'quicksalt-primitives-tests)

(defvar quicksalt-test-answers nil
  "Passphrases that are given when asked for, in this order.")
(defvar quicksalt-test-asked 0
  "How often a passphrase was asked for.")

(defmacro quicksalt-test-with (answers &rest body)
  "Run BODY in an empty folder, ANSWERS are given to prompts.
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

(defun quicksalt-test-stored (file)
  "Return the bytes of FILE."
  (quicksalt-file--read file))

(defun quicksalt-test-store (file bytes)
  "Make BYTES those of FILE."
  (let ((coding-system-for-write 'no-conversion) file-name-handler-alist)
    (write-region bytes nil file nil 'quiet)))

(defun quicksalt-test-leaks (folder text)
  "Return the names of files in FOLDER in which TEXT stands."
  (cl-remove-if-not
   (lambda (file)
     (string-match-p (regexp-quote text) (quicksalt-test-stored file)))
   (cl-remove-if-not #'file-regular-p
                 (directory-files folder t nil t))))

(defun quicksalt-test-run (program input &rest arguments)
  "Return what PROGRAM with ARGUMENTS makes of INPUT, or fail."
  (with-temp-buffer
    (set-buffer-multibyte nil)
    (insert input)
    (let ((coding-system-for-write 'no-conversion)
          (coding-system-for-read 'no-conversion))
      (should (equal 0 (apply #'call-process-region (point-min) (point-max)
                              program t '(t nil) nil arguments))))
    (buffer-string)))

;;;; Formats

(ert-deftest quicksalt-seals-and-opens-every-format ()
  "Every format that is written is read, with any passphrase and any length."
  (quicksalt-test-with nil
    (dolist (format '(age age-armoured openssl openssl-base64 kaesar
                          kaesar-base64))
      (dolist (size '(0 16 5000))
        (let* ((plain (quicksalt-test-random size))
               (session (quicksalt-new-session nil format "pä$$ wörd 日本"))
               (sealed (quicksalt-seal-bytes plain session)))
          (should (eq format (quicksalt-detect sealed)))
          (setq quicksalt-test-answers (list "pä$$ wörd 日本"))
          (condition-case nil
              (let ((opened (quicksalt-open-bytes sealed)))
                (should (equal plain (car opened)))
                (should (eq format (quicksalt-session-format (cdr opened)))))
            ;; Random bytes can pass under two derivations.
            (quicksalt-unsure (should-not (memq format '(age age-armoured))))))))))

(ert-deftest quicksalt-age-with-identities ()
  "Several recipients; header and recipients stay when a file is saved."
  (quicksalt-test-with nil
    (let* ((first (concat folder "a.txt")) (second (concat folder "b.txt"))
           (quicksalt-recipients (list (quicksalt-generate-identity first)
                                       (quicksalt-generate-identity second)))
           (sealed (quicksalt-seal-bytes "hello" (quicksalt-new-session))))
      (dolist (identity (list first second))
        (let* ((quicksalt-identity-files (list identity))
               (opened (quicksalt-open-bytes sealed))
               (again (quicksalt-seal-bytes "other" (cdr opened))))
          (should (equal "hello" (car opened)))
          (let ((quicksalt-identity-files (list first)))
            (should (equal "other" (car (quicksalt-open-bytes again)))))))
      (should (= #o600 (file-modes first)))
      (should-error (quicksalt-open-bytes sealed) :type 'quicksalt-wrong-key)
      (should-error (quicksalt-age-recipient
                     (with-temp-buffer
                       (insert-file-contents first)
                       (re-search-forward "AGE-SECRET-KEY-.*")
                       (match-string 0)))
                    :type 'quicksalt-error)
      (should-error (quicksalt-age-identity (car quicksalt-recipients))
                    :type 'quicksalt-error))))

(ert-deftest quicksalt-age-refuses-every-altered-byte ()
  "Each byte of a header altered or cut off, and the payload's."
  (quicksalt-test-with nil
    (let* ((key (make-string 32 7))
           (file-key (make-string 16 9))
           (header (quicksalt-age-header-for-recipients
                    file-key (list (quicksalt-x25519
                                    key (concat "\11" (make-string 31 0))))))
           (sealed (concat header (quicksalt-age-seal-payload
                                   file-key "some text"))))
      (cl-flet ((opened (bytes)
                  (condition-case nil
                      (let* ((parsed (quicksalt-age-parse bytes))
                             (found (quicksalt-age-unwrap parsed (list key))))
                        (and found (quicksalt-age-open-payload
                                    found (plist-get parsed :payload))))
                    (quicksalt-error nil))))
        (should (equal "some text" (opened sealed)))
        (dotimes (i (length sealed))
          (let ((altered (copy-sequence sealed)))
            (aset altered i (logxor 1 (aref altered i)))
            (should-not (opened altered)))
          (when (= 0 (% i 3))
            (should-not (opened (substring sealed 0 i)))))
        (should-not (opened (concat sealed "x")))))))

(ert-deftest quicksalt-age-chunks ()
  "Payloads around a chunk's length; chunks cut off, swapped, appended."
  (let ((key (make-string 16 1)))
    (dolist (size '(0 65535 65536 65537 131072))
      (let* ((plain (make-string size ?a))
             (sealed (quicksalt-age-seal-payload key plain)))
        (should (equal plain (quicksalt-age-open-payload key sealed)))
        (should-error (quicksalt-age-open-payload
                       key (substring sealed 0 -1))
                      :type 'quicksalt-damaged)
        (when (> size 65536)
          (should-error (quicksalt-age-open-payload
                         key (substring sealed 0 (+ 16 65552)))
                        :type 'quicksalt-damaged))))))

(ert-deftest quicksalt-age-limits-work ()
  "A work factor that would eat the memory is refused before it is tried."
  (quicksalt-test-with '("x")
    (let ((file (format "age-encryption.org/v1\n-> scrypt %s 40\n%s\n--- %s\n%s"
                        (make-string 22 ?A) (make-string 43 ?A)
                        (make-string 43 ?A) (make-string 40 0))))
      (should-error (quicksalt-open-bytes file) :type 'quicksalt-error))))

(ert-deftest quicksalt-names-other-formats ()
  "What is no encrypted file is named."
  (pcase-dolist (`(,bytes ,says)
                 '(("-----BEGIN PGP MESSAGE-----\n" "PGP message")
                   ("-----BEGIN RSA PRIVATE KEY-----\n" "private key")
                   ("AGE-SECRET-KEY-1QQQ" "secret key")
                   ("age-encryption.org/v2\n" "version")
                   ("" "empty")
                   ("hello" "no encrypted file")))
    (let ((problem (should-error (quicksalt-open-bytes bytes)
                                 :type 'quicksalt-error)))
      (should (string-match-p says (nth 1 problem))))))

(ert-deftest quicksalt-kaesar-line-is-data ()
  "A line of modes is never run, and names only what is known."
  (let ((salted (concat "Salted__" (make-string 24 0))))
    (should-not (plist-get
                 (quicksalt-openssl-parse-kaesar
                  (concat "##### -*- mode: kaesar; kaesar-mode-meta-alist: "
                          "((algorithm . \"aes-256-cbc\") "
                          "(mode . (lambda () (kill-emacs)))); -*- \n" salted))
                 :mode))
    (should-not (plist-get
                 (quicksalt-openssl-parse-kaesar
                  (concat "##### -*- mode: kaesar; kaesar-mode-meta-alist: "
                          "((mode . kill-emacs)); -*- \n" salted))
                 :mode))
    (should (eq 'text-mode
                (plist-get
                 (quicksalt-openssl-parse-kaesar
                  (concat (quicksalt-openssl-kaesar-line
                           "aes-256-cbc" 'utf-8-unix 'text-mode)
                          salted))
                 :mode)))))

(ert-deftest quicksalt-openssl-both-ways ()
  "The program openssl reads what is written, and the other way round."
  (skip-unless (executable-find "openssl"))
  (let ((plain "The text, with Umlauten: \303\244\n"))
    (dolist (algorithm '("aes-256-cbc" "aes-128-ctr" "aes-192-cfb"
                         "aes-256-ofb" "aes-256-ecb"))
      (pcase-dolist (`(,derivation . ,options)
                     '((pbkdf2 "-pbkdf2") (sha256 "-md" "sha256")
                       (md5 "-md" "md5")))
        (let ((common (append (list "enc" (concat "-" algorithm)
                                    "-pass" "pass:s3cret")
                              options)))
          (should (equal plain
                         (apply #'quicksalt-test-run "openssl"
                                (quicksalt-openssl-seal plain "s3cret" algorithm
                                                        derivation 10000)
                                "enc" "-d" (cdr common))))
          (should (equal (cons plain derivation)
                         (quicksalt-openssl-open
                          (apply #'quicksalt-test-run "openssl" plain common)
                          "s3cret" algorithm 10000))))))))

(ert-deftest quicksalt-age-both-ways ()
  "The program age reads what is written, and the other way round."
  (skip-unless (executable-find "age"))
  (quicksalt-test-with nil
    (let* ((identity (concat folder "key.txt"))
           (recipient (quicksalt-generate-identity identity))
           (quicksalt-identity-files (list identity))
           (quicksalt-recipients (list recipient))
           (plain (quicksalt-test-random 70000)))
      (dolist (format '(age age-armoured))
        (should (equal plain
                       (quicksalt-test-run
                        "age" (quicksalt-seal-bytes
                               plain (quicksalt-new-session nil format))
                        "-d" "-i" identity))))
      (should (equal plain (car (quicksalt-open-bytes
                                 (quicksalt-test-run "age" plain
                                                     "-r" recipient)))))
      (should (equal plain (car (quicksalt-open-bytes
                                 (quicksalt-test-run "age" plain "-a"
                                                     "-r" recipient))))))))

;;;; Files

(ert-deftest quicksalt-file-opens-saves-and-reverts ()
  "A new file is asked about twice over, then never; its mode is that inside."
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

(ert-deftest quicksalt-file-keeps-format-and-coding ()
  "A file is saved in the format and coding system that it was read in."
  (quicksalt-test-with '("pw")
    (let ((file (concat folder "old.txt.aes")))
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

(ert-deftest quicksalt-file-wrong-passphrase ()
  "Asked thrice, then an error and no empty buffer."
  (quicksalt-test-with '("right" "wrong" "wrong" "wrong" "wrong" "right")
    (let ((file (concat folder "a.age")) (buffers (buffer-list)))
      (write-region "text" nil file nil 'quiet)
      (quicksalt-forget)
      (should-error (find-file-noselect file) :type 'quicksalt-wrong-key)
      (should-not (cl-set-difference
                   (cl-remove-if (lambda (b) (string-prefix-p " " (buffer-name b)))
                                 (buffer-list))
                   buffers))
      (with-current-buffer (find-file-noselect file)
        (should (equal "text" (buffer-string)))))))

(ert-deftest quicksalt-file-quit-keeps-the-old ()
  "A quit or an error in mid-save leaves the old file and the buffer's text."
  (quicksalt-test-with '("pw")
    (let ((file (concat folder "a.age")) before)
      (write-region "old" nil file nil 'quiet)
      (setq before (quicksalt-test-stored file))
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
  (quicksalt-test-with '("pw")
    (let ((file (concat folder "a.txt.age")) (auto-save-default t))
      (write-region "old" nil file nil 'quiet)
      (with-current-buffer (find-file-noselect file)
        (auto-save-mode 1)
        (erase-buffer)
        (insert "plaintext that is not to be seen")
        (do-auto-save t t)
        (should (file-exists-p buffer-auto-save-file-name))
        (should-not (quicksalt-test-leaks folder "plaintext"))
        (should (equal "plaintext that is not to be seen"
                       (with-temp-buffer
                         (insert-file-contents
                          (let ((name (with-current-buffer
                                          (find-buffer-visiting file)
                                        buffer-auto-save-file-name)))
                            name))
                         (buffer-string))))))))

(ert-deftest quicksalt-file-changed-on-disk ()
  "Emacs notices another's change."
  (quicksalt-test-with '("pw")
    (let ((file (concat folder "a.age")))
      (write-region "old" nil file nil 'quiet)
      (with-current-buffer (find-file-noselect file)
        (should (verify-visited-file-modtime))
        (set-file-times file (time-add nil 10))
        (should-not (verify-visited-file-modtime))))))

(ert-deftest quicksalt-file-narrowed-and-read-only ()
  "The whole of a narrowed buffer is saved; a read-only one is not written to."
  (quicksalt-test-with '("pw")
    (let ((file (concat folder "a.age")))
      (write-region "one\ntwo\n" nil file nil 'quiet)
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
        (should (string-prefix-p "age-encryption" (buffer-string)))))))

(ert-deftest quicksalt-file-appends-and-writes-strings ()
  "The arguments of `write-region' that few think of."
  (quicksalt-test-with '("pw")
    (let ((file (concat folder "a.age")))
      (write-region "one\n" nil file nil 'quiet)
      (write-region "two\n" nil file t 'quiet)
      (with-temp-buffer
        (insert-file-contents file)
        (should (equal "one\ntwo\n" (buffer-string))))
      (should (= 1 quicksalt-test-asked))
      (should-error (write-region "x" nil file nil 'quiet nil 'excl)
                    :type 'file-already-exists))))

(ert-deftest quicksalt-file-links-and-modes ()
  "A symbolic link stays one; a mode stays; hard links stay together."
  (quicksalt-test-with '("pw")
    (let ((file (concat folder "a.age")) (link (concat folder "b.age"))
          (hard (concat folder "c.age")))
      (write-region "one" nil file nil 'quiet)
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
  (quicksalt-test-with '("pw")
    (let ((file (concat folder "authinfo.age")) (auth-sources nil))
      (write-region "machine example.org login me password s3cret\n"
                    nil file nil 'quiet)
      (quicksalt-auth-source-enable file)
      (auth-source-forget-all-cached)
      (let ((found (car (auth-source-search :host "example.org"))))
        (should (equal "s3cret" (funcall (plist-get found :secret))))))))

(ert-deftest quicksalt-region-and-files ()
  "Regions become text and back; files are written beside."
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

(ert-deftest quicksalt-cache-expires ()
  "A passphrase is forgotten after its time, and at once if told to."
  (quicksalt-test-with '("pw" "pw" "pw")
    (let ((file (concat folder "a.age")) (quicksalt-cache-expiry 0))
      (write-region "x" nil file nil 'quiet)
      (with-temp-buffer (insert-file-contents file))
      (should (= 2 quicksalt-test-asked))
      (let ((quicksalt-cache-expiry 900))
        (with-temp-buffer (insert-file-contents file))
        (with-temp-buffer (insert-file-contents file))
        (should (= 3 quicksalt-test-asked))))))

(ert-deftest quicksalt-doctor-speaks ()
  "The doctor names each operation and who computes it."
  (let ((lines (mapconcat #'identity (quicksalt--doctor-lines) "\n")))
    (dolist (operation '("aes-cbc" "scrypt" "chacha20-poly1305" "random"))
      (should (string-match-p operation lines)))
    (should-not (string-match-p "nobody\\|fails" lines))))

(provide 'quicksalt-files-tests)
;;; quicksalt-files-tests.el ends here
