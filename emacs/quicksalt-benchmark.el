;;; quicksalt-benchmark.el --- Compare the speed of backends  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; `M-x quicksalt-benchmark' shows a table of speeds.  It measures AES,
;; ChaCha20-Poly1305, key derivation, and age files, which it also opens and
;; saves in Emacs.  It compares the backends with the packages kaesar and aes
;; and with the programs openssl, gpg and age, if they are installed.
;; Competitors take turns.  Times are medians of processor time, or of
;; wall-clock time for programs.
;;
;; `quicksalt-benchmark-child' implements the protocol quicksalt-child/1, which
;; quicksalt-lab uses to compare this Emacs with other programs.

;;; Code:

(require 'cl-lib)
(require 'json)
(require 'quicksalt-age)
(require 'quicksalt-backend)
(require 'quicksalt-file)

(declare-function kaesar-encrypt "kaesar" (string key &optional iv algorithm))
(declare-function aes-KeyExpansion "aes" (key columns &optional rounds))
(declare-function aes--str-to-b "aes" (string))
(declare-function aes-cbc-encrypt "aes" (plain iv keys columns &optional pad))

(defconst quicksalt-benchmark--key (apply #'unibyte-string
                                          (number-sequence 0 31))
  "The key for all benchmark tasks.")

(defconst quicksalt-benchmark--iv (make-string 16 1)
  "The IV for all benchmark tasks.")

(defconst quicksalt-benchmark--programs '(openssl gpg age)
  "Competitors that run as separate processes, timed by the wall clock.")

;;;; Tasks

(defun quicksalt-benchmark--package (who key data)
  "Return a function that encrypts DATA by AES-CBC with KEY.
It uses the package WHO, `kaesar' or `aes'; return nil if WHO is missing."
  (let ((iv quicksalt-benchmark--iv))
    (pcase who
      ('kaesar
       (and (locate-library "kaesar") (require 'kaesar nil t)
            (let ((algorithm (format "aes-%d-cbc" (* 8 (length key)))))
              ;; kaesar always pads.
              (lambda () (substring (kaesar-encrypt data key iv algorithm)
                                    0 (length data))))))
      ;; The key schedule of aes.el is correct for 128 bits only.
      ('aes
       (and (= 16 (length key)) (locate-library "aes") (require 'aes nil t)
            (let ((keys (aes-KeyExpansion (aes--str-to-b key) 4)))
              (lambda () (aes-cbc-encrypt data iv keys 4))))))))

(defun quicksalt-benchmark--run (program data &rest arguments)
  "Run PROGRAM with ARGUMENTS and DATA as its input; return its output."
  (with-temp-buffer
    (set-buffer-multibyte nil)
    (let ((coding-system-for-write 'no-conversion)
          (coding-system-for-read 'no-conversion))
      (insert data)
      (unless (eq 0 (apply #'call-process-region (point-min) (point-max)
                           program t '(t nil) nil arguments))
        (error "The program %s failed" program)))
    (buffer-string)))

(defun quicksalt-benchmark--program (who what data)
  "Return a function to do the operation WHAT on DATA with program WHO, or nil."
  (let ((name (symbol-name who)))
    (when (executable-find name)
      (pcase (cons who what)
        ('(openssl . cbc)
         (let ((key (quicksalt-hex-encode quicksalt-benchmark--key))
               (iv (quicksalt-hex-encode quicksalt-benchmark--iv)))
           (lambda ()
             (quicksalt-benchmark--run name data "enc" "-aes-256-cbc" "-nopad"
                                       "-K" key "-iv" iv))))
        ('(age . encrypt)
         (let ((recipient (quicksalt-age-public quicksalt-benchmark--key)))
           (lambda ()
             (quicksalt-benchmark--run name data "-r" recipient)
             nil)))
        ('(gpg . encrypt)
         (lambda ()
           (quicksalt-benchmark--run name data "--batch" "--quiet" "--symmetric"
                                     "--pinentry-mode" "loopback"
                                     "--passphrase" "benchmark")
           nil))))))

(defun quicksalt-benchmark-task (who what size)
  "Return a function to do the operation WHAT on SIZE bytes with WHO, or nil.
WHO is a tier in `quicksalt-backend-tiers', a Lisp implementation (`tables',
`ccl' or `bitslice'), the package `kaesar' or `aes', or one of the programs
`openssl', `gpg' and `age'.  WHAT is cbc128, pbkdf2, seal, encrypt, or an AES
mode, optionally with the suffix -decrypt.  An AES mode uses a 256-bit key,
cbc128 a 128-bit key; encrypt makes a whole file for one recipient.  If WHAT
is `open' or `save', the function opens or saves an age file in Emacs; WHO is
then `module' or `lisp', or `plain' for an unencrypted file."
  (let* ((data (make-string size 7))
         (name (symbol-name what))
         (decrypt (string-suffix-p "-decrypt" name))
         (mode (intern (replace-regexp-in-string "128\\'\\|-decrypt\\'" ""
                                                 name)))
         (key (substring quicksalt-benchmark--key
                         0 (if (string-suffix-p "128" name) 16 32)))
         (iv quicksalt-benchmark--iv))
    (cond
     ((memq what '(open save))
      (quicksalt-benchmark--visit who what size))
     ((memq who '(kaesar aes))
      (and (memq what '(cbc cbc128))
           (quicksalt-benchmark--package who key data)))
     ((memq who quicksalt-benchmark--programs)
      (quicksalt-benchmark--program who what data))
     ((memq who '(tables ccl bitslice))
      (and (memq mode '(ecb cbc cfb ofb ctr))
           (quicksalt-benchmark--lisp who mode decrypt key iv data)))
     (t (quicksalt-benchmark--by-tier who what mode decrypt key data)))))

(defun quicksalt-benchmark--lisp (who mode decrypt key iv data)
  "Return a function for AES in the Lisp implementation WHO, or nil.
It encrypts DATA in MODE with KEY and IV, or decrypts it if DECRYPT."
  (let ((aes (pcase who
               ('tables #'quicksalt-aes-apply)
               ('ccl (and (quicksalt-aes-ccl-works-p)
                          #'quicksalt-aes-ccl-apply))
               ('bitslice (and (or (eq mode 'ctr) decrypt)
                               #'quicksalt-bitslice-apply)))))
    (and aes (lambda () (funcall aes mode decrypt key iv data)))))

(defun quicksalt-benchmark--by-tier (tier what mode decrypt key data)
  "Return a function to do the operation WHAT on DATA with TIER, or nil.
KEY is the encryption key.
MODE is an AES mode; DECRYPT selects decryption."
  (let ((operation (pcase what
                     ('pbkdf2 'pbkdf2) ('seal 'chacha20-poly1305)
                     ('encrypt 'x25519)
                     (_ (intern (format "aes-%s" mode)))))
        (iv quicksalt-benchmark--iv) (nonce (make-string 12 1)))
    (unless (quicksalt-backend-obstacle operation tier)
      (lambda ()
        (let ((quicksalt-backend tier))
          (pcase what
            ('pbkdf2 (quicksalt-derive-pbkdf2 'sha256 "password" "saltsalt"
                                              10000 48))
            ('seal (quicksalt-seal key nonce data))
            ('encrypt (quicksalt-benchmark--file key data))
            (_ (quicksalt-aes mode decrypt key iv data))))))))

(defun quicksalt-benchmark--file (secret data)
  "Encrypt DATA to an age file for the owner of the key SECRET; return nil.
The file differs in each run, so it cannot be compared with other outputs."
  (let ((file-key (quicksalt-random 16)))
    (ignore (concat (quicksalt-age-header-for-recipients
                     file-key (list (quicksalt-x25519 secret
                                                      quicksalt-age--base)))
                    (quicksalt-age-seal-payload file-key data)))))

(defun quicksalt-benchmark--text (size)
  "Return a text of SIZE characters, broken into lines."
  (let ((line "A line of a text, of words that go on to the 64th column.......\n"))
    (substring (mapconcat #'identity (make-list (1+ (/ size 64)) line) "")
               0 size)))

(defun quicksalt-benchmark--visit (who what size)
  "Return a function to open or save a file of SIZE characters, or nil.
WHAT is `open' or `save'; WHO is a tier, or `plain' for an unencrypted file.
The file is in a temporary folder until Emacs exits."
  (unless (and (not (eq who 'plain))
               (or (not (memq who '(module lisp)))
                   (quicksalt-backend-obstacle 'x25519 who)))
    (let* ((folder (make-temp-file "quicksalt" t))
           (identity (expand-file-name "key" folder))
           (file (expand-file-name (if (eq who 'plain) "a.txt" "a.txt.age")
                                   folder))
           (recipient (quicksalt-age-public quicksalt-benchmark--key))
           (run (lambda (work)
                  (let ((quicksalt-backend (if (eq who 'plain) 'auto who))
                        (quicksalt-identity-files (list identity))
                        (quicksalt-recipients (list recipient))
                        (make-backup-files nil) (inhibit-message t))
                    (funcall work)
                    nil)))
           buffer)
      (add-hook 'kill-emacs-hook (lambda () (delete-directory folder t)))
      (quicksalt-file-mode 1)
      (write-region (quicksalt-age-identity-text quicksalt-benchmark--key)
                    nil identity nil 'quiet)
      (funcall run (lambda ()
                     (write-region (quicksalt-benchmark--text size)
                                   nil file nil 'quiet)
                     (setq buffer (find-file-noselect file))))
      (lambda ()
        (funcall run
                 (if (eq what 'save)
                     (lambda ()
                       (with-current-buffer buffer
                         (set-buffer-modified-p t)
                         (save-buffer)))
                   (lambda ()
                     (when buffer (kill-buffer buffer))
                     (setq buffer (find-file-noselect file)))))))))

;;;; Time

(defvar quicksalt-benchmark--wall nil
  "Whether to measure wall-clock time instead of this process's CPU time.")

(defun quicksalt-benchmark--clock ()
  "Return the current time of the selected clock, in seconds."
  (if quicksalt-benchmark--wall (float-time)
    (float-time (get-internal-run-time))))

(defun quicksalt-benchmark--batch (task times)
  "Return the seconds that TASK takes when run TIMES times."
  (let ((start (quicksalt-benchmark--clock)))
    (dotimes (_ times) (funcall task))
    (- (quicksalt-benchmark--clock) start)))

(defun quicksalt-benchmark--times (task)
  "Return how many executions of TASK take at least three milliseconds."
  (let ((times 1))
    (while (and (< (quicksalt-benchmark--batch task times) 0.003)
                (< times 100000))
      (setq times (* 2 times)))
    times))

;;;; The table

(defun quicksalt-benchmark--measure (tasks rounds)
  "Measure TASKS for ROUNDS rounds and return the rows.
Each task is a list whose last element is a function.  A row is a list (WHO
WHAT SIZE SECONDS GCS GC-SECONDS); its last three values are per call.  Each
round measures every task once."
  (let ((runs (mapcar
               (lambda (task)
                 (let ((quicksalt-benchmark--wall
                        (memq (car task) quicksalt-benchmark--programs)))
                   (list (butlast task) (car (last task))
                         (quicksalt-benchmark--times (car (last task)))
                         nil 0 0.0)))
               tasks)))
    (dotimes (_ rounds)
      (dolist (run runs)
        (let ((gcs gcs-done) (elapsed gc-elapsed)
              (quicksalt-benchmark--wall
               (memq (caar run) quicksalt-benchmark--programs)))
          (push (/ (quicksalt-benchmark--batch (nth 1 run) (nth 2 run))
                   (nth 2 run))
                (nth 3 run))
          (cl-incf (nth 4 run) (- gcs-done gcs))
          (cl-incf (nth 5 run) (- gc-elapsed elapsed)))))
    (mapcar (lambda (run)
              (let ((calls (* 1.0 rounds (nth 2 run))))
                (append (car run)
                        (list (nth (/ rounds 2) (sort (nth 3 run) #'<))
                              (/ (nth 4 run) calls)
                              (/ (nth 5 run) calls)))))
            runs)))

(defconst quicksalt-benchmark--work
  '((cbc module gnutls tables ccl kaesar openssl)
    (cbc128 tables ccl kaesar aes)
    (cbc-decrypt module gnutls tables ccl bitslice)
    (ctr module tables ccl bitslice)
    (seal module gnutls lisp)
    (encrypt module lisp age gpg)
    (open plain module lisp)
    (save plain module lisp))
  "The operations to measure, each with its competitors.")

(defun quicksalt-benchmark--tasks (sizes)
  "Return all tasks that this Emacs can run, for inputs of SIZES in bytes."
  (let (tasks)
    (pcase-dolist (`(,what . ,all) quicksalt-benchmark--work)
      (dolist (size sizes)
        (dolist (who all)
          (let ((task (and (or (not (eq who 'bitslice)) (>= size 16384))
                           (quicksalt-benchmark-task who what size))))
            (when task (push (list who what size task) tasks))))))
    (dolist (who quicksalt-backend-tiers)
      (let ((task (quicksalt-benchmark-task who 'pbkdf2 0)))
        (when task (push (list who 'pbkdf2 0 task) tasks))))
    (nreverse tasks)))

(defun quicksalt-benchmark--line (row)
  "Return ROW formatted as a line of the table."
  (pcase-let ((`(,who ,what ,size ,seconds ,gcs ,gc-seconds) row))
    (format "%-12s %-10s %8s %12.2f %10s %8.3f %8.2f%s"
            what who (if (= size 0) "" size) (* 1e6 seconds)
            (if (= size 0) "" (format "%.2f" (/ size seconds 1e6)))
            gcs (* 1e3 gc-seconds)
            (if (memq who quicksalt-benchmark--programs) "  wall" ""))))

(defun quicksalt-benchmark--lines (sizes rounds)
  "Measure inputs of SIZES for ROUNDS rounds; return the lines of the table."
  (cons (format "%-12s %-10s %8s %12s %10s %8s %8s" "AES-256, key"
                "by" "bytes" "us a call" "MB/s" "GCs" "GC ms")
        (mapcar #'quicksalt-benchmark--line
                (quicksalt-benchmark--measure
                 (quicksalt-benchmark--tasks sizes) rounds))))

(defconst quicksalt-benchmark--sizes '(16 1024 16384 131072)
  "The input sizes in the table, in bytes.")

;;;###autoload
(defun quicksalt-benchmark (&optional rounds)
  "Show the speed of each backend; measure each operation ROUNDS times.
The table also includes the packages kaesar and aes and the programs openssl,
gpg and age, if they are installed."
  (interactive "P")
  (let ((lines (quicksalt-benchmark--lines
                quicksalt-benchmark--sizes
                (if rounds (prefix-numeric-value rounds) 5))))
    (if noninteractive
        (princ (concat (mapconcat #'identity lines "\n") "\n"))
      (with-help-window "*quicksalt-benchmark*"
        (princ (mapconcat #'identity lines "\n"))))))

(defun quicksalt-benchmark-batch ()
  "Print the table of `quicksalt-benchmark'."
  (quicksalt-benchmark))

(defun quicksalt-benchmark-json (tasks &optional rounds)
  "Measure TASKS for ROUNDS rounds and print the rows as JSON.
A task is a list (WHO WHAT SIZE); see `quicksalt-benchmark-task'.  Tasks that
this Emacs cannot run are omitted."
  (let ((rows (quicksalt-benchmark--measure
               (mapcan (lambda (task)
                         (let ((work (apply #'quicksalt-benchmark-task task)))
                           (and work (list (append task (list work))))))
                       tasks)
               (or rounds 1))))
    (princ (concat (json-encode
                    (mapcar
                     (lambda (row)
                       (cl-mapcar #'cons
                                  '(who what bytes seconds gcs gc_seconds) row))
                     rows))
                   "\n"))))

;;;; Child process for quicksalt-lab

(defun quicksalt-benchmark--answer (line state)
  "Return the answer to LINE, a request of the protocol, and update STATE.
STATE is a cons of the task and the task's last return value."
  (let ((words (split-string line " " t)))
    (pcase words
      (`("hello" "quicksalt-child/1")
       (format "ok quicksalt-child/1 %s Emacs %s, %s"
               (if quicksalt-benchmark--wall "wall" "process-cpu")
               emacs-version (quicksalt-backend-compilation)))
      (`("task" ,who ,what ,size)
       (let ((task (quicksalt-benchmark-task (intern who) (intern what)
                                             (string-to-number size))))
         (setcar state task)
         (setcdr state nil)
         (if task "ok" (format "error %s cannot do %s here" who what))))
      ((and `("run" ,times) (guard (car state)))
       (let ((seconds (quicksalt-benchmark--batch
                       (lambda () (setcdr state (funcall (car state))))
                       (string-to-number times))))
         (format "ok %d" (round (* 1e9 seconds)))))
      (`("output") (concat "ok " (quicksalt-hex-encode (or (cdr state) ""))))
      (_ "error no such request"))))

(defun quicksalt-benchmark-child ()
  "Answer requests of the protocol quicksalt-child/1 on standard input.
A task request has the arguments of `quicksalt-benchmark-task'."
  (let ((state (cons nil nil)) line)
    (while (and (setq line (ignore-errors (read-from-minibuffer "")))
                (not (equal line "end")))
      ;; Reading the next line flushes the printed output.
      (princ (concat (condition-case problem
                         (quicksalt-benchmark--answer line state)
                       (error (format "error %s"
                                      (error-message-string problem))))
                     "\n")))))

(defun quicksalt-benchmark-child-by-the-wall ()
  "Run `quicksalt-benchmark-child' with wall-clock time, to measure programs."
  (let ((quicksalt-benchmark--wall t))
    (quicksalt-benchmark-child)))

(provide 'quicksalt-benchmark)
;;; quicksalt-benchmark.el ends here
