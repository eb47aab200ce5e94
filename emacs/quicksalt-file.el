;;; quicksalt-file.el --- Encrypted files that open like any other  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; `quicksalt-file-mode' makes Emacs read and write files whose names end in
;; .age or .aes through decryption and encryption, in memory.  Backups are
;; copies of the encrypted file; auto-save files are encrypted as the file is,
;; and where their names would not say so, there are none.  The manual lists
;; the cases in which other packages still write to a disk.
;;
;; A file is written beside the old one and renamed over it, so that a full
;; disk or a `C-g' leaves the old file as it was.  Where the new file could
;; not have its owner, group or attributes, the old one is written.

;;; Code:

(require 'quicksalt-formats)
(require 'quicksalt-memory)
(require 'quicksalt-store)
(require 'quicksalt-text)

(defconst quicksalt-file-regexp
  "\\.\\(?:age\\|aes\\)\\(?:~\\|\\.~[0-9]+~\\|#\\)?\\'"
  "Matches names of encrypted files, of their backups and auto-save files.")

(defvar-local quicksalt-file-session nil
  "How this buffer's file is encrypted, a `quicksalt-session'.")
(put 'quicksalt-file-session 'permanent-local t)

(defvar-local quicksalt-file--truename nil
  "The true name of the file that `quicksalt-file-session' belongs to.")
(put 'quicksalt-file--truename 'permanent-local t)

(defvar-local quicksalt-file--mode nil
  "The major mode that the file asks for, before it has been entered.")

;;;###autoload
(defun quicksalt-file-handler (operation &rest arguments)
  "Do the file OPERATION on ARGUMENTS; decrypt and encrypt what is read."
  (let ((own (get operation 'quicksalt-file)))
    (if (and own (not (quicksalt-file--literally-p operation)))
        ;; A file's bytes pass through several strings of its length, each of
        ;; which would set off a garbage collection.
        (let ((gc-cons-threshold (max gc-cons-threshold 134217728)))
          (save-match-data (apply own arguments)))
      (apply #'quicksalt-file--run operation arguments))))

(put 'quicksalt-file-handler 'operations '(insert-file-contents write-region))
(put 'quicksalt-file-handler 'safe-magic t)
(put 'insert-file-contents 'quicksalt-file #'quicksalt-file--insert)
(put 'write-region 'quicksalt-file #'quicksalt-file--write)

(defun quicksalt-file--literally-p (operation)
  "Tell whether OPERATION is part of `insert-file-contents-literally'.
That inhibits the handlers that it knows by name."
  (and (eq operation 'insert-file-contents)
       (eq inhibit-file-name-operation operation)
       (memq 'epa-file-handler inhibit-file-name-handlers)))

;;;; Reading

(defun quicksalt-file--insert (file &optional visit beg end replace)
  "Insert the plaintext of FILE; the rest as for `insert-file-contents'.
That is VISIT, BEG, END (which count bytes of the plaintext) and REPLACE."
  (barf-if-buffer-read-only)
  (setq file (expand-file-name file))
  (when (and visit (or beg end))
    (error "Attempt to visit less than an entire file"))
  (if (not (file-exists-p file))
      ;; Says what is wrong, or prepares to visit a new file.
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
  "Kill the current buffer if it was made to VISIT a file that has not come."
  (when (and visit (not buffer-file-name) (= (buffer-size) 0)
             (not (minibufferp)))
    (let (kill-buffer-query-functions kill-buffer-hook)
      (kill-buffer))))

(defun quicksalt-file--put-in (file opened visit beg end replace)
  "Insert OPENED, plaintext and session of FILE, at point.
VISIT, BEG, END and REPLACE are those of `insert-file-contents'."
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
  "Insert BYTES, the plaintext of FILE, decoded; return how many characters.
VISIT, BEG, END and REPLACE are those of `insert-file-contents'."
  (let ((part (if (or beg end)
                  (substring bytes (min (or beg 0) (length bytes))
                             (min (or end (length bytes)) (length bytes)))
                bytes)))
    (if replace (quicksalt-file--replace file part visit)
      (quicksalt-file--decode file part visit))))

(defun quicksalt-file--decode (file bytes visit)
  "Insert BYTES of FILE at point, decoded; return how many characters.
VISIT is that of `insert-file-contents'."
  (let ((start (point)) (buffer-undo-list t))
    (if (not enable-multibyte-characters)
        (insert bytes)
      (insert (string-to-multibyte bytes))
      (decode-coding-inserted-region start (point)
                                     (quicksalt-file-plain-name file) visit))
    (prog1 (- (point) start)
      (goto-char start))))

(defun quicksalt-file--replace (file bytes visit)
  "Put BYTES of FILE, decoded, in place of what is accessible.
Return how many characters they are; VISIT is as elsewhere.  Text that is
the same at both ends stays, with its markers."
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
  "Return how many characters the buffers A and B share at their beginning."
  (let ((difference (compare-buffer-substrings a nil nil b nil nil)))
    (if (= difference 0)
        (with-current-buffer b (buffer-size))
      (1- (abs difference)))))

(defun quicksalt-file--same-end (a b prefix)
  "Return how many characters A and B share at their end, beyond PREFIX."
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
  "Return the name FILE without the suffix of encrypted files."
  (replace-regexp-in-string quicksalt-file-regexp "" file))

;;;; Sessions

(defun quicksalt-file--keep (session truename)
  "Make SESSION that of the current buffer for the file TRUENAME."
  (setq quicksalt-file-session session
        quicksalt-file--truename (and session truename)))

(defun quicksalt-file--session (file truename)
  "Return the session to write FILE by, as it was read or a new one.
TRUENAME is its true name.  For an auto-save file it is the session of the
buffer, or an error."
  (let ((auto-save (string-suffix-p "#" file)))
    (cond
     ((and quicksalt-file-session
           (or auto-save (equal truename quicksalt-file--truename)))
      quicksalt-file-session)
     (auto-save
      (signal 'quicksalt-error '("No passphrase yet to save automatically")))
     ((and (file-exists-p file)
           (> (file-attribute-size (file-attributes file)) 0))
      ;; Somebody writes to the file without visiting it.
      (let ((opened (quicksalt-open-bytes (quicksalt-file--read file) file)))
        (clear-string (car opened))
        (or (cdr opened) (quicksalt-new-session file))))
     ((and buffer-file-name quicksalt-file-session
           (not (file-exists-p file))
           (equal (file-truename buffer-file-name) truename))
      quicksalt-file-session)
     (t (quicksalt-new-session file)))))

(defun quicksalt-file-forget ()
  "Forget what this buffer knows to save its file; the next save asks.
The file is written anew, for `quicksalt-recipients' or a passphrase that
is asked for twice: this is how a passphrase or a format is changed."
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
  "Return the coding system to write what is from START to END to FILE."
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
  "Return what FILE is to hold, encrypted for SESSION.
That is from START to END in CODING; APPEND is that of `write-region'."
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
  "Write from START to END to FILE, encrypted; the rest as `write-region'.
That is APPEND, VISIT, LOCKNAME and MUSTBENEW."
  (setq file (expand-file-name file))
  (if (quicksalt-file--literal-buffer-p file)
      (quicksalt-file--run 'write-region start end file append visit
                           lockname mustbenew)
    (quicksalt-file--write-sealed start end file append visit mustbenew)))

(defun quicksalt-file--literal-buffer-p (file)
  "Tell whether the current buffer has the bytes of FILE as they are stored.
The command `find-file-literally' read them; what is saved is encrypted."
  (and (bound-and-true-p find-file-literally)
       buffer-file-name
       (member file (list (expand-file-name buffer-file-name)
                          (and buffer-auto-save-file-name
                               (expand-file-name buffer-auto-save-file-name))))))

(defun quicksalt-file--write-sealed (start end file append visit mustbenew)
  "Write from START to END to FILE, encrypted.
APPEND, VISIT and MUSTBENEW are those of `write-region'."
  (when (and mustbenew (file-exists-p file)
             (or (eq mustbenew 'excl)
                 (not (yes-or-no-p (format "File %s exists; overwrite? "
                                           file)))))
    (signal 'file-already-exists (list "File exists" file)))
  (let* ((visited (if (stringp visit) (expand-file-name visit) file))
         ;; With `file-precious-flag' FILE has any name, and gets that of the
         ;; visited file when it is whole.
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
             ;; Which `save-buffer' keeps for the next time.
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
  "Keep plaintext of this buffer's file from being saved automatically."
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
  "Makes the mode of notes.org.age that of notes.org.")

(defun quicksalt-file--auto-save-name (name)
  "Return NAME, of an auto-save file, with the suffix of encrypted files.
NAME comes from `make-auto-save-file-name'."
  (if (and buffer-file-name
           (string-match-p quicksalt-file-regexp buffer-file-name)
           (not (string-match-p quicksalt-file-regexp name)))
      (concat name ".age#")
    name))

;;;###autoload
(define-minor-mode quicksalt-file-mode
  "Open and save files that end in .age or .aes like any others.
They are decrypted and encrypted in memory; see `quicksalt-default-format'
for new ones."
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
