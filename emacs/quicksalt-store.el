;;; quicksalt-store.el --- Read and write raw files  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; This file reads and writes the raw bytes of files, bypassing
;; `quicksalt-file-mode'.  A write is atomic if the new file can have the
;; owner, group and attributes of the old file.

;;; Code:

(defvar quicksalt-file--copier
  (and (eq system-type 'gnu/linux) (executable-find "cp"))
  "A program that can copy only the attributes of a file, or nil.
Lisp cannot copy owners or extended attributes.")

(defun quicksalt-file--run (operation &rest arguments)
  "Run OPERATION on ARGUMENTS as if `quicksalt-file-mode' were off."
  (let ((inhibit-file-name-handlers
         (cons 'quicksalt-file-handler
               (and (eq inhibit-file-name-operation operation)
                    inhibit-file-name-handlers)))
        (inhibit-file-name-operation operation))
    (apply operation arguments)))

(defun quicksalt-file--read (file &optional size)
  "Return the raw bytes of FILE, or only the first SIZE bytes."
  (with-temp-buffer
    (set-buffer-multibyte nil)
    (let ((coding-system-for-read 'no-conversion)
          (format-alist nil) (after-insert-file-functions nil))
      (quicksalt-file--run 'insert-file-contents file nil nil size))
    (buffer-string)))

(defun quicksalt-file--raw (bytes file)
  "Write BYTES to FILE unchanged."
  (let ((coding-system-for-write 'no-conversion)
        (write-region-annotate-functions nil)
        (write-region-post-annotation-function nil))
    (with-temp-buffer
      (set-buffer-multibyte nil)
      (insert bytes)
      (quicksalt-file--run 'write-region (point-min) (point-max) file nil
                           'quiet))))

(defun quicksalt-file--store (bytes file)
  "Replace the content of FILE with BYTES, atomically if possible."
  (quicksalt-file--place
   (lambda (name _) (quicksalt-file--raw bytes name))
   (file-truename file)))

(defun quicksalt-file--place (write target)
  "Replace the content of TARGET with the output of WRITE.
TARGET is the true name of a file.  WRITE is a function of two arguments: a
file name, and a flag that is non-nil if that file does not exist yet.  WRITE
writes a new file in the folder of TARGET.  The new file gets the metadata of
TARGET and is renamed to TARGET, so that the replacement is atomic.  WRITE
writes to TARGET directly if the folder is not writable, if TARGET has other
hard links, or if the new file cannot have the owner and group of TARGET."
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
  "Give FILE the metadata of MODEL; return non-nil if all of it was copied.
The metadata consists of owner, group, mode, access control list and extended
attributes.  ATTRIBUTES are the file attributes of MODEL."
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
