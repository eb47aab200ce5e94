;;; quicksalt-file.el --- Open encrypted files like ordinary files  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; `quicksalt-file-mode' makes Emacs decrypt and encrypt files whose names end
;; in .age or .aes, in memory, when it reads and writes them.  Backups are
;; copies of the encrypted file.  Auto-save files are encrypted in the same
;; way; if their names lack the suffix, auto-save is off.  The manual lists
;; the cases in which other packages still write plaintext to disk.
;;
;; A save writes a new file in the same folder and renames it to the name of
;; the old file, so that a full disk or `C-g' leaves the old file intact.  If
;; the new file cannot have the owner, group or attributes of the old file, the
;; save overwrites the old file in place.

;;; Code:

(require 'quicksalt-formats)
(require 'quicksalt-memory)
(require 'quicksalt-store)
(require 'quicksalt-text)

(defconst quicksalt-file-regexp
  "\\.\\(?:age\\|aes\\)\\(?:~\\|\\.~[0-9]+~\\|#\\)?\\'"
  "Regexp for names of encrypted files, their backups and auto-save files.")

(defvar-local quicksalt-file-session nil
  "The `quicksalt-session' with which a save encrypts this buffer's file.")
(put 'quicksalt-file-session 'permanent-local t)

(defvar-local quicksalt-file--truename nil
  "The true name of the file that `quicksalt-file-session' belongs to.")
(put 'quicksalt-file--truename 'permanent-local t)

(defvar-local quicksalt-file--mode nil
  "The major mode that the file requests, until Emacs enables it.")

;;;###autoload
(defun quicksalt-file-handler (operation &rest arguments)
  "Perform the file OPERATION on ARGUMENTS, decrypting or encrypting the data."
  (let ((own (get operation 'quicksalt-file)))
    (if (and own (not (quicksalt-file--literally-p operation)))
        ;; Several strings hold the bytes of the file; each is as large as the
        ;; file and would trigger a garbage collection.
        (let ((gc-cons-threshold (max gc-cons-threshold 134217728)))
          (save-match-data (apply own arguments)))
      (apply #'quicksalt-file--run operation arguments))))

(put 'quicksalt-file-handler 'operations '(insert-file-contents write-region))
(put 'quicksalt-file-handler 'safe-magic t)
(put 'insert-file-contents 'quicksalt-file #'quicksalt-file--insert)
(put 'write-region 'quicksalt-file #'quicksalt-file--write)

(defun quicksalt-file--literally-p (operation)
  "Return non-nil if `insert-file-contents-literally' called OPERATION.
That function inhibits the handlers that it knows by name."
  (and (eq operation 'insert-file-contents)
       (eq inhibit-file-name-operation operation)
       (memq 'epa-file-handler inhibit-file-name-handlers)))

;;;; Reading

(defun quicksalt-file--insert (file &optional visit beg end replace)
  "Insert the plaintext of FILE, like `insert-file-contents'.
VISIT, BEG, END and REPLACE are arguments of that function; BEG and END count
bytes of the plaintext."
  (barf-if-buffer-read-only)
  (setq file (expand-file-name file))
  (when (and visit (or beg end))
    (error "Attempt to visit less than an entire file"))
  (if (not (file-exists-p file))
      ;; Signals the error, or prepares to visit a new file.
      (quicksalt-file--run 'insert-file-contents file visit beg end replace)
    (let ((opened
           (condition-case problem
               (or (quicksalt-memory-open file)
                   (quicksalt-open-bytes (quicksalt-file--read file) file))
             ((quicksalt-error quit)
              (quicksalt-file--abandon visit)
              (signal (car problem) (cdr problem))))))
      (unwind-protect
          (quicksalt-file--put-in file opened visit beg end replace)
        (if (stringp (car opened)) (clear-string (car opened))
          (quicksalt-memory-forget (car opened)))))))

(defun quicksalt-file--abandon (visit)
  "Kill the current buffer if Emacs created it to visit an unreadable file.
VISIT has the same meaning as in `insert-file-contents'."
  (when (and visit (not buffer-file-name) (= (buffer-size) 0)
             (not (minibufferp)))
    (let (kill-buffer-query-functions kill-buffer-hook)
      (kill-buffer))))

(defun quicksalt-file--put-in (file opened visit beg end replace)
  "Insert the plaintext of FILE at point; OPENED is (PLAINTEXT . SESSION).
VISIT, BEG, END and REPLACE are the arguments of `insert-file-contents'."
  (let* ((session (cdr opened))
         (coding-system-for-read
          (or coding-system-for-read
              (and session (quicksalt-session-coding session))))
         (length
          (if (stringp (car opened))
              (quicksalt-file--insert-bytes file (car opened)
                                            visit beg end replace)
            (quicksalt-memory-insert (car opened)
                                     (quicksalt-file-plain-name file)
                                     visit beg end replace))))
    (when visit
      (setq buffer-file-name file)
      (quicksalt-file--keep session (file-truename file))
      (set-visited-file-modtime)
      (set-buffer-modified-p nil)
      (unlock-buffer)
      (when (and session (quicksalt-session-mode session))
        (setq quicksalt-file--mode (quicksalt-session-mode session))))
    (list file length)))

(defun quicksalt-file--insert-bytes (file bytes visit beg end replace)
  "Decode and insert BYTES, the plaintext of FILE; return the character count.
VISIT, BEG, END and REPLACE are the arguments of `insert-file-contents'."
  (let ((part (if (or beg end)
                  (substring bytes (min (or beg 0) (length bytes))
                             (min (or end (length bytes)) (length bytes)))
                bytes)))
    (if replace (quicksalt-file--replace file part visit)
      (quicksalt-file--decode file part visit))))

(defun quicksalt-file--decode (file bytes visit)
  "Decode BYTES of FILE and insert them at point; return the character count.
VISIT has the same meaning as in `insert-file-contents'."
  (let ((start (point)) (buffer-undo-list t))
    (if (not enable-multibyte-characters)
        (insert bytes)
      (insert (string-to-multibyte bytes))
      (decode-coding-inserted-region start (point)
                                     (quicksalt-file-plain-name file) visit))
    (prog1 (- (point) start)
      (goto-char start))))

(defun quicksalt-file--replace (file bytes visit)
  "Decode BYTES of FILE and replace the accessible text with them.
Return the character count.  VISIT has the same meaning as in
`insert-file-contents'.  The common beginning and the common end of the old
and new text stay in place, with their markers."
  (let ((target (current-buffer)) coding length)
    (with-temp-buffer
      (quicksalt-file--decode file bytes visit)
      (setq coding buffer-file-coding-system length (buffer-size))
      (let* ((source (current-buffer))
             (case-fold-search nil)
             (prefix (quicksalt-file--same target source))
             suffix)
        (with-current-buffer target
          (setq suffix (quicksalt-file--same-end target source prefix))
          (let ((from (+ (point-min) prefix)) (to (- (point-max) suffix)))
            (let ((middle (with-current-buffer source
                            (buffer-substring-no-properties
                             (+ (point-min) prefix) (- (point-max) suffix)))))
              (save-excursion
                (goto-char from)
                (insert middle)
                (delete-region (point) (+ to (length middle))))))))
      (erase-buffer))
    (when visit (setq buffer-file-coding-system coding))
    length))

(defun quicksalt-file--same (a b)
  "Return the length of the common beginning of the buffers A and B."
  (let ((difference (compare-buffer-substrings a nil nil b nil nil)))
    (if (= difference 0)
        (with-current-buffer b (buffer-size))
      (1- (abs difference)))))

(defun quicksalt-file--same-end (a b prefix)
  "Return the length of the common end of the buffers A and B.
Ignore the first PREFIX characters of both buffers."
  (let* ((most (min (with-current-buffer a (- (point-max) (point-min) prefix))
                    (with-current-buffer b (- (point-max) (point-min) prefix))))
         (end-a (with-current-buffer a (point-max)))
         (end-b (with-current-buffer b (point-max)))
         (n 0))
    (while (and (< n most)
                (eq (with-current-buffer a (char-before (- end-a n)))
                    (with-current-buffer b (char-before (- end-b n)))))
      (setq n (1+ n)))
    n))

(defun quicksalt-file-plain-name (file)
  "Return FILE without the suffix of encrypted files."
  (replace-regexp-in-string quicksalt-file-regexp "" file))

;;;; Sessions

(defun quicksalt-file--keep (session truename)
  "Make SESSION the session of the current buffer for the file TRUENAME."
  (setq quicksalt-file-session session
        quicksalt-file--truename (and session truename)))

(defun quicksalt-file--session (file truename)
  "Return the session for writing FILE: the existing session or a new one.
TRUENAME is the true name of FILE.  An auto-save file uses the buffer's
session; if the buffer lacks a session, signal an error."
  (let ((auto-save (string-suffix-p "#" file)))
    (cond
     ((and quicksalt-file-session
           (or auto-save (equal truename quicksalt-file--truename)))
      quicksalt-file-session)
     (auto-save
      (signal 'quicksalt-error '("Cannot auto-save before the first save")))
     ((and (file-exists-p file)
           (> (file-attribute-size (file-attributes file)) 0))
      ;; Lisp code writes to the file without visiting it.
      (let ((opened (quicksalt-open-bytes (quicksalt-file--read file) file)))
        (clear-string (car opened))
        (or (cdr opened) (quicksalt-new-session file))))
     ((and buffer-file-name quicksalt-file-session
           (not (file-exists-p file))
           (equal (file-truename buffer-file-name) truename))
      quicksalt-file-session)
     (t (quicksalt-new-session file)))))

(defun quicksalt-file-forget ()
  "Forget this buffer's keys; the next save must create new ones.
The next save encrypts the file to `quicksalt-recipients' or to a new
passphrase, which you type twice.  Use this command to change a passphrase
or a format."
  (interactive)
  (when quicksalt-file-session
    (quicksalt-wipe-session quicksalt-file-session))
  (setq quicksalt-file-session nil quicksalt-file--truename nil)
  (when buffer-file-name
    (quicksalt-forget buffer-file-name)
    (setq quicksalt-file-session (quicksalt-new-session buffer-file-name)
          quicksalt-file--truename (file-truename buffer-file-name))
    (set-buffer-modified-p t)))

;;;; Writing

(defun quicksalt-file--coding (start end file)
  "Return the coding system for writing the text from START to END to FILE."
  (or coding-system-for-write
      (let ((buffer-file-name (quicksalt-file-plain-name file)))
        (select-safe-coding-system (if (stringp start) start
                                     (or start (point-min)))
                                   (and (not (stringp start))
                                        (if start end (point-max)))
                                   nil nil buffer-file-name))
      buffer-file-coding-system
      'utf-8-unix))

(defun quicksalt-file--sealed (start end file append coding session)
  "Encrypt the text from START to END, encoded in CODING, for SESSION.
Return the new content of FILE.  APPEND is the argument of `write-region'."
  (let ((plaintext (quicksalt-text-bytes start end coding
                                              (string-suffix-p "#" file))))
    (unwind-protect
        (progn
          (when append
            (let* ((old (if (file-exists-p file)
                            (car (quicksalt-open-bytes
                                  (quicksalt-file--read file) file))
                          (string)))
                   (both (quicksalt-text-spliced old plaintext append)))
              (clear-string old)
              (clear-string plaintext)
              (setq plaintext both)))
          (quicksalt-seal-bytes plaintext session))
      (clear-string plaintext))))

(defun quicksalt-file--write (start end file
                                    &optional append visit lockname mustbenew)
  "Encrypt the text from START to END into FILE, like `write-region'.
APPEND, VISIT, LOCKNAME and MUSTBENEW are arguments of that function."
  (setq file (expand-file-name file))
  (if (quicksalt-file--literal-buffer-p file)
      (quicksalt-file--run 'write-region start end file append visit
                           lockname mustbenew)
    (quicksalt-file--write-sealed start end file append visit mustbenew)))

(defun quicksalt-file--literal-buffer-p (file)
  "Return non-nil if the current buffer has the raw, encrypted bytes of FILE.
The command `find-file-literally' reads a file in this way."
  (and (bound-and-true-p find-file-literally)
       buffer-file-name
       (member file (list (expand-file-name buffer-file-name)
                          (and buffer-auto-save-file-name
                               (expand-file-name buffer-auto-save-file-name))))))

(defun quicksalt-file--write-sealed (start end file append visit mustbenew)
  "Encrypt the text from START to END and write it to FILE.
APPEND, VISIT and MUSTBENEW are the arguments of `write-region'."
  (when (and mustbenew (file-exists-p file)
             (or (eq mustbenew 'excl)
                 (not (yes-or-no-p (format "File %s exists; overwrite? "
                                           file)))))
    (signal 'file-already-exists (list "File exists" file)))
  (let* ((visited (if (stringp visit) (expand-file-name visit) file))
         ;; With `file-precious-flag' FILE has a temporary name; Emacs later
         ;; renames it to the name of the visited file.
         (named (if (string-match-p quicksalt-file-regexp visited) visited
                  file))
         (truename (file-truename named))
         (session (quicksalt-file--session named truename)))
    (quicksalt-file--place
     (lambda (name is-new)
       (or (and is-new (not append)
                (quicksalt-memory-write start end
                                        (quicksalt-file-plain-name named)
                                        session name))
           (let ((coding (quicksalt-file--coding start end named)))
             (quicksalt-file--raw
              (quicksalt-file--sealed start end file append coding session)
              name)
             ;; `save-buffer' remembers this coding system for the next save.
             (setq last-coding-system-used coding))))
     (if (equal named file) truename (file-truename file)))
    (when (or (eq visit t) (stringp visit))
      (setq buffer-file-name visited)
      (quicksalt-file--keep session truename)
      (if (equal visited file) (set-visited-file-modtime)
        (set-visited-file-modtime (file-attribute-modification-time
                                   (file-attributes (file-truename file)))))
      (set-buffer-modified-p nil)
      (unlock-buffer))
    (when (and (or (eq visit t) (null visit) (stringp visit))
               (not noninteractive))
      (message "Wrote %s" visited)))
  nil)

;;;; The mode

(defun quicksalt-file--set-up ()
  "Enable the mode that this buffer's file requests; prevent plaintext copies."
  (when (and buffer-file-name
             (string-match-p quicksalt-file-regexp buffer-file-name))
    (when quicksalt-file--mode
      (let ((mode quicksalt-file--mode))
        (setq quicksalt-file--mode nil)
        (unless (eq mode major-mode) (funcall mode))))
    (setq-local backup-by-copying t)
    (quicksalt-text-keep-from-disks)
    (when (and buffer-auto-save-file-name
               (not (string-match-p quicksalt-file-regexp
                                    buffer-auto-save-file-name)))
      (auto-save-mode -1))))

(defconst quicksalt-file--auto-mode (list quicksalt-file-regexp nil 'quicksalt)
  "The `auto-mode-alist' entry that gives notes.org.age the mode of notes.org.")

(defun quicksalt-file--auto-save-name (name)
  "Return NAME, the name of an auto-save file, with the encrypted-file suffix.
NAME comes from `make-auto-save-file-name'."
  (if (and buffer-file-name
           (string-match-p quicksalt-file-regexp buffer-file-name)
           (not (string-match-p quicksalt-file-regexp name)))
      (concat name ".age#")
    name))

;;;###autoload
(define-minor-mode quicksalt-file-mode
  "Open and save .age and .aes files like ordinary files.
Emacs decrypts and encrypts them in memory.  New files use
`quicksalt-default-format'."
  :global t
  :group 'quicksalt
  (let ((entry (cons quicksalt-file-regexp #'quicksalt-file-handler)))
    (setq file-name-handler-alist (delete entry file-name-handler-alist)
          auto-mode-alist (delete quicksalt-file--auto-mode auto-mode-alist))
    (remove-hook 'find-file-hook #'quicksalt-file--set-up)
    (remove-hook 'after-set-visited-file-name-hook #'quicksalt-file--set-up)
    (advice-remove 'make-auto-save-file-name #'quicksalt-file--auto-save-name)
    (when quicksalt-file-mode
      (push entry file-name-handler-alist)
      (push quicksalt-file--auto-mode auto-mode-alist)
      (add-hook 'find-file-hook #'quicksalt-file--set-up)
      (add-hook 'after-set-visited-file-name-hook #'quicksalt-file--set-up)
      (advice-add 'make-auto-save-file-name :filter-return
                  #'quicksalt-file--auto-save-name))))

(provide 'quicksalt-file)
;;; quicksalt-file.el ends here
