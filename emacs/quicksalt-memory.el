;;; quicksalt-memory.el --- Files of age by way of files in memory  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; With the module on Linux the plaintext of a file of age comes from a file
;; that is nowhere but in memory, and goes into one.  Emacs reads and writes
;; that as it does plain files, in C, and the module en- and decrypts it: no
;; string of Lisp holds the plaintext, and none is there to be collected.
;; The file has no name but that under /proc/self/fd, and is overwritten when
;; it has served.

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
  "Return a handle of a new file in memory and its name, as a cons.
Return nil where there is none, or the module cannot reach the file STORED,
because it is remote or otherwise special."
  (and (eq 'module (quicksalt-backend-tier 'chacha20-poly1305))
       (fboundp 'quicksalt-module--memory-file)
       (let ((inhibit-file-name-handlers '(quicksalt-file-handler))
             (inhibit-file-name-operation 'insert-file-contents))
         (not (find-file-name-handler stored 'insert-file-contents)))
       (quicksalt-module--memory-file)))

(defun quicksalt-memory-forget (memory)
  "Overwrite and close MEMORY, a file in memory."
  (quicksalt-module-forget (car memory)))

(defun quicksalt-memory-native-name (file)
  "Return the name FILE as the operating system has it."
  (let ((name (encode-coding-string
               (expand-file-name file)
               (or file-name-coding-system default-file-name-coding-system
                   'utf-8))))
    (if (multibyte-string-p name) (string-to-unibyte name) name)))

(defvar quicksalt-memory--plain-name nil
  "The name of the file whose plaintext is read or written, without suffix.")

(defvar quicksalt-memory--coding-alist nil
  "The value of `file-coding-system-alist' while it is bound to another.")

(defun quicksalt-memory--coding (arguments)
  "Return the coding system for `quicksalt-memory--plain-name'.
ARGUMENTS are those of `find-operation-coding-system', as a list."
  (let* ((file-coding-system-alist quicksalt-memory--coding-alist)
         (arguments (copy-sequence arguments))
         (place (nthcdr (if (eq (car arguments) 'write-region) 3 1) arguments)))
    (setcar place (if (consp (car place))
                      (cons quicksalt-memory--plain-name (cdar place))
                    quicksalt-memory--plain-name))
    (apply #'find-operation-coding-system arguments)))

(defmacro quicksalt-memory--as (name &rest body)
  "Run BODY, in which coding systems are chosen as for a file NAME."
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
  "Headers are looked for in so many bytes; longer ones are read by Lisp.
Most fit into the first, and what is not read is not collected as garbage.")

(defun quicksalt-memory--header (file)
  "Return the parsed header of FILE, or nil if it is not of age in binary."
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
  "Decrypt FILE into a file in memory; return that and the session, as a cons.
Return nil where that cannot be done, and Lisp opens FILE."
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
  "Insert MEMORY, a file in memory, at point; return how many characters.
It is decoded as a file NAME would be.  VISIT, BEG, END and REPLACE are
those of `insert-file-contents'; the name of the visited file is the
caller's to set."
  (let (;; These come when the handler has returned.
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
  "Write from START to END, encrypted for SESSION, to the new FILE.
It is encoded as a file NAME would be; START and END are those of
`write-region'.  Return nil where that cannot be done, and FILE is not there."
  (let ((memory (and (eq 'age (quicksalt-session-format session))
                     (quicksalt-memory--file file)))
        (native (quicksalt-memory-native-name file)))
    (when memory
      (unwind-protect
          (progn
            ;; Nobody else can have the file in memory open.
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
