;;; build.el --- Compile and check the package  -*- lexical-binding: t; no-byte-compile: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; emacs -Q --batch -l test/build.el -f NAME FILE ...

;;; Code:

(defun quicksalt-compile ()
  "Compile the files of the command line; treat warnings as errors."
  (setq byte-compile-error-on-warn t
        load-prefer-newer t)
  (let ((failed nil))
    (dolist (file command-line-args-left)
      (unless (byte-compile-file file) (setq failed t)))
    (kill-emacs (if failed 1 0))))

(defun quicksalt-compile-natively ()
  "Compile the files of the command line natively, if Emacs supports it.
Treat warnings as errors.  The output goes to $QUICKSALT_NATIVE."
  (if (not (and (fboundp 'native-comp-available-p) (native-comp-available-p)))
      (message "skipped: this Emacs does not compile natively")
    (set 'native-comp-eln-load-path (list (getenv "QUICKSALT_NATIVE")))
    (setq byte-compile-error-on-warn t)
    (dolist (file command-line-args-left)
      (unless (funcall 'native-compile file) (kill-emacs 1))))
  (kill-emacs 0))

(defun quicksalt-checkdoc ()
  "Run checkdoc on the files of the command line."
  (require 'checkdoc)
  (let* ((found 0)
         (checkdoc-arguments-in-order-flag nil)
         (checkdoc-create-error-function
          (lambda (text start _end &optional _)
            (setq found (1+ found))
            (message "%s:%d: %s" (buffer-file-name)
                     (if start (line-number-at-pos start) 0) text)
            nil)))
    (dolist (file command-line-args-left)
      (with-current-buffer (find-file-noselect file)
        (checkdoc-current-buffer t)))
    (kill-emacs (if (= found 0) 0 1))))

;;; build.el ends here
