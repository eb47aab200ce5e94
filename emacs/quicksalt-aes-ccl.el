;;; quicksalt-aes-ccl.el --- AES in CCL  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; Table-based AES in CCL, about three times as fast as byte code.  Each round
;; is a separate program with sixteen embedded arrays.  It reads the state
;; from four registers and writes the next state to four others; register 7 is
;; scratch.  The program of a mode reads blocks, calls rounds, holds the words
;; of the key as constants, and writes blocks; it is copied from a template
;; for each key and wiped afterwards.
;;
;; CCL lacks memory beyond its registers, so any data that a mode needs
;; besides the state is part of the input.  For CTR a first pass inserts the
;; counters.  CBC decryption reads the blocks in reverse order: each block is
;; read to be xored with the plaintext of the block after it, then decrypted.

;;; Code:

(require 'quicksalt-aes)
(require 'quicksalt-ccl)
(eval-when-compile (require 'cl-lib))

;;;; Rounds

(defun quicksalt-aes-ccl--round (from to tables step)
  "Return the program of a round with TABLES, without the round key.
It maps registers FROM to registers TO, which share their first register.
STEP is 1 to encrypt, 3 to decrypt."
  (let (body)
    (dotimes (word 4)
      (dolist (row '(3 2 1 0))
        (let ((register (nth word from))
              (target (nth (mod (- word (* row step)) 4) to)))
          ;; The first word does not add to another and frees its register.
          (push (append
                 (list (quicksalt-ccl--operate register 'drop-byte))
                 (quicksalt-ccl--element (if (= word 0) target 7) 7
                                         (aref tables row))
                 (unless (= word 0)
                   (list (quicksalt-ccl--operate target 'xor 7))))
                body))))
    (quicksalt-ccl--program (apply #'append (nreverse body)))))

(defconst quicksalt-aes-ccl--even '(0 1 2 3)
  "The registers of the state after an even number of rounds.")

(defconst quicksalt-aes-ccl--odd '(0 4 5 6)
  "The registers of the state after an odd number of rounds.")

(defvar quicksalt-aes-ccl--rounds nil
  "Numbers of the round programs, after they are registered.
A list for each direction: even to odd, odd to even, and the last round.")

(defun quicksalt-aes-ccl--rounds ()
  "Return the variable `quicksalt-aes-ccl--rounds', setting it if necessary."
  (or quicksalt-aes-ccl--rounds
      (setq quicksalt-aes-ccl--rounds
            (mapcar
             (lambda (direction)
               (pcase-let ((`(,name ,tables ,last ,step) direction)
                           (even quicksalt-aes-ccl--even)
                           (odd quicksalt-aes-ccl--odd))
                 (mapcar (lambda (program)
                           (register-ccl-program
                            (intern (format "quicksalt-aes-%s-%s" name
                                            (car program)))
                            (cdr program)))
                         `((odd . ,(quicksalt-aes-ccl--round even odd tables step))
                           (even . ,(quicksalt-aes-ccl--round odd even tables step))
                           (last . ,(quicksalt-aes-ccl--round odd even last
                                                          step))))))
             `((encrypt ,quicksalt-aes--forward ,quicksalt-aes--forward-last 1)
               (decrypt ,quicksalt-aes--backward
                        ,quicksalt-aes--backward-last 3))))))

;;;; Modes

(defun quicksalt-aes-ccl--add-key (registers place)
  "Return words that xor the round key into REGISTERS.
The placeholder of a constant is a cons of `key' and its index, from PLACE."
  (mapcan (lambda (register)
            (prog1 (quicksalt-ccl--operate-constant register 'xor
                                                    (cons 'key place))
              (setq place (1+ place))))
          (copy-sequence registers)))

(defun quicksalt-aes-ccl--cipher (rounds decrypt)
  "Return words that encrypt the state in ROUNDS rounds, or DECRYPT it."
  (pcase-let ((`(,odd ,even ,last)
               (nth (if decrypt 1 0) (quicksalt-aes-ccl--rounds)))
              (body (quicksalt-aes-ccl--add-key quicksalt-aes-ccl--even 0)))
    (dotimes (round rounds)
      (setq body
            (nconc body
                   (list (quicksalt-ccl--word
                          'call 0 (cond ((= round (1- rounds)) last)
                                        ((= 0 (% round 2)) odd)
                                        (t even))))
                   (quicksalt-aes-ccl--add-key
                    (if (= 0 (% round 2)) quicksalt-aes-ccl--odd
                      quicksalt-aes-ccl--even)
                    (* 4 (1+ round))))))
    body))

(defun quicksalt-aes-ccl--before (mode)
  "Return words that prepare the state before MODE encrypts it."
  (pcase mode
    ('ecb (mapcan #'quicksalt-ccl--load (number-sequence 0 3)))
    ('cbc (mapcan (lambda (word)
                    (append (quicksalt-ccl--load 4)
                            (list (quicksalt-ccl--operate word 'xor 4))))
                  (number-sequence 0 3)))
    ('ctr (append (mapcan (lambda (word)
                            (list (quicksalt-ccl--word 'set-constant word)
                                  (cons 'iv word)))
                          (number-sequence 0 2))
                  (quicksalt-ccl--load 3)))))

(defun quicksalt-aes-ccl--after (mode decrypt)
  "Return words that write the result of a block in MODE, or DECRYPT.
The remaining state is the starting state of the next block."
  (let ((backwards (and decrypt (eq mode 'cbc))))
    (mapcan
     (lambda (word)
       (cond
        ((or (eq mode 'ecb) (and (eq mode 'cbc) (not decrypt)))
         (quicksalt-ccl--store word))
        ((or (eq mode 'ctr) (and (eq mode 'cfb) (not decrypt)))
         (append (quicksalt-ccl--load 4)
                 (list (quicksalt-ccl--operate word 'xor 4))
                 (quicksalt-ccl--store word)))
        ((eq mode 'ofb)
         (append (quicksalt-ccl--load 4)
                 (list (quicksalt-ccl--operate 4 'xor word))
                 (quicksalt-ccl--store 4)))
        (t (append (quicksalt-ccl--load 4 backwards)
                   (list (quicksalt-ccl--operate word 'xor 4))
                   (quicksalt-ccl--store word backwards)
                   (list (quicksalt-ccl--word 'set word 4))))))
     (if backwards (list 3 2 1 0) (list 0 1 2 3)))))

(defvar quicksalt-aes-ccl--templates nil
  "An alist from (MODE DIRECTION ROUNDS) to a program and its gaps.
A gap is a list of an index into the program, `key' or `iv', and the index
of a word of the key or IV.")

(defun quicksalt-aes-ccl--template (mode decrypt rounds)
  "Return the program and gaps for MODE, or to DECRYPT it, with ROUNDS rounds."
  (let ((name (list mode decrypt rounds)))
    (or (cdr (assoc name quicksalt-aes-ccl--templates))
        (let* ((backwards (and decrypt (memq mode '(ecb cbc))))
               (program (quicksalt-ccl--program
                         (append (unless (and decrypt (eq mode 'cbc))
                                   (quicksalt-aes-ccl--before mode))
                                 (quicksalt-aes-ccl--cipher rounds backwards)
                                 (quicksalt-aes-ccl--after mode decrypt))
                         t))
               (gaps nil))
          (dotimes (i (length program))
            (when (consp (aref program i))
              (push (list i (car (aref program i)) (cdr (aref program i))) gaps)
              (aset program i 0)))
          (push (list name program gaps) quicksalt-aes-ccl--templates)
          (list program gaps)))))

(defun quicksalt-aes-ccl--state (block &optional from)
  "Return the string BLOCK from index FROM, or 0, as four signed words."
  (mapcar (lambda (i)
            (quicksalt-ccl--signed
             (quicksalt-aes--word block (+ i (or from 0)))))
          '(0 4 8 12)))

(defun quicksalt-aes-ccl--blocks (mode decrypt schedule iv data)
  "Process whole blocks DATA in MODE with SCHEDULE and IV, or DECRYPT them.
For CTR each block of DATA follows a counter word."
  (pcase-let* ((`(,template ,gaps)
                (quicksalt-aes-ccl--template mode decrypt
                                         (1- (/ (length schedule) 4))))
               (program (copy-sequence template))
               (words (and iv (vconcat (quicksalt-aes-ccl--state iv))))
               (size (length data)))
    (unwind-protect
        (progn
          (pcase-dolist (`(,place ,what ,index) gaps)
            (aset program place
                  (if (eq what 'iv) (aref words index)
                    (quicksalt-ccl--signed (aref schedule index)))))
          (if (and decrypt (eq mode 'cbc))
              (reverse (quicksalt-ccl--run
                        program (quicksalt-aes-ccl--state data (- size 16))
                        (reverse (concat iv (substring data 0 -16)))))
            (quicksalt-ccl--run program (or words [0 0 0 0]) data)))
      (fillarray program 0))))

;;;; Counters

(defconst quicksalt-aes-ccl--number
  (quicksalt-ccl--program
   (append (quicksalt-ccl--store 0)
           (quicksalt-ccl--operate-constant 0 '+ 1)
           (mapcan (lambda (_)
                     (append (quicksalt-ccl--bytes 'read '(4 5 6 7))
                             (quicksalt-ccl--bytes 'write '(4 5 6 7))))
                   (number-sequence 1 4)))
   t)
  "Program that writes register 0 before each block and increments it.")

(defun quicksalt-aes-ccl--ctr (schedule iv data)
  "Xor whole blocks DATA with the keystream of SCHEDULE from counter IV."
  (let ((start 0) (end (length data)) parts)
    (while (< start end)
      ;; Take only blocks that leave the upper words of the counter unchanged.
      (let* ((low (logand #xffffffff (nth 3 (quicksalt-aes-ccl--state iv))))
             (blocks (min (/ (- end start) 16) (- #x100000000 low)))
             (next (+ start (* 16 blocks)))
             (numbered (quicksalt-ccl--run
                        quicksalt-aes-ccl--number
                        (list (quicksalt-ccl--signed low) 0 0 0)
                        (substring data start next))))
        ;; The program writes a counter before it detects the end of its
        ;; input; drop that extra word.
        (push (quicksalt-aes-ccl--blocks 'ctr nil schedule iv
                                     (substring numbered 0 (* 20 blocks)))
              parts)
        (setq start next iv (quicksalt-aes-advance iv blocks))))
    (apply #'concat (nreverse parts))))

;;;; Public functions

(defun quicksalt-aes-ccl-apply (mode decrypt key iv data)
  "Process DATA like `quicksalt-aes-apply', with CCL.
MODE, DECRYPT, KEY and IV are its arguments."
  (quicksalt-aes--by
   (lambda (schedule whole)
     (cond ((equal whole "") "")
           ((eq mode 'ctr) (quicksalt-aes-ccl--ctr schedule iv whole))
           (t (quicksalt-aes-ccl--blocks mode
                                         (and decrypt (not (eq mode 'ofb)) t)
                                         schedule
                                         (unless (eq mode 'ecb) iv) whole))))
   mode decrypt key iv data))

(defvar quicksalt-aes-ccl--works 'unknown
  "Whether the CCL code computes AES correctly; `unknown' before the test.")

(defun quicksalt-aes-ccl-works-p ()
  "Return non-nil if this Emacs has CCL and the CCL code computes AES."
  (when (eq quicksalt-aes-ccl--works 'unknown)
    (setq quicksalt-aes-ccl--works
          (and (quicksalt-ccl-works-p)
               (condition-case nil (quicksalt-aes-ccl--equals-tables-p)
                 (error nil)))))
  quicksalt-aes-ccl--works)

(defun quicksalt-aes-ccl--equals-tables-p ()
  "Return non-nil if CCL agrees with the tables in all modes and directions."
  (let ((key (apply #'unibyte-string (number-sequence 0 31)))
        (iv (apply #'unibyte-string (make-list 16 255)))
        (data (make-string 48 90)) (same t))
    (dolist (mode '(ecb cbc cfb ofb ctr) same)
      (dolist (decrypt '(nil t))
        (setq same
              (and same (equal (quicksalt-aes-ccl-apply mode decrypt key iv data)
                               (quicksalt-aes-apply mode decrypt key iv
                                                    data))))))))

(provide 'quicksalt-aes-ccl)
;;; quicksalt-aes-ccl.el ends here
