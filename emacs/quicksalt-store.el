;;; quicksalt-store.el --- Files as they are stored  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; Reads and writes the bytes of files past `quicksalt-file-mode'.  What is
;; written appears whole or not at all, where the new file can have the owner,
;; the group and the attributes of the old one.

;;; Code:

(defvar quicksalt-file--copier
  (and (eq system-type 'gnu/linux) (executable-find "cp"))
  "A program that copies the attributes of a file alone, or nil.
Lisp has nothing that copies an owner or extended attributes.")

(defun quicksalt-file--run (operation &rest arguments)
  "Run OPERATION on ARGUMENTS as if this mode were off."
  (let ((inhibit-file-name-handlers
         (cons 'quicksalt-file-handler
               (and (eq inhibit-file-name-operation operation)
                    inhibit-file-name-handlers)))
        (inhibit-file-name-operation operation))
    (apply operation arguments)))

(defun quicksalt-file--read (file &optional size)
  "Return the bytes of FILE as they are stored, the first SIZE if given."
  (with-temp-buffer
    (set-buffer-multibyte nil)
    (let ((coding-system-for-read 'no-conversion)
          (format-alist nil) (after-insert-file-functions nil))
      (quicksalt-file--run 'insert-file-contents file nil nil size))
    (buffer-string)))

(defun quicksalt-file--raw (bytes file)
  "Write BYTES to FILE as they are."
  (let ((coding-system-for-write 'no-conversion)
        (write-region-annotate-functions nil)
        (write-region-post-annotation-function nil))
    (with-temp-buffer
      (set-buffer-multibyte nil)
      (insert bytes)
      (quicksalt-file--run 'write-region (point-min) (point-max) file nil
                           'quiet))))

(defun quicksalt-file--store (bytes file)
  "Make BYTES the content of FILE, whole or not at all."
  (quicksalt-file--place
   (lambda (name _) (quicksalt-file--raw bytes name))
   (file-truename file)))

(defun quicksalt-file--place (write target)
  "Make what WRITE writes the content of TARGET, whole or not at all.
TARGET is the true name of a file.  WRITE is a function of a name and whether
there is no such file yet.  It writes beside TARGET, whose place and mode the
new file then takes.  Where that cannot be, because the folder takes no files,
the file has other names, or the new file cannot have its owner and group,
TARGET itself is written."
  (let* ((attributes (file-attributes target))
         (beside (concat (file-name-directory target)
                         (make-temp-name ".quicksalt-")))
         (renamed nil))
    (if (or (not (file-writable-p beside))
            (and attributes
                 (> (file-attribute-link-number attributes) 1)))
        (funcall write target nil)
      (unwind-protect
          (progn
            (with-file-modes (if attributes #o600
                               (logand (default-file-modes) #o600))
              (funcall write beside t))
            (when (or (not attributes)
                      (quicksalt-file--alike beside target attributes))
              (rename-file beside target t)
              (setq renamed t)))
        (unless renamed
          (when (file-exists-p beside) (delete-file beside))))
      (unless renamed (funcall write target nil)))))

(defun quicksalt-file--alike (file model attributes)
  "Give FILE what MODEL has beside its content; tell whether it has it all.
That is owner, group, mode, the access control list and extended attributes.
ATTRIBUTES are those of MODEL."
  (let ((is-copied
         (and quicksalt-file--copier
              (not (file-remote-p file))
              (eq 0 (call-process quicksalt-file--copier nil nil nil
                                  "--attributes-only"
                                  "--preserve=mode,ownership,xattr" "--"
                                  (file-name-unquote model)
                                  (file-name-unquote file))))))
    (set-file-modes file (file-modes model))
    (ignore-errors
      (set-file-extended-attributes file (file-extended-attributes model)))
    (let ((own (file-attributes file)))
      (and (or is-copied (not quicksalt-file--copier) (file-remote-p file))
           (equal (file-attribute-user-id own)
                  (file-attribute-user-id attributes))
           (equal (file-attribute-group-id own)
                  (file-attribute-group-id attributes))))))

(provide 'quicksalt-store)
;;; quicksalt-store.el ends here
