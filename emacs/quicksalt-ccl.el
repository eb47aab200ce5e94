;;; quicksalt-ccl.el --- Assemble CCL programs  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; CCL is a small virtual machine in C that Emacs uses to convert characters:
;; eight 32-bit registers, arithmetic, array lookup, and reading and writing
;; bytes; src/ccl.c in Emacs describes its instruction words.  A CCL step
;; costs much less than a call in byte code, and equally much whether Lisp is
;; compiled to byte code or natively.
;;
;; This file assembles programs word by word because `ccl-compile' supports
;; only 28-bit constants.  Callers have a version in Lisp for an Emacs without
;; CCL or with a CCL that computes differently.

;;; Code:

(defconst quicksalt-ccl--words
  '((set . #x00) (set-constant . #x02) (element . #x03) (jump . #x04)
    (read . #x0e) (write . #x11) (call . #x13) (end . #x16)
    (self-constant . #x17) (self . #x18) (of-constant . #x19))
  "The CCL commands in use.")

(defconst quicksalt-ccl--operators
  '((+ . 0) (and . 5) (xor . 7) (shift-right . 9)
    ;; Shift left by a byte and insert the operand; shift right by a byte,
    ;; with the low byte saved in register 7.
    (append-byte . 10) (drop-byte . 11))
  "The CCL operators in use.")

(defun quicksalt-ccl--signed (word)
  "Return the 32-bit WORD as a signed register value."
  (- (logxor (logand word #xffffffff) #x80000000) #x80000000))

(defun quicksalt-ccl--word (command register &optional argument)
  "Return a CCL word: COMMAND on REGISTER with ARGUMENT."
  (logior (cdr (assq command quicksalt-ccl--words))
          (ash register 5) (ash (or argument 0) 8)))

(defun quicksalt-ccl--operate (register operator &optional other)
  "Return the word for REGISTER OPERATOR= OTHER, a register."
  (quicksalt-ccl--word
   'self register
   (logior (or other 0)
           (ash (cdr (assq operator quicksalt-ccl--operators)) 6))))

(defun quicksalt-ccl--operate-constant (register operator constant)
  "Return the words for REGISTER OPERATOR= CONSTANT."
  (list (quicksalt-ccl--word
         'self-constant register
         (ash (cdr (assq operator quicksalt-ccl--operators)) 6))
        constant))

(defun quicksalt-ccl--bytes (command registers)
  "Return words that read or write (COMMAND) a byte for each of REGISTERS."
  (let ((left (length registers)))
    (mapcar (lambda (register)
              (setq left (1- left))
              (quicksalt-ccl--word command register left))
            registers)))

(defun quicksalt-ccl--element (register index array)
  "Return words that set REGISTER to the element of ARRAY at register INDEX."
  (cons (quicksalt-ccl--word 'element register
                             (logior index (ash (length array) 3)))
        (mapcar #'quicksalt-ccl--signed array)))

(defun quicksalt-ccl--load (register &optional backwards)
  "Return words that read a big-endian word into REGISTER, using 5 to 7.
If BACKWARDS, read the low byte first."
  `(,@(quicksalt-ccl--bytes 'read (if backwards (list 7 6 5 register)
                                    (list register 5 6 7)))
    ,@(mapcar (lambda (byte)
                (quicksalt-ccl--operate register 'append-byte byte))
              '(5 6 7))))

(defun quicksalt-ccl--store (register &optional backwards)
  "Return words that write REGISTER as a big-endian word, using register 7.
If BACKWARDS, write the low byte first.  Writing a number writes its low
byte."
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
  "Return a program of BODY, repeated FOREVER until input ends, then FINALLY."
  (let ((again (and forever
                    (list (quicksalt-ccl--word 'jump 0
                                               (- (1+ (length body))))))))
    ;; Header: output and input have the same length; the address to jump to at
    ;; the end of the input.
    (vconcat (list 2 (+ 2 (length body) (length again)))
             body again finally (list (quicksalt-ccl--word 'end 0)))))

(defun quicksalt-ccl--run (program state data)
  "Run PROGRAM on DATA with registers 0 to 3 set to STATE; return the output."
  (ccl-execute-on-string program (vconcat state [0 0 0 0 2]) data nil t))

(defconst quicksalt-ccl--copies
  (quicksalt-ccl--program
   (append (quicksalt-ccl--load 4) (quicksalt-ccl--store 4)) t)
  "Program that copies words from input to output.")

(defvar quicksalt-ccl--works 'unknown
  "Whether CCL works here; `unknown' before the test.")

(defun quicksalt-ccl-works-p ()
  "Return non-nil if this Emacs has CCL with 32-bit registers."
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
