;;; quicksalt-manual-tests.el --- The manual matches the code  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Code:

(require 'ert)
(require 'texinfmt)
(require 'quicksalt)
(require 'quicksalt-benchmark)
(require 'quicksalt-kaesar)
(require 'quicksalt-module)

(defconst quicksalt-test-folder
  (file-name-directory (or load-file-name buffer-file-name))
  "The folder of these tests, which also contains the package and the manual.")

(defun quicksalt-test-manual ()
  "Return the text of the manual."
  (with-temp-buffer
    (insert-file-contents (expand-file-name "quicksalt.texi"
                                            quicksalt-test-folder))
    (buffer-string)))

(ert-deftest quicksalt-manual-matches-definitions ()
  "Documented commands, functions, arguments and options exist."
  (let ((text (quicksalt-test-manual)) (start 0) (found 0))
    (while (string-match "^@def\\(fnx? Command\\|unx?\\|optx?\\) \\([^ \n]+\\)\\(.*\\)"
                         text start)
      (setq start (match-end 0) found (1+ found))
      (let ((kind (match-string 1 text))
            (symbol (intern (match-string 2 text)))
            (arguments (match-string 3 text)))
        (ert-info ((symbol-name symbol))
          (cond ((string-prefix-p "fn" kind) (should (commandp symbol)))
                ((string-prefix-p "opt" kind)
                 (should (custom-variable-p symbol)))
                (t (should (equal (split-string arguments " " t)
                                  (mapcar #'symbol-name
                                          (help-function-arglist symbol
                                                                 t)))))))))
    (should (> found 20))
    (setq start 0)
    (while (string-match "@code{\\(quicksalt[^}]*\\)}" text start)
      (setq start (match-end 0))
      (let ((symbol (intern (match-string 1 text))))
        (should (or (fboundp symbol) (boundp symbol)))))))

(ert-deftest quicksalt-manual-has-every-command ()
  "The manual covers all public commands, functions and options."
  (let ((text (quicksalt-test-manual)))
    (dolist (file '("quicksalt.el" "quicksalt-file.el" "quicksalt-benchmark.el"))
      (with-temp-buffer
        (insert-file-contents (expand-file-name file quicksalt-test-folder))
        (while (re-search-forward
                "^;;;###autoload\n(\\(?:defun\\|define-minor-mode\\) \\([^ ]+\\)"
                nil t)
          (when (commandp (intern (match-string 1)))
            (ert-info ((match-string 1))
              (should (string-match-p (concat "Command "
                                              (regexp-quote (match-string 1))
                                              "$")
                                      text)))))))))

(ert-deftest quicksalt-manual-can-be-formatted ()
  "Emacs formats the manual as Info, with every chapter in the menu."
  (let ((folder (make-temp-file "quicksalt" t)))
    (unwind-protect
        (let ((copy (expand-file-name "quicksalt.texi" folder)))
          (copy-file (expand-file-name "quicksalt.texi" quicksalt-test-folder)
                     copy)
          (with-current-buffer (find-file-noselect copy)
            (let ((inhibit-message t)) (texinfo-format-buffer t))
            (goto-char (point-min))
            (dolist (node '("Files" "Formats" "Backends" "Limits" "Index"))
              (should (re-search-forward (concat "Node: " node "[,\n]") nil t)))
            (set-buffer-modified-p nil)
            (kill-buffer)))
      (delete-directory folder t))))

(provide 'quicksalt-manual-tests)
;;; quicksalt-manual-tests.el ends here
