;;; quicksalt-kaesar-tests.el --- kaesar's names and the benchmark  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Code:

(require 'ert)
(require 'json)
(require 'quicksalt-benchmark)
(require 'quicksalt-kaesar)
(require 'quicksalt-files-tests)

(ert-deftest quicksalt-kaesar-strings ()
  "Both versions accept any passphrase, under both names, and wipe it."
  (dolist (version '(1 2))
    ;; With one random salt in 256, the other version also yields valid padding.
    (cl-letf* (((symbol-function 'quicksalt-random)
                (lambda (size) (make-string size 1)))
               (quicksalt-kaesar-encryption-version version)
           (given (copy-sequence "s3cret"))
           (quicksalt-kaesar-password given)
           (sealed (quicksalt-kaesar-encrypt-string "Grüße" 'utf-8)))
      (should (equal given (make-string 6 0)))
      (should-not quicksalt-kaesar-password)
      (let ((quicksalt-kaesar-password (copy-sequence "s3cret")))
        (should (equal "Grüße" (funcall (intern "kaesar-decrypt-string")
                                        sealed 'utf-8))))
      (let ((quicksalt-kaesar-password (copy-sequence "s3cret")))
        (should (equal "Grüße" (quicksalt-kaesar-decrypt-string
                                sealed 'utf-8 nil :version version)))))))

(ert-deftest quicksalt-kaesar-raw-keys ()
  "Accept keys as hexadecimal digits, bytes, vectors and nil."
  (let ((plain "sixteen bytes ok"))
    (dolist (key (list "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
                       (apply #'unibyte-string (number-sequence 0 31))
                       (vconcat (number-sequence 0 31)) nil "ff"))
      (dolist (algorithm '("aes-256-cbc" "aes-256-ctr" "aes-256-ecb"))
        (should (equal plain (quicksalt-kaesar-decrypt
                              (quicksalt-kaesar-encrypt plain key nil algorithm)
                              key nil algorithm)))))
    (should-error (quicksalt-kaesar-encrypt plain (make-string 31 1)))
    (should-error (quicksalt-kaesar-decrypt (make-string 32 1) nil)
                  :type 'kaesar-decryption-failed)))

(ert-deftest quicksalt-kaesar-blocks ()
  "Test the block functions against FIPS 197."
  (let* ((key (quicksalt-kaesar-expand-to-block-key
               (apply #'unibyte-string (number-sequence 0 15))))
         (bytes (quicksalt-test-bytes "00112233445566778899aabbccddeeff"))
         (state (quicksalt-kaesar-unibytes-to-state bytes 0)))
    (quicksalt-kaesar-cipher! state key)
    (should (equal (apply #'unibyte-string
                          (quicksalt-kaesar-state-to-bytes state))
                   (quicksalt-test-bytes "69c4e0d86a7b0430d8cdb78070b4c55a")))
    (quicksalt-kaesar-inv-cipher! state key)
    (should (equal (apply #'unibyte-string
                          (quicksalt-kaesar-state-to-bytes state))
                   bytes))))

(ert-deftest quicksalt-kaesar-mode-opens-and-saves ()
  "The mode decrypts a file with a first line for kaesar."
  (quicksalt-test-with-file (list "pw" "pw" "pw" "pw") "a.txt" "secret\n"
    (quicksalt-kaesar-mode-ensure-encrypt-file file)
    (should-not (quicksalt-test-leaks folder "secret"))
    (with-current-buffer (find-file-noselect file)
      (should (equal (buffer-string) "secret\n"))
      (goto-char (point-max))
      (insert "more\n")
      (save-buffer))
    (should-not (quicksalt-test-leaks folder "secret"))
    (quicksalt-kaesar-mode-ensure-decrypt-file file)
    (should (= 4 quicksalt-test-asked))
    (should (equal "secret\nmore\n" (quicksalt-test-stored file)))))

;; These variables resemble two variables of kaesar, a user option and a mode
;; variable, and this package's variables for them.
(defvar quicksalt-test-name 5 "A variable of kaesar.")
(defvar quicksalt-test-own 1 "The target of the alias.")
(defvar-local quicksalt-test-name-mode nil "The variable of kaesar's mode.")
(defvar-local quicksalt-test-own-mode nil "The target of the mode alias.")

(ert-deftest quicksalt-kaesar-alias-preserves-values ()
  "Values that were set before the aliases are preserved."
  (dotimes (_ 2)
    (quicksalt-kaesar--alias 'quicksalt-test-name 'quicksalt-test-own))
  (should (equal 5 quicksalt-test-own))
  (setq quicksalt-test-name 6)
  (should (equal 6 quicksalt-test-own))
  (quicksalt-kaesar--alias 'quicksalt-test-name-mode 'quicksalt-test-own-mode)
  (with-temp-buffer
    (setq quicksalt-test-own-mode t)
    (should quicksalt-test-name-mode)
    (setq quicksalt-test-own-mode nil)
    (should-not quicksalt-test-name-mode))
  (should-not (default-value 'quicksalt-test-name-mode)))

(ert-deftest quicksalt-benchmark-child-answers ()
  "Test the protocol of quicksalt-lab: a task, its time and its output."
  (let ((state (cons nil nil)))
    (cl-flet ((ask (line) (quicksalt-benchmark--answer line state)))
      (should (string-prefix-p "ok quicksalt-child/1 process-cpu Emacs"
                               (ask "hello quicksalt-child/1")))
      (should (equal "error no such request" (ask "run 1")))
      (should (string-prefix-p "error" (ask "task nobody cbc 16")))
      (dolist (task '("task tables ctr 16384" "task bitslice ctr 16384"))
        (should (equal "ok" (ask task)))
        (should (string-match-p "\\`ok [0-9]+\\'" (ask "run 2"))))
      (let ((output (ask "output")))
        (ask "task tables ctr 16384")
        (ask "run 1")
        (should (equal output (ask "output")))))))

(ert-deftest quicksalt-benchmark-table ()
  "The table has a line for each task that can run here."
  ;; Hide programs: gpg creates a folder in the user's home.
  (cl-letf* (((symbol-function 'executable-find) #'ignore)
             (lines (quicksalt-benchmark--lines '(16) 1)))
    (dolist (expected '("cbc +tables" "cbc128 +ccl" "pbkdf2 +lisp"
                        "encrypt +lisp"))
      (should (cl-some (lambda (line) (string-match-p expected line)) lines)))
    (should-not (cl-some (lambda (line) (string-match-p "wall" line)) lines))))

(ert-deftest quicksalt-benchmark-opens-and-saves ()
  "Open and save a file repeatedly, encrypted or not."
  (dolist (who '(plain module lisp))
    (let ((before (buffer-list)))
      (dolist (what '(open save))
        (let ((task (quicksalt-benchmark-task who what 960)))
          (when task
            (dotimes (_ 2) (should-not (funcall task)))
            (let ((made (car (cl-set-difference (buffer-list) before))))
              (with-current-buffer made
                (should (= 960 (buffer-size)))
                (should (eq (not (eq who 'plain))
                            (string-suffix-p ".age" buffer-file-name)))
                (should (eq (not (eq who 'plain))
                            (and (quicksalt-detect
                                  (quicksalt-file--read buffer-file-name))
                                 t))))
              (kill-buffer made)))))
      (should (or (eq who 'module)
                  (quicksalt-benchmark-task who 'open 10)))))
  (quicksalt-file-mode -1)
  (should-not (quicksalt-benchmark-task 'gnutls 'open 10)))

(ert-deftest quicksalt-benchmark-by-programs ()
  "The program openssl agrees with Lisp, and is timed by the wall clock."
  (skip-unless (executable-find "openssl"))
  (should (equal (funcall (quicksalt-benchmark-task 'openssl 'cbc 160))
                 (funcall (quicksalt-benchmark-task 'tables 'cbc 160))))
  (should-not (quicksalt-benchmark-task 'openssl 'ctr 160))
  (let ((rows (json-read-from-string
               (with-output-to-string
                 (quicksalt-benchmark-json '((openssl cbc 16)
                                             (nobody cbc 16)))))))
    (should (= 1 (length rows)))
    (should (equal "openssl" (alist-get 'who (aref rows 0))))))

(provide 'quicksalt-kaesar-tests)
;;; quicksalt-kaesar-tests.el ends here
