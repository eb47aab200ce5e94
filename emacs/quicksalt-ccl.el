;;; quicksalt-ccl.el --- Programs for Emacs's code conversion machine  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; Emacs has a small machine in C for converting characters, CCL: eight
;; registers of 32 bits, arithmetic, look-up in arrays, bytes read and
;; written; src/ccl.c in Emacs describes its words.  One of its steps costs
;; much less than a call in byte code, and the same whether Lisp is compiled
;; to byte code or natively.
;;
;; Programs are put together here from words: `ccl-compile' has constants of
;; 28 bits only.  Where an Emacs has no CCL, or computes otherwise, callers
;; have the same in Lisp.

;;; Code:

(defconst quicksalt-ccl--words
  '((set . #x00) (set-constant . #x02) (element . #x03) (jump . #x04)
    (read . #x0e) (write . #x11) (call . #x13) (end . #x16)
    (self-constant . #x17) (self . #x18) (of-constant . #x19))
  "The commands of CCL that are used here.")

(defconst quicksalt-ccl--operators
  '((+ . 0) (and . 5) (xor . 7) (shift-right . 9)
    ;; 256 times the one or the other; the lowest byte goes to register 7.
    (append-byte . 10) (drop-byte . 11))
  "The operators of CCL that are used here.")

(defun quicksalt-ccl--signed (word)
  "Return the 32-bit WORD as the signed number of a register."
  (- (logxor (logand word #xffffffff) #x80000000) #x80000000))

(defun quicksalt-ccl--word (command register &optional argument)
  "Return a word of CCL: COMMAND on REGISTER with ARGUMENT."
  (logior (cdr (assq command quicksalt-ccl--words))
          (ash register 5) (ash (or argument 0) 8)))

(defun quicksalt-ccl--operate (register operator &optional other)
  "Return the word of REGISTER OPERATOR= OTHER, a register."
  (quicksalt-ccl--word
   'self register
   (logior (or other 0)
           (ash (cdr (assq operator quicksalt-ccl--operators)) 6))))

(defun quicksalt-ccl--operate-constant (register operator constant)
  "Return the words of REGISTER OPERATOR= CONSTANT."
  (list (quicksalt-ccl--word
         'self-constant register
         (ash (cdr (assq operator quicksalt-ccl--operators)) 6))
        constant))

(defun quicksalt-ccl--bytes (command registers)
  "Return words that read or write, by COMMAND, a byte for each of REGISTERS."
  (let ((left (length registers)))
    (mapcar (lambda (register)
              (setq left (1- left))
              (quicksalt-ccl--word command register left))
            registers)))

(defun quicksalt-ccl--element (register index array)
  "Return words that set REGISTER to the element of ARRAY at INDEX, a register."
  (cons (quicksalt-ccl--word 'element register
                             (logior index (ash (length array) 3)))
        (mapcar #'quicksalt-ccl--signed array)))

(defun quicksalt-ccl--load (register &optional backwards)
  "Return words that read a big-endian word into REGISTER, over 5 to 7.
If BACKWARDS, its lowest byte comes first."
  `(,@(quicksalt-ccl--bytes 'read (if backwards (list 7 6 5 register)
                                    (list register 5 6 7)))
    ,@(mapcar (lambda (byte)
                (quicksalt-ccl--operate register 'append-byte byte))
              '(5 6 7))))

(defun quicksalt-ccl--store (register &optional backwards)
  "Return words that write REGISTER as a big-endian word, over register 7.
If BACKWARDS, its lowest byte comes first.  A byte is what is left of a
number that is written."
  (mapcan (lambda (shift)
            (if (= shift 0)
                (list (quicksalt-ccl--word 'write register))
              (list (quicksalt-ccl--word
                     'of-constant 7
                     (logior register
                             (ash (cdr (assq 'shift-right
                                             quicksalt-ccl--operators))
                                  6)))
                    shift
                    (quicksalt-ccl--word 'write 7))))
          (if backwards (list 0 8 16 24) (list 24 16 8 0))))

(defun quicksalt-ccl--program (body &optional forever finally)
  "Return the program of BODY, FOREVER until input ends, then FINALLY."
  (let ((again (and forever
                    (list (quicksalt-ccl--word 'jump 0
                                               (- (1+ (length body))))))))
    ;; Output is as long as input; then, where to go when input ends.
    (vconcat (list 2 (+ 2 (length body) (length again)))
             body again finally (list (quicksalt-ccl--word 'end 0)))))

(defun quicksalt-ccl--run (program state data)
  "Return the output of PROGRAM, registers 0 to 3 being STATE, for DATA."
  (ccl-execute-on-string program (vconcat state [0 0 0 0 2]) data nil t))

(defconst quicksalt-ccl--copies
  (quicksalt-ccl--program
   (append (quicksalt-ccl--load 4) (quicksalt-ccl--store 4)) t)
  "Writes the words that it reads.")

(defvar quicksalt-ccl--works 'unknown
  "Whether CCL runs here; `unknown' before it has been tried.")

(defun quicksalt-ccl-works-p ()
  "Tell whether this Emacs has CCL, with registers of 32 bits."
  (when (eq quicksalt-ccl--works 'unknown)
    (setq quicksalt-ccl--works
          (and (fboundp 'ccl-execute-on-string)
               (fboundp 'register-ccl-program)
               (condition-case nil
                   (equal "\0\1\177\377\377\376\200\0"
                          (quicksalt-ccl--run quicksalt-ccl--copies [0 0 0 0]
                                              "\0\1\177\377\377\376\200\0"))
                 (error nil)))))
  quicksalt-ccl--works)

(provide 'quicksalt-ccl)
;;; quicksalt-ccl.el ends here
