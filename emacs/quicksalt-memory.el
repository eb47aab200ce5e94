;;; quicksalt-memory.el --- Process age files via in-memory files  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; With the module on Linux, a file that exists only in memory holds the
;; plaintext of an age file.  Emacs reads and writes this in-memory file in C,
;; like a plain file, and the module encrypts and decrypts it.  Lisp strings
;; never hold the plaintext, so no copy remains for the garbage collector.  The
;; only name of the in-memory file is under /proc/self/fd, and the file is
;; overwritten after use.

;;; Code:

(require 'quicksalt-formats)
(require 'quicksalt-store)

(declare-function quicksalt-module--memory-file "quicksalt-native.so" ())
(declare-function quicksalt-module--age-read "quicksalt-native.so"
                  (source file-key memory))
(declare-function quicksalt-module--age-write "quicksalt-native.so"
                  (memory header file-key target sync))
(declare-function quicksalt-module-forget "quicksalt-native.so" (handle))

(defun quicksalt-memory--file (stored)
  "Create a file in memory; return a cons of its handle and its name.
Return nil if that is impossible, or if the module cannot access the file
STORED because it is remote or another package's file name handler applies."
  (and (eq 'module (quicksalt-backend-tier 'chacha20-poly1305))
       (fboundp 'quicksalt-module--memory-file)
       (let ((inhibit-file-name-handlers '(quicksalt-file-handler))
             (inhibit-file-name-operation 'insert-file-contents))
         (not (find-file-name-handler stored 'insert-file-contents)))
       (quicksalt-module--memory-file)))

(defun quicksalt-memory-forget (memory)
  "Overwrite and close the in-memory file MEMORY."
  (quicksalt-module-forget (car memory)))

(defun quicksalt-memory-native-name (file)
  "Return the file name FILE, encoded for the operating system."
  (let ((name (encode-coding-string
               (expand-file-name file)
               (or file-name-coding-system default-file-name-coding-system
                   'utf-8))))
    (if (multibyte-string-p name) (string-to-unibyte name) name)))

(defvar quicksalt-memory--plain-name nil
  "Name of the file that is read or written, without the suffix .age.")

(defvar quicksalt-memory--coding-alist nil
  "The original `file-coding-system-alist' while it is rebound.")

(defun quicksalt-memory--coding (arguments)
  "Return the coding system for `quicksalt-memory--plain-name'.
ARGUMENTS is the argument list of `find-operation-coding-system'."
  (let* ((file-coding-system-alist quicksalt-memory--coding-alist)
         (arguments (copy-sequence arguments))
         (place (nthcdr (if (eq (car arguments) 'write-region) 3 1) arguments)))
    (setcar place (if (consp (car place))
                      (cons quicksalt-memory--plain-name (cdar place))
                    quicksalt-memory--plain-name))
    (apply #'find-operation-coding-system arguments)))

(defmacro quicksalt-memory--as (name &rest body)
  "Run BODY with coding systems chosen as if the file were called NAME."
  (declare (indent 1) (debug t))
  `(let* ((auto set-auto-coding-function)
          (quicksalt-memory--plain-name ,name)
          (set-auto-coding-function
           (and auto
                (lambda (_ size)
                  (funcall auto quicksalt-memory--plain-name size))))
          (quicksalt-memory--coding-alist file-coding-system-alist)
          (file-coding-system-alist '(("" . quicksalt-memory--coding))))
     ,@body))

;;;; Reading

(defconst quicksalt-memory--heads '(1024 16384)
  "Sizes of the file prefixes in which to search for a header.
Most headers fit into the shorter prefix, which also leaves less garbage.  If
a header does not fit into the longer prefix, Lisp opens the file.")

(defun quicksalt-memory--header (file)
  "Return the parsed header of FILE, or nil if it is not a binary age file."
  (let ((sizes quicksalt-memory--heads) header)
    (while (and sizes (not header))
      (let ((head (quicksalt-file--read file (pop sizes))))
        (if (not (eq 'age (quicksalt-detect head)))
            (setq sizes nil)
          (when (string-match "\n--- [^\n]*\n" head)
            (setq header (quicksalt-age-parse
                          (substring head 0 (match-end 0))))))))
    header))

(defun quicksalt-memory-open (file)
  "Decrypt FILE into a file in memory; return a cons of it and the session.
Return nil if that is impossible; the caller then opens FILE in Lisp."
  (let ((memory (quicksalt-memory--file file)) opened)
    (when memory
      (unwind-protect
          (let ((header (quicksalt-memory--header file)))
            (when header
              (let ((session (quicksalt-formats-age-session header 'age file)))
                (quicksalt-module--age-read (quicksalt-memory-native-name file)
                                            (quicksalt-session-key session)
                                            (car memory))
                (setq opened (cons memory session)))))
        (unless opened (quicksalt-memory-forget memory)))
      opened)))

(defun quicksalt-memory-insert (memory name visit beg end replace)
  "Insert MEMORY, a file in memory, at point; return the character count.
Decode it like a file called NAME.  VISIT, BEG, END and REPLACE are the
arguments of `insert-file-contents'; the caller sets the name of the visited
file."
  (let (;; Emacs runs these functions after the handler returns.
        (format-alist nil) (after-insert-file-functions nil)
        (visited buffer-file-name) (done nil))
    (unwind-protect
        (prog1 (cadr (quicksalt-memory--as name
                       (insert-file-contents (cdr memory)
                                             visit beg end replace)))
          (setq done t))
      (unless done (setq buffer-file-name visited)))))

;;;; Writing

(defun quicksalt-memory-write (start end name session file)
  "Encrypt the text from START to END for SESSION into the new FILE.
Encode it like a file called NAME; START and END are arguments of
`write-region'.  Return nil if that is impossible; then FILE does not exist."
  (let ((memory (and (eq 'age (quicksalt-session-format session))
                     (quicksalt-memory--file file)))
        (native (quicksalt-memory-native-name file)))
    (when memory
      (unwind-protect
          (progn
            ;; No other process can have the in-memory file open.
            (let ((create-lockfiles nil))
              (quicksalt-memory--as name
                (write-region start end (cdr memory) nil 'quiet)))
            (quicksalt-module--age-write
             (car memory)
             (quicksalt-session-header session) (quicksalt-session-key session)
             native (not write-region-inhibit-fsync)))
        (quicksalt-memory-forget memory)))))

(provide 'quicksalt-memory)
;;; quicksalt-memory.el ends here
