;;; quicksalt-text.el --- Plaintext on its way out of buffers  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; Makes bytes of a buffer's text as `write-region' does, with formats and
;; annotations, and keeps other packages from writing that text to a disk.

;;; Code:

(require 'format)

(defun quicksalt-text--annotators (auto-save)
  "Return functions of START and END that annotate what is written.
They are those of `write-region-annotate-functions' and of the formats of
the buffer, or those for AUTO-SAVE files, in the order of `write-region'."
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
  "Return the text from START to END with ANNOTATIONS, each (POSITION . TEXT)."
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
START is a string, a position, or nil for the whole buffer; AUTO-SAVE says
that it goes to an auto-save file.  Formats and hooks may add to it, or put
another buffer in its place."
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
                ;; For the whole buffer the functions are passed nil.
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
  "Return the bytes from START to END as they go into a file in CODING.
START, END and AUTO-SAVE are those of `quicksalt-text--written'."
  (let* ((text (quicksalt-text--written start end auto-save))
         (bytes (encode-coding-string text coding)))
    ;; A string that needs no encoding is returned itself; ours is wiped.
    (if (eq bytes text) (copy-sequence bytes) bytes)))

(defun quicksalt-text-spliced (old new append)
  "Return the bytes OLD with NEW behind them, or written over them.
APPEND is that of `write-region': a number is the offset of NEW, up to which
zeros stand where OLD is shorter."
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
  "Return a folder that is in memory and that this user can write to, or nil."
  (let ((folder "/dev/shm/"))
    (and (file-directory-p folder) (file-writable-p folder) folder)))

(defun quicksalt-text-keep-from-disks ()
  "Have other packages write what is in this buffer to no disk.
Histories of undo are not saved.  Temporary files, which commands on regions
and `diff-buffer-with-file' make of the text, go to a folder in memory where
there is one."
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
