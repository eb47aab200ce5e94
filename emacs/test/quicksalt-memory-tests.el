;;; quicksalt-memory-tests.el --- In-memory files  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Code:

(require 'ert)
(require 'cl-lib)
(require 'quicksalt)
(require 'quicksalt-module)
(require 'quicksalt-files-tests)

(declare-function quicksalt-module--memory-file "quicksalt-native.so" ())
(declare-function quicksalt-module--age-read "quicksalt-native.so"
                  (source file-key memory))
(declare-function quicksalt-module--age-write "quicksalt-native.so"
                  (memory header file-key target sync))

(defun quicksalt-test-memory-p ()
  "Return non-nil if the module and in-memory files are available."
  (and (quicksalt-module-load)
       (let ((memory (quicksalt-module--memory-file)))
         (when memory
           (quicksalt-memory-forget memory)
           t))))

(defun quicksalt-test-descriptors ()
  "Return the number of files that this Emacs has open."
  (length (directory-files "/proc/self/fd")))

(defmacro quicksalt-test-without-strings (&rest body)
  "Run BODY; signal an error if a payload passes through a Lisp string."
  (declare (indent 0) (debug t))
  `(cl-letf (((symbol-function 'quicksalt-age-open-payload)
              (lambda (&rest _) (error "Payload opened in a Lisp string")))
             ((symbol-function 'quicksalt-age-seal-payload)
              (lambda (&rest _) (error "Payload sealed in a Lisp string"))))
     ,@body))

(ert-deftest quicksalt-memory-avoids-lisp-strings ()
  "With the module a file opens, saves and reverts without Lisp strings."
  (skip-unless (quicksalt-test-memory-p))
  (quicksalt-test-with '("pw")
    (let ((file (concat folder "a.txt.age"))
          (descriptors (quicksalt-test-descriptors)))
      (quicksalt-test-without-strings
        (write-region "first\n" nil file nil 'quiet)
        (with-current-buffer (find-file-noselect file)
          (should (equal "first\n" (buffer-string)))
          (should (equal file buffer-file-name))
          (should (verify-visited-file-modtime))
          (goto-char (point-max))
          (insert (make-string 200000 ?x) "\n")
          (save-buffer)
          (erase-buffer)
          (revert-buffer t t)
          (should (= 200007 (buffer-size)))
          (should-not (buffer-modified-p))
          (should (equal file buffer-file-name))))
      (should (= descriptors (quicksalt-test-descriptors)))
      (should (equal '("a.txt.age")
                     (directory-files folder nil "\\`[^.]\\|quicksalt"))))))

(defun quicksalt-test-state (file how)
  "Open FILE by the method HOW, a symbol; return the state of the buffer."
  (let ((buffer (pcase how
                  ('visit (find-file-noselect file))
                  (_ (generate-new-buffer "inserted")))))
    (unwind-protect
        (with-current-buffer buffer
          (pcase how
            ('part (insert "ab")
                   (goto-char 2)
                   (insert-file-contents file nil 1 40))
            ('replace (insert "ä old text, but the end: ok\n")
                      (goto-char 5)
                      (insert-file-contents file nil nil nil t))
            ('coded (let ((coding-system-for-read 'latin-1))
                      (insert-file-contents file)))
            ('unibyte (set-buffer-multibyte nil)
                      (insert-file-contents file)))
          (list how (buffer-string) (point) enable-multibyte-characters
                (and (eq how 'visit)
                     (list buffer-file-coding-system major-mode
                           buffer-undo-list (buffer-modified-p)))))
      (with-current-buffer buffer (set-buffer-modified-p nil))
      (kill-buffer buffer))))

(ert-deftest quicksalt-memory-decodes-as-plain-files ()
  "The inserted text is the same as for a plain file of the same name."
  (skip-unless (quicksalt-test-memory-p))
  (quicksalt-test-with (make-list 9 "pw")
    (dolist (text (list "" "plain\n" "dos\r\nlines\r\n" "\344 \366 latin\n"
                        (encode-coding-string "ä € 汉字\n" 'utf-8)
                        (encode-coding-string "ä €\n" 'utf-16)
                        ";; -*- coding: latin-1 -*-\n\344\n"
                        "\\usepackage[latin1]{inputenc}\n\344 \303\244\n"
                        "\0\1\377 binary \200\n"
                        (concat (make-string 70000 ?y) "\nthe end: ok\n")))
      (dolist (name '("a.txt" "b.el" "c.tex" "d.elc"))
        (let* ((plain (concat folder name)) (file (concat plain ".age"))
               (coding-system-for-write 'no-conversion))
          (write-region text nil plain nil 'quiet)
          (write-region text nil file nil 'quiet)
          (dolist (how '(visit part replace coded unibyte))
            (should (equal (quicksalt-test-state file how)
                           (quicksalt-test-state plain how)))))))))

(ert-deftest quicksalt-memory-encodes-as-plain-files ()
  "The saved bytes are the same as for a plain file of the same name."
  (skip-unless (quicksalt-test-memory-p))
  (quicksalt-test-with (make-list 9 "pw")
    (dolist (coding '(nil utf-8-unix utf-8-dos latin-1-unix utf-16-unix
                      no-conversion))
      ;; Emacs asks about unencodable text and about contradicting coding
      ;; tags.
      (dolist (text (pcase coding
                      ('no-conversion '("plain\n" "\0\377\n"))
                      ('nil '("ä\n" ";; -*- coding: latin-1 -*-\nä\n"))
                      (_ '("plain\n" "ä b\nc\n"))))
        (dolist (name '("a.txt" "b.elc"))
          (let* ((plain (concat folder name)) (file (concat plain ".age"))
                 (used (mapcar
                        (lambda (to)
                          (with-temp-buffer
                            (insert text)
                            (narrow-to-region 2 3)
                            (let ((coding-system-for-write coding))
                              (write-region nil nil to nil 'quiet))
                            last-coding-system-used))
                        (list plain file))))
            (should (eq (car used) (cadr used)))
            (should (equal (quicksalt-test-stored plain)
                           (car (quicksalt-open-bytes
                                 (quicksalt-test-stored file) file))))))))))

(ert-deftest quicksalt-memory-rejects-altered-files ()
  "An altered file signals an error and leaves no buffer or in-memory file."
  (skip-unless (quicksalt-test-memory-p))
  (quicksalt-test-with-file (make-list 9 "pw") "a.age" (make-string 70000 ?x)
    (let ((sealed (quicksalt-test-stored file))
          (descriptors (quicksalt-test-descriptors)))
      (dolist (at (list 60 (- (length sealed) 70000) (1- (length sealed))))
        (quicksalt-test-store file (quicksalt-test-altered sealed at))
        (should-error (find-file-noselect file))
        (should-not (find-buffer-visiting file)))
      (quicksalt-test-store file (substring sealed 0 -30))
      (should-error (find-file-noselect file) :type 'quicksalt-damaged)
      (should (= descriptors (quicksalt-test-descriptors))))))

(ert-deftest quicksalt-memory-failed-save-preserves-old-file ()
  "A full disk or a quit during the module's write preserves the old file."
  (skip-unless (quicksalt-test-memory-p))
  (quicksalt-test-with-file '("pw") "a.age" "old"
    (let ((before (quicksalt-test-stored file))
          (descriptors (quicksalt-test-descriptors)))
      (with-current-buffer (find-file-noselect file)
        (insert "new ")
        (dolist (signal '((quit) (file-error "No space left on device")))
          (cl-letf* ((whole (symbol-function 'quicksalt-module--age-write))
                     ((symbol-function 'quicksalt-module--age-write)
                      (lambda (&rest arguments)
                        (apply whole arguments)
                        (signal (car signal) (cdr signal)))))
            (should (eq 'stopped (condition-case nil (save-buffer)
                                   ((quit file-error) 'stopped)))))
          (should (buffer-modified-p))
          (should (equal before (quicksalt-test-stored file)))
          (should (equal '("a.age")
                         (directory-files folder nil
                                          "\\`[^.]\\|quicksalt")))))
      (should (= descriptors (quicksalt-test-descriptors))))))

(ert-deftest quicksalt-memory-functions-check-arguments ()
  "Reject handles of other types, and wrong file keys and headers."
  (skip-unless (quicksalt-test-memory-p))
  (quicksalt-test-with '("pw")
    (let* ((file (concat folder "a.age")) (other (concat folder "b.age"))
           (memory (quicksalt-module--memory-file))
           (key (quicksalt-module-key (make-string 16 1)))
           (header (quicksalt-age-header-for-passphrase (make-string 16 2)
                                                        "pw" 4)))
      (write-region "text" nil file nil 'quiet)
      (should-error (quicksalt-module--age-read file key (car memory))
                    :type 'quicksalt-damaged)
      (should-error (quicksalt-module--age-read file "short" (car memory))
                    :type 'quicksalt-error)
      (should-error (quicksalt-module--age-read file key key)
                    :type 'quicksalt-error)
      (should-error (quicksalt-module-aes 'cbc nil (car memory)
                                          (make-string 16 0) "")
                    :type 'quicksalt-error)
      (should-error (quicksalt-module--age-write (car memory) header key other
                                                 nil)
                    :type 'quicksalt-damaged)
      (should-error (quicksalt-module--age-write (car memory) header
                                                 (make-string 16 2) file nil)
                    :type 'file-already-exists)
      (quicksalt-memory-forget memory)
      (should-not (file-exists-p (cdr memory)))
      (should-error (quicksalt-module--age-read file key (car memory))
                    :type 'quicksalt-error))))

(provide 'quicksalt-memory-tests)
;;; quicksalt-memory-tests.el ends here
