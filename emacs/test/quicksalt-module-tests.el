;;; quicksalt-module-tests.el --- The dynamic module  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Code:

(declare-function quicksalt-module-random "quicksalt-native.so" (size))
(declare-function quicksalt-module-forget "quicksalt-native.so" (handle))
(declare-function quicksalt-module--aes "quicksalt-native.so"
                  (kind key iv data size))
(declare-function quicksalt-module--chacha20-poly1305 "quicksalt-native.so"
                  (open key nonce data size))

(require 'cl-lib)
(require 'ert)
(require 'quicksalt)
(require 'quicksalt-backend)
(require 'quicksalt-module)
(require 'quicksalt-primitives-tests)

(ert-deftest quicksalt-module-passes-known-answer-tests ()
  "If available, the module passes its known-answer tests in all operations."
  (skip-unless (quicksalt-module-load))
  (dolist (entry quicksalt-backend--operations)
    (should-not (quicksalt-backend-obstacle (car entry) 'module))))

(ert-deftest quicksalt-module-handles ()
  "A handle works like its bytes until it is forgotten."
  (skip-unless (quicksalt-module-load))
  (let* ((bytes (quicksalt-test-random 32)) (iv (make-string 16 1))
         (data (quicksalt-test-random 64))
         (answer (quicksalt-module-aes 'cbc nil bytes iv data))
         (sealed (quicksalt-module-chacha20-poly1305
                  nil bytes (make-string 12 0) data))
         (handle (quicksalt-module-key (copy-sequence bytes))))
    (should (equal answer (quicksalt-module-aes 'cbc nil handle iv data)))
    (should (equal data (quicksalt-module--chacha20-poly1305
                         t handle (make-string 12 0) sealed (length sealed))))
    (should-not (string-match-p "\\`\"" (prin1-to-string handle)))
    (quicksalt-module-forget handle)
    (should-error (quicksalt-module-aes 'cbc nil handle iv data)
                  :type 'quicksalt-error)
    (setq handle nil)
    (dotimes (_ 100) (quicksalt-module-key (copy-sequence bytes)))
    (garbage-collect)))

(ert-deftest quicksalt-module-key-wipes-its-argument ()
  "The string from which a handle was made is zeroed."
  (skip-unless (quicksalt-module-load))
  (let ((bytes (quicksalt-test-random 32)))
    (quicksalt-module-key bytes)
    (should (equal bytes (make-string 32 0)))))

(ert-deftest quicksalt-module-never-crashes ()
  "Arguments of any wrong type signal Lisp errors."
  (skip-unless (quicksalt-module-load))
  (dolist (function '(quicksalt-module--aes quicksalt-module--pbkdf2
                      quicksalt-module--scrypt quicksalt-module--x25519
                      quicksalt-module--chacha20-poly1305
                      quicksalt-module--age-read quicksalt-module--age-write
                      quicksalt-module--aes-gcm
                      quicksalt-module-random))
    (let ((arity (car (func-arity function))))
      (dolist (wrong (list nil 'symbol -1 1.5 most-negative-fixnum
                           (ash 1 70) [1] (current-buffer) (list "x")
                           (quicksalt-module-key (make-string 3 1))))
        (should (eq 'refused
                    (condition-case nil
                        (progn (apply function (make-list arity wrong)) 'taken)
                      (error 'refused))))))
    (should-error (funcall function) :type 'wrong-number-of-arguments))
  (dolist (wrong (list nil 1 "key" (make-marker)))
    (should-error (quicksalt-module-forget wrong)))
  (should-error (quicksalt-module--aes 1 (make-string 32 0) (make-string 16 0)
                                       (make-string 64 0) 16))
  (should-error (quicksalt-module--aes 7 (make-string 32 0) (make-string 16 0)
                                       "" 0))
  (should-error (quicksalt-module-random (ash 1 60)))
  (should-error (quicksalt-module-aes 'cbc nil (make-string 32 0)
                                      (make-string 16 0) "ä")))

(ert-deftest quicksalt-module-of-another-version ()
  "The doctor reports why a module of another version is not used."
  (skip-unless (quicksalt-module-load))
  (let ((quicksalt-module-version-wanted "99.0")
        (quicksalt-module--loaded nil)
        (quicksalt-module--failure nil))
    (should-not (quicksalt-module-load))
    (should (string-match-p "its version is" quicksalt-module--failure))))

(ert-deftest quicksalt-module-that-is-missing ()
  "The doctor reports a missing module once, with build instructions."
  (let* ((quicksalt-module-file "/nowhere/quicksalt-native.so")
         (quicksalt-module--loaded nil)
         (quicksalt-module--failure nil)
         (quicksalt-backend--chosen nil) (quicksalt-backend--outcomes nil)
         (lines (quicksalt--doctor-lines))
         (missing (lambda (line) (string-match-p "/nowhere.* not found" line))))
    (when (and (fboundp 'module-load) (>= emacs-major-version 28))
      (should (= 1 (cl-count-if missing lines)))
      (should (cl-find-if (apply-partially #'string-match-p "cargo build")
                          lines)))))

(provide 'quicksalt-module-tests)
;;; quicksalt-module-tests.el ends here
