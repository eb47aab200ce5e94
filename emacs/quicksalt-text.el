;;; quicksalt-text.el --- Extract plaintext from buffers  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; This file encodes the text of a buffer like `write-region', with formats and
;; annotations, and stops other packages from writing that text to disk.

;;; Code:

(require 'format)

(defun quicksalt-text--annotators (auto-save)
  "Return the functions that annotate text before it is written.
Their arguments are START and END.  They come from
`write-region-annotate-functions' and the buffer's formats (its auto-save
formats if AUTO-SAVE is non-nil), in the order of `write-region'."
  (let ((origin (current-buffer)) (count -1))
    (append
     (mapcan (lambda (function)
               (if (eq function t)
                   (copy-sequence
                    (default-value 'write-region-annotate-functions))
                 (list function)))
             (copy-sequence write-region-annotate-functions))
     (mapcar (lambda (format)
               (lambda (start end)
                 (format-annotate-function format start end origin
                                           (setq count (1+ count)))))
             (if (and auto-save (not (eq buffer-auto-save-file-format t)))
                 buffer-auto-save-file-format
               buffer-file-format)))))

(defun quicksalt-text--annotate (start end annotations)
  "Insert ANNOTATIONS into the text from START to END; return the result.
Each annotation is a cons (POSITION . TEXT)."
  (let (parts)
    (dolist (annotation (sort annotations #'car-less-than-car))
      (let ((at (max start (min end (car annotation)))))
        (push (buffer-substring-no-properties start at) parts)
        (push (cdr annotation) parts)
        (setq start at)))
    (push (buffer-substring-no-properties start end) parts)
    (if (cdr parts) (apply #'concat (nreverse parts)) (car parts))))

(defun quicksalt-text--written (start end auto-save)
  "Return the text from START to END as `write-region' would write it.
START is a string, a position, or nil for the whole buffer.  AUTO-SAVE is
non-nil for an auto-save file.  Formats and hooks may extend the text or
switch to another buffer."
  (if (stringp start) start
    (save-current-buffer
      (save-restriction
        (let (annotations others
              (write-region-post-annotation-function
               write-region-post-annotation-function))
          (unwind-protect
              (progn
                (dolist (annotate (quicksalt-text--annotators auto-save))
                  (let* ((before (current-buffer))
                         (found (funcall annotate start end)))
                    (unless (eq before (current-buffer))
                      (push (current-buffer) others)
                      (setq start (point-min) end (point-max) annotations nil))
                    (setq annotations
                          (append annotations (copy-sequence found)))))
                ;; The annotators receive nil for the whole buffer.
                (unless start
                  (widen)
                  (setq start (point-min) end (point-max)))
                (quicksalt-text--annotate start end annotations))
            (dolist (other others)
              (when (and (buffer-live-p other)
                         write-region-post-annotation-function)
                (with-current-buffer other
                  (funcall write-region-post-annotation-function))))))))))

(defun quicksalt-text-bytes (start end coding auto-save)
  "Return the text from START to END, encoded in CODING.
START, END and AUTO-SAVE are the arguments of `quicksalt-text--written'."
  (let* ((text (quicksalt-text--written start end auto-save))
         (bytes (encode-coding-string text coding)))
    ;; `encode-coding-string' may return its argument; callers wipe the
    ;; result.
    (if (eq bytes text) (copy-sequence bytes) bytes)))

(defun quicksalt-text-spliced (old new append)
  "Return the bytes OLD with NEW appended or written over them.
APPEND has the same meaning as in `write-region': a number is the offset of
NEW.  If OLD is shorter than the offset, zeros fill the gap."
  (let* ((at (if (numberp append) append (length old)))
         (behind (min (length old) (+ at (length new)))))
    (concat (substring old 0 (min at (length old)))
            (make-string (max 0 (- at (length old))) 0)
            new
            (substring old behind))))

;;;; Other packages

(defvar doc-view-cache-directory)
(defvar undo-fu-session-incompatible-files)
(defvar undo-tree-auto-save-history)
(defvar undohist-ignored-files)

(defun quicksalt-text--memory-directory ()
  "Return a writable folder that resides in memory, or nil."
  (let ((folder "/dev/shm/"))
    (and (file-directory-p folder) (file-writable-p folder) folder)))

(defun quicksalt-text-keep-from-disks ()
  "Stop other packages from writing this buffer's text to disk.
Undo histories are not saved.  Commands on regions and `diff-buffer-with-file'
write their temporary files to a folder in memory, if such a folder exists."
  (setq-local undo-tree-auto-save-history nil)
  (setq-local undo-fu-session-incompatible-files '(""))
  (setq-local undohist-ignored-files '(""))
  (when (and (bound-and-true-p undo-fu-session-mode)
             (fboundp 'undo-fu-session-mode))
    (undo-fu-session-mode -1))
  (let ((folder (quicksalt-text--memory-directory)))
    (when folder
      (setq-local temporary-file-directory folder)
      (setq-local doc-view-cache-directory
                  (expand-file-name (format "docview%d" (user-uid)) folder)))))

(provide 'quicksalt-text)
;;; quicksalt-text.el ends here
