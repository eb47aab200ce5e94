;;; quicksalt-aes-ccl.el --- AES in CCL  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; This file implements table-based AES in CCL, which is about three times as
;; fast as byte code.  Each AES round is a separate program with sixteen
;; embedded arrays.  It reads the state from registers 0 to 3 and writes the
;; next state to registers 0 and 4 to 6, or the other way round; register 7 is
;; scratch space.  Each mode has a program that reads a block, calls the round
;; programs and writes the result.  The program contains the words of the key
;; schedule as constants: each key gets a copy of a template program, and the
;; copy is wiped after use.
;;
;; CCL has only registers, so the input contains all data that a mode needs
;; besides the state.  For CTR, a first pass inserts counters into the input.
;; CBC decryption processes the blocks in reverse order: it xors each
;; ciphertext block into the decrypted state of the block that follows in the
;; file, and then decrypts the ciphertext block.

;;; Code:

(require 'quicksalt-aes)
(require 'quicksalt-ccl)
(eval-when-compile (require 'cl-lib))

;;;; Rounds

(defun quicksalt-aes-ccl--round (from to tables step)
  "Return the program for an AES round with TABLES, without the round key.
The program reads the state from registers FROM and writes it to registers
TO; both lists begin with the same register.  STEP is 1 to encrypt, 3 to
decrypt."
  (let (body)
    (dotimes (word 4)
      (dolist (row '(3 2 1 0))
        (let ((register (nth word from))
              (target (nth (mod (- word (* row step)) 4) to)))
          ;; Word 0 sets the target registers, its own register last; the
          ;; other words are xored into them.
          (push (append
                 (list (quicksalt-ccl--operate register 'drop-byte))
                 (quicksalt-ccl--element (if (= word 0) target 7) 7
                                         (aref tables row))
                 (unless (= word 0)
                   (list (quicksalt-ccl--operate target 'xor 7))))
                body))))
    (quicksalt-ccl--program (apply #'append (nreverse body)))))

(defconst quicksalt-aes-ccl--even '(0 1 2 3)
  "The registers that hold the state after an even number of rounds.")

(defconst quicksalt-aes-ccl--odd '(0 4 5 6)
  "The registers that hold the state after an odd number of rounds.")

(defvar quicksalt-aes-ccl--rounds nil
  "The CCL numbers of the round programs, or nil before registration.
The value has a list for encryption and a list for decryption.  Each list has
the program from the even to the odd registers, the program from the odd to
the even registers, and the program for the last round.")

(defun quicksalt-aes-ccl--rounds ()
  "Return the numbers of the round programs; register them if necessary."
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
  "Return CCL words that xor a round key into REGISTERS.
Each key word is a placeholder, a cons of `key' and the word's index in the
key schedule.  The first index is PLACE."
  (mapcan (lambda (register)
            (prog1 (quicksalt-ccl--operate-constant register 'xor
                                                    (cons 'key place))
              (setq place (1+ place))))
          (copy-sequence registers)))

(defun quicksalt-aes-ccl--cipher (rounds decrypt)
  "Return CCL words that encrypt the state in ROUNDS rounds.
If DECRYPT is non-nil, they decrypt it."
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
  "Return CCL words that prepare the state for the block cipher in MODE."
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
  "Return CCL words that write the result of a block in MODE.
DECRYPT is non-nil for decryption.  The next block starts with the state that
these words produce."
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
  "An alist from (MODE DECRYPT ROUNDS) to a program and its gaps.
A gap is a list (PLACE SOURCE INDEX): PLACE is an index into the program,
SOURCE is `key' or `iv', and INDEX selects a word of the key schedule or IV.")

(defun quicksalt-aes-ccl--template (mode decrypt rounds)
  "Return the program and gaps for MODE with ROUNDS rounds.
DECRYPT is non-nil for decryption."
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
  "Return 16 bytes of the string BLOCK as a list of four signed words.
The bytes start at index FROM, by default 0."
  (mapcar (lambda (i)
            (quicksalt-ccl--signed
             (quicksalt-aes--word block (+ i (or from 0)))))
          '(0 4 8 12)))

(defun quicksalt-aes-ccl--blocks (mode decrypt schedule iv data)
  "Encrypt the whole blocks of DATA in MODE with SCHEDULE and IV.
If DECRYPT is non-nil, decrypt them.  For CTR, a counter word precedes each
block of DATA."
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
  "CCL program that writes a counter before each block.
The counter is in register 0 and increases by one for each block.")

(defun quicksalt-aes-ccl--ctr (schedule iv data)
  "Xor the whole blocks of DATA with the keystream of SCHEDULE.
The keystream starts at the counter IV."
  (let ((start 0) (end (length data)) parts)
    (while (< start end)
      ;; Process only blocks with the same upper words of the counter.
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
  "Encrypt or decrypt DATA with CCL, like `quicksalt-aes-apply'.
MODE, DECRYPT, KEY and IV are arguments of that function."
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
  "Return non-nil if the CCL and Lisp versions of AES agree in all modes."
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
