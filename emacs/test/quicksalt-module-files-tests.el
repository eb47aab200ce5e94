;;; quicksalt-module-files-tests.el --- Whole files with the module  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Code:

(require 'ert)
(require 'cl-lib)
(require 'quicksalt)
(require 'quicksalt-module)
(require 'quicksalt-files-tests)

(declare-function quicksalt-module--encrypt-file "quicksalt-native.so"
                  (source target format to number replace))
(declare-function quicksalt-module--decrypt-file "quicksalt-native.so"
                  (source target format secret number replace))
(declare-function quicksalt-module--encrypt "quicksalt-native.so"
                  (data format to number size))
(declare-function quicksalt-module--decrypt "quicksalt-native.so"
                  (data format secret number size))
(declare-function quicksalt-module--sign-file "quicksalt-native.so"
                  (source key passphrase comment))
(declare-function quicksalt-module--verify-file "quicksalt-native.so"
                  (source key signature))
(declare-function quicksalt-module--age-identity "quicksalt-native.so" ())

(defmacro quicksalt-test-in-folder (&rest body)
  "Run BODY in an empty folder if the module is available.
In BODY, `plain', `sealed' and `opened' are names of files in the folder."
  (declare (indent 0) (debug t))
  `(progn
     (skip-unless (quicksalt-module-load))
     (let* ((folder (file-name-as-directory
                     (encode-coding-string (make-temp-file "quicksalt-é" t)
                                           'utf-8)))
            (plain (concat folder "plain")) (sealed (concat folder "sealed"))
            (opened (concat folder "opened")))
       (ignore plain sealed opened)
       (unwind-protect
           (progn
             ,@body
             ;; No partially written file remains.
             (should-not (directory-files folder nil "part")))
         (delete-directory (decode-coding-string folder 'utf-8) t)))))

(defconst quicksalt-test-openssl-formats
  (append
   (cl-loop for cipher in '("aes-128-cbc" "aes-192-cbc" "aes-256-cbc"
                            "aes-256-ctr")
            collect (format "openssl %s pbkdf2 binary" cipher))
   (cl-loop for kdf in '("sha256" "md5")
            collect (format "openssl aes-256-cbc %s binary" kdf))
   (cl-loop for layer in '("base64" "kaesar-mode" "kaesar-text")
            collect (format "openssl aes-256-cbc pbkdf2 %s" layer)))
  "Formats of OpenSSL and kaesar.")

(ert-deftest quicksalt-module-files-of-age ()
  "Encrypt to a recipient or a passphrase and decrypt, at any length."
  (quicksalt-test-in-folder
    (let* ((pair (quicksalt-module--age-identity))
           (handle (quicksalt-module-key (copy-sequence (car pair)))))
      (should (string-prefix-p "AGE-SECRET-KEY-1" (car pair)))
      (dolist (size '(0 1 65536 3000001))
        (quicksalt-test-store plain (make-string size 7))
        (dolist (format '("age" "age armor"))
          (should (eq t (quicksalt-module--encrypt-file
                         plain sealed format (cdr pair) 0 t)))
          (dolist (secret (list (car pair) handle))
            (should (equal "age" (quicksalt-module--decrypt-file
                                  sealed opened "age" secret 0 t)))
            (should (equal (quicksalt-test-stored plain)
                           (quicksalt-test-stored opened))))
          (should (= #o600 (file-modes opened)))))
      (quicksalt-module--encrypt-file plain sealed "age" "secret" 4 t)
      (quicksalt-module--decrypt-file sealed opened "age" "secret" 22 t)
      (should (equal (quicksalt-test-stored plain)
                     (quicksalt-test-stored opened)))
      ;; Lisp reads files that the module wrote.
      (quicksalt-test-store plain "text\n")
      (quicksalt-module--encrypt-file plain sealed "age" "secret" 4 t)
      (let ((quicksalt-read-passphrase-function
             (lambda (&rest _) (copy-sequence "secret"))))
        (should (equal "text\n" (car (quicksalt-open-bytes
                                      (quicksalt-test-stored sealed)))))))))

(ert-deftest quicksalt-module-files-of-openssl ()
  "Files of OpenSSL and kaesar open, and report how they were encrypted."
  (quicksalt-test-in-folder
    (quicksalt-test-store plain (make-string 100000 ?x))
    (dolist (format quicksalt-test-openssl-formats)
      (quicksalt-module--encrypt-file plain sealed format "secret" 1000 t)
      (let* ((words (split-string format " "))
             (ask (format "openssl %s any binary" (nth 1 words))))
        (should (equal format (quicksalt-module--decrypt-file
                               sealed opened ask "secret" 1000 t)))
        (should (equal (quicksalt-test-stored plain)
                       (quicksalt-test-stored opened)))))))

(ert-deftest quicksalt-module-string-functions ()
  "String functions behave like file functions."
  (skip-unless (quicksalt-module-load))
  (let ((pair (quicksalt-module--age-identity)))
    (dolist (data (list "" "x" (make-string 200000 ?y)))
      (dolist (how `(("age" ,(cdr pair) 0 ,(car pair) 0)
                     ("age armor" "secret" 4 "secret" 22)
                     ,@(mapcar (lambda (format)
                                 (list format "secret" 10 "secret" 10))
                               quicksalt-test-openssl-formats)))
        (pcase-let* ((`(,format ,to ,cost ,secret ,most) how)
                     (sealed (quicksalt-module--encrypt
                              data format to cost (length data))))
          (should-not (multibyte-string-p sealed))
          (should (equal data
                         (car (quicksalt-module--decrypt
                               sealed format secret most
                               (length sealed))))))))))

(ert-deftest quicksalt-module-files-signal-errors ()
  "Each failure has its own error and preserves an existing output file."
  (quicksalt-test-in-folder
    (let* ((pair (quicksalt-module--age-identity))
           (other (quicksalt-module--age-identity))
           (open (lambda (format secret number)
                   (quicksalt-module--decrypt-file sealed opened format secret
                                                   number t))))
      (quicksalt-test-store plain (make-string 2000000 ?x))
      (quicksalt-test-store opened "before")
      (quicksalt-module--encrypt-file plain sealed "age" (cdr pair) 0 nil)
      (should-error (funcall open "age" (car other) 0) :type 'quicksalt-wrong-key)
      (should-error (funcall open "age" "secret" 22) :type 'quicksalt-wrong-key)
      (should-error (funcall open "age" "no identity" 0) :type 'quicksalt-error)
      (should-error (funcall open "pgp" "secret" 22) :type 'quicksalt-error)
      (should-error (funcall open "openssl aes-256-cbc any binary" "secret" 10)
                    :type 'quicksalt-damaged)
      (let ((bytes (quicksalt-test-altered (quicksalt-test-stored sealed)
                                           1900000)))
        (dolist (size '(nil 1000000 100))
          (quicksalt-test-store sealed (substring bytes 0 size))
          (should-error (funcall open "age" (car pair) 0)
                        :type 'quicksalt-damaged)))
      (quicksalt-module--encrypt-file plain sealed "age" "secret" 12 t)
      (should-error (funcall open "age" "secret" 11) :type 'quicksalt-error)
      (should (equal "before" (quicksalt-test-stored opened))))))

(ert-deftest quicksalt-module-files-file-errors ()
  "Missing files and existing outputs signal Emacs's own errors."
  (quicksalt-test-in-folder
    (let ((to (cdr (quicksalt-module--age-identity))))
      (cl-flet ((seal (source target &optional replace)
                  (quicksalt-module--encrypt-file source target "age" to 0
                                                  replace)))
        (should-error (seal plain sealed) :type 'file-missing)
        (quicksalt-test-store plain "text")
        (quicksalt-test-store sealed "before")
        (set-file-modes sealed #o640)
        (should-error (seal plain sealed) :type 'file-already-exists)
        (should (equal "before" (quicksalt-test-stored sealed)))
        (should-error (seal plain (concat folder "none/sealed"))
                      :type 'file-missing)
        (should-error (seal folder sealed t) :type 'file-error)
        (should-error (seal plain folder t) :type 'file-error)
        (should-error (seal "plain" sealed t) :type 'quicksalt-error)
        (should-error (seal plain "/dev/full" t) :type 'file-error)
        ;; Without a writer on the FIFO, Emacs would wait forever.
        (when (executable-find "mkfifo")
          (call-process "mkfifo" nil nil nil (concat folder "pipe"))
          (should-error (seal (concat folder "pipe") sealed t)
                        :type 'file-error))
        ;; A replaced file preserves its mode, and a link remains a link.
        (make-symbolic-link sealed (concat folder "link"))
        (seal plain (concat folder "link") t)
        (should (file-symlink-p (concat folder "link")))
        (should (string-prefix-p "age-encryption.org/v1\n"
                                 (quicksalt-test-stored sealed)))
        (should (= #o640 (file-modes sealed)))))))

(ert-deftest quicksalt-module-files-quit ()
  "C-g interrupts the work and preserves the old file."
  (quicksalt-test-in-folder
    (quicksalt-test-store plain "text")
    (quicksalt-test-store sealed "before")
    ;; SIGUSR2 sets `quit-flag', like C-g on a keyboard.  The signal also
    ;; requests the debugger at the next call.
    (let ((debugger #'ignore) (debug-on-quit nil)
          (debug-on-next-call nil) (debug-on-event 'sigusr2))
      (should (eq 'quit
                  (condition-case nil
                      (progn
                        (call-process "sh" nil 0 nil "-c"
                                      (format "sleep 0.2; kill -USR2 %d"
                                              (emacs-pid)))
                        ;; Enough work not to finish before the signal.
                        (dotimes (_ 1000)
                          (quicksalt-module--encrypt-file
                           plain sealed "age" "secret" 17 t))
                        'done)
                    (quit 'quit)))))
    (should (file-exists-p sealed))))

(ert-deftest quicksalt-module-signatures-of-files ()
  "Accept the signature of a file and reject it for another file."
  (quicksalt-test-in-folder
    (let* ((public (concat
                    "untrusted comment: minisign public key E7620F1842B4E81F\n"
                    "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3"
                    "\n"))
           (wrong (concat
                   "untrusted comment: signature\n"
                   (base64-encode-string
                    (concat "ED" (make-string 72 0)) t)
                   "\ntrusted comment: none\n"
                   (base64-encode-string (make-string 64 0) t) "\n")))
      (quicksalt-test-store plain "text")
      (should-error (quicksalt-module--verify-file plain public wrong)
                    :type 'quicksalt-wrong-key)
      (should-error (quicksalt-module--verify-file plain public "text")
                    :type 'quicksalt-damaged)
      (should-error (quicksalt-module--sign-file plain "no key" "" "comment")
                    :type 'quicksalt-error)
      (should-error (quicksalt-module--sign-file plain "no key" "" "\xff")
                    :type 'quicksalt-error)
      (when (executable-find "minisign")
        (let ((key (concat folder "key")) (pub (concat folder "key.pub")))
          (call-process "minisign" nil nil nil "-G" "-W" "-p" pub "-s" key)
          (let* ((signature (quicksalt-module--sign-file
                             plain (quicksalt-test-stored key) "" "by é"))
                 (id (quicksalt-test-stored pub))
                 (altered (replace-regexp-in-string "by" "my" signature)))
            (quicksalt-test-store (concat plain ".minisig") signature)
            (should (= 0 (call-process "minisign" nil nil nil
                                       "-V" "-q" "-p" pub "-m" plain)))
            (should (equal (encode-coding-string "by é" 'utf-8)
                           (quicksalt-module--verify-file plain id signature)))
            (should-not (quicksalt-module--verify-file plain id altered))
            (quicksalt-test-store plain "other text")
            (should-not (quicksalt-module--verify-file plain id signature))))))))

(ert-deftest quicksalt-module-files-never-crash ()
  "Arguments of any wrong type signal Lisp errors."
  (skip-unless (quicksalt-module-load))
  (dolist (function '(quicksalt-module--encrypt-file
                      quicksalt-module--decrypt-file
                      quicksalt-module--encrypt quicksalt-module--decrypt
                      quicksalt-module--sign-file
                      quicksalt-module--verify-file))
    (dolist (wrong (list nil 'symbol -1 1.5 most-negative-fixnum (ash 1 70)
                         [1] "" "a\0b" (make-string 70000 ?x)
                         (quicksalt-module-key (make-string 3 1))))
      (should-error (apply function (make-list (car (func-arity function))
                                               wrong))))))

(provide 'quicksalt-module-files-tests)
;;; quicksalt-module-files-tests.el ends here
