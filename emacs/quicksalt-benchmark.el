;;; quicksalt-benchmark.el --- How fast who computes  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; `M-x quicksalt-benchmark' shows a table of AES and key derivation by each
;; backend, and by kaesar where it can be loaded.  Competitors
;; take turns; times are medians of processor time.
;;
;; `quicksalt-benchmark-child' speaks the protocol quicksalt-child/1, by
;; which quicksalt's ruler compares this Emacs with other programs.

;;; Code:

(require 'cl-lib)
(require 'quicksalt-backend)

(declare-function kaesar-encrypt "kaesar" (string key &optional iv algorithm))

(defconst quicksalt-benchmark--key (apply #'unibyte-string
                                          (number-sequence 0 31))
  "The key of all tasks.")

(defconst quicksalt-benchmark--iv (make-string 16 1)
  "The IV of all tasks.")

;;;; Tasks

(defun quicksalt-benchmark--foreign (library)
  "Return a function from data to AES-256-CBC by LIBRARY, or nil."
  (pcase library
    ('kaesar
     (and (locate-library "kaesar") (require 'kaesar nil t)
          (lambda (data)
            (kaesar-encrypt data quicksalt-benchmark--key
                            quicksalt-benchmark--iv "aes-256-cbc"))))))

(defun quicksalt-benchmark-task (who what size)
  "Return a function without arguments that does WHAT on SIZE bytes by WHO.
WHO is a tier of `quicksalt-backend-tiers', `kaesar', `tables', `ccl' or
`bitslice'.  WHAT is a mode of AES, a mode with -decrypt, pbkdf2 or seal.
Return nil if it cannot be done here."
  (let* ((data (make-string size 7))
         (name (symbol-name what))
         (decrypt (string-suffix-p "-decrypt" name))
         (mode (intern (replace-regexp-in-string "-decrypt\\'" "" name)))
         (key quicksalt-benchmark--key) (iv quicksalt-benchmark--iv))
    (cond
     ((eq who 'kaesar)
      (let ((foreign (and (eq what 'cbc) (quicksalt-benchmark--foreign who))))
        (and foreign (lambda () (funcall foreign data)))))
     ((eq who 'tables)
      (lambda () (quicksalt-aes-apply mode decrypt key iv data)))
     ((eq who 'ccl)
      (and (quicksalt-aes-ccl-works-p)
           (lambda () (quicksalt-aes-ccl-apply mode decrypt key iv data))))
     ((eq who 'bitslice)
      (and (or (eq mode 'ctr) decrypt)
           (lambda () (quicksalt-bitslice-apply mode decrypt key iv data))))
     (t (quicksalt-benchmark--by-tier who what mode decrypt data)))))

(defun quicksalt-benchmark--by-tier (tier what mode decrypt data)
  "Return a function that does WHAT on DATA by TIER, or nil.
MODE is that of AES, backwards if DECRYPT."
  (let ((operation (pcase what
                     ('pbkdf2 'pbkdf2) ('seal 'chacha20-poly1305)
                     (_ (intern (format "aes-%s" mode)))))
        (key quicksalt-benchmark--key) (iv quicksalt-benchmark--iv)
        (nonce (make-string 12 1)))
    (unless (quicksalt-backend-obstacle operation tier)
      (lambda ()
        (let ((quicksalt-backend tier))
          (pcase what
            ('pbkdf2 (quicksalt-derive-pbkdf2 'sha256 "password" "saltsalt"
                                              10000 48))
            ('seal (quicksalt-seal key nonce data))
            (_ (quicksalt-aes mode decrypt key iv data))))))))

(defun quicksalt-benchmark--clock ()
  "Return the processor time of this process in seconds."
  (float-time (get-internal-run-time)))

(defun quicksalt-benchmark--batch (task times)
  "Return the seconds that TASK takes, done so many TIMES."
  (let ((start (quicksalt-benchmark--clock)))
    (dotimes (_ times) (funcall task))
    (- (quicksalt-benchmark--clock) start)))

(defun quicksalt-benchmark--times (task)
  "Return how often TASK is done in three milliseconds, at least once."
  (let ((times 1))
    (while (and (< (quicksalt-benchmark--batch task times) 0.003)
                (< times 100000))
      (setq times (* 2 times)))
    times))

;;;; The table

(defun quicksalt-benchmark--measure (tasks rounds)
  "Return rows for TASKS, lists that end with a function, after ROUNDS.
A row is who, what, size, seconds a call, garbage collections a call and
their seconds.  Tasks take turns."
  (let ((runs (mapcar (lambda (task)
                        (list (butlast task) (car (last task))
                              (quicksalt-benchmark--times (car (last task)))
                              nil 0 0.0))
                      tasks)))
    (dotimes (_ rounds)
      (dolist (run runs)
        (let ((gcs gcs-done) (elapsed gc-elapsed))
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

(defun quicksalt-benchmark--tasks (sizes)
  "Return all tasks that can be done here, of SIZES bytes."
  (let (tasks)
    (dolist (what '(cbc cbc-decrypt ctr seal))
      (dolist (size sizes)
        (dolist (who '(module gnutls tables ccl bitslice lisp kaesar))
          (unless (or (and (eq what 'seal) (memq who '(tables ccl bitslice)))
                      (and (eq who 'lisp) (not (eq what 'seal)))
                      (and (eq who 'bitslice) (< size 16384)))
            (let ((task (quicksalt-benchmark-task who what size)))
              (when task (push (list who what size task) tasks)))))))
    (dolist (who quicksalt-backend-tiers)
      (let ((task (quicksalt-benchmark-task who 'pbkdf2 0)))
        (when task (push (list who 'pbkdf2 0 task) tasks))))
    (nreverse tasks)))

(defun quicksalt-benchmark--line (row)
  "Return ROW as a line of the table."
  (pcase-let ((`(,who ,what ,size ,seconds ,gcs ,gc-seconds) row))
    (format "%-12s %-10s %8s %12.2f %10s %8.3f %8.2f"
            what who (if (= size 0) "" size) (* 1e6 seconds)
            (if (= size 0) "" (format "%.2f" (/ size seconds 1e6)))
            gcs (* 1e3 gc-seconds))))

(defun quicksalt-benchmark--lines (sizes rounds)
  "Return the lines of the table for SIZES after ROUNDS."
  (cons (format "%-12s %-10s %8s %12s %10s %8s %8s" "AES-256, key"
                "by" "bytes" "us a call" "MB/s" "GCs" "GC ms")
        (mapcar #'quicksalt-benchmark--line
                (quicksalt-benchmark--measure
                 (quicksalt-benchmark--tasks sizes) rounds))))

;;;###autoload
(defun quicksalt-benchmark (&optional rounds)
  "Show who computes how fast; ROUNDS is how often each is measured."
  (interactive "P")
  (let ((lines (quicksalt-benchmark--lines
                '(16 1024 16384 131072)
                (if rounds (prefix-numeric-value rounds) 5))))
    (if noninteractive
        (princ (concat (mapconcat #'identity lines "\n") "\n"))
      (with-help-window "*quicksalt-benchmark*"
        (princ (mapconcat #'identity lines "\n"))))))

(defun quicksalt-benchmark-batch ()
  "Print the table of `quicksalt-benchmark'."
  (quicksalt-benchmark))

;;;; A child of the ruler

(defun quicksalt-benchmark--answer (line state)
  "Return the answer to LINE of the protocol; STATE is a cons that is kept.
Its car is the task, its cdr what that returned last."
  (let ((words (split-string line " " t)))
    (pcase words
      (`("hello" "quicksalt-child/1")
       (format "ok quicksalt-child/1 process-cpu Emacs %s, %s" emacs-version
               (quicksalt-backend-compilation)))
      (`("task" ,who ,what ,size)
       (let ((task (quicksalt-benchmark-task (intern who) (intern what)
                                             (string-to-number size))))
         (setcar state task)
         (setcdr state nil)
         (if task "ok" (format "error %s cannot do %s here" who what))))
      ((and `("run" ,times) (guard (car state)))
       (let ((seconds 0) (times (string-to-number times)))
         (setq seconds (quicksalt-benchmark--batch
                        (lambda () (setcdr state (funcall (car state))))
                        times))
         (format "ok %d" (round (* 1e9 seconds)))))
      (`("output") (concat "ok " (mapconcat (lambda (byte) (format "%02x" byte))
                                            (cdr state) "")))
      (_ "error no such request"))))

(defun quicksalt-benchmark-child ()
  "Answer the requests of quicksalt-child/1 on standard input.
Tasks are those of `quicksalt-benchmark-task': who, what, and bytes."
  (let ((state (cons nil nil)) line)
    (while (and (setq line (ignore-errors (read-from-minibuffer "")))
                (not (equal line "end")))
      ;; To read the next line flushes what was printed.
      (princ (concat (condition-case problem
                         (quicksalt-benchmark--answer line state)
                       (error (format "error %s"
                                      (error-message-string problem))))
                     "\n")))))

(provide 'quicksalt-benchmark)
;;; quicksalt-benchmark.el ends here
