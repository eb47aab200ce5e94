;;; quicksalt-ccl.el --- Assemble CCL programs  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; CCL is a small virtual machine in C that Emacs uses to convert characters.
;; It has eight 32-bit registers, arithmetic and array lookup, and can read and
;; write bytes.  The Emacs source file src/ccl.c describes its instruction
;; words.  A CCL step costs much less than a function call in byte code, and
;; its cost does not depend on the compilation of Lisp.
;;
;; This file assembles programs word by word because `ccl-compile' supports
;; only 28-bit constants.  Every caller also has a Lisp version, which Emacs
;; uses if CCL is missing or computes wrong results.

;;; Code:

(defconst quicksalt-ccl--words
  '((set . #x00) (set-constant . #x02) (element . #x03) (jump . #x04)
    (read . #x0e) (write . #x11) (call . #x13) (end . #x16)
    (self-constant . #x17) (self . #x18) (of-constant . #x19))
  "The CCL commands that this package uses, with their codes.")

(defconst quicksalt-ccl--operators
  '((+ . 0) (and . 5) (xor . 7) (shift-right . 9)
    ;; `append-byte' shifts left by a byte and inserts the operand;
    ;; `drop-byte' shifts right by a byte and saves the low byte in register 7.
    (append-byte . 10) (drop-byte . 11))
  "The CCL operators that this package uses, with their codes.")

(defun quicksalt-ccl--signed (word)
  "Return the 32-bit WORD as a signed register value."
  (- (logxor (logand word #xffffffff) #x80000000) #x80000000))

(defun quicksalt-ccl--word (command register &optional argument)
  "Return the CCL word to execute COMMAND on REGISTER with ARGUMENT."
  (logior (cdr (assq command quicksalt-ccl--words))
          (ash register 5) (ash (or argument 0) 8)))

(defun quicksalt-ccl--operate (register operator &optional other)
  "Return the CCL word to apply OPERATOR to REGISTER and register OTHER.
The result goes to REGISTER."
  (quicksalt-ccl--word
   'self register
   (logior (or other 0)
           (ash (cdr (assq operator quicksalt-ccl--operators)) 6))))

(defun quicksalt-ccl--operate-constant (register operator constant)
  "Return CCL words to apply OPERATOR to REGISTER and CONSTANT.
The result goes to REGISTER."
  (list (quicksalt-ccl--word
         'self-constant register
         (ash (cdr (assq operator quicksalt-ccl--operators)) 6))
        constant))

(defun quicksalt-ccl--bytes (command registers)
  "Return CCL words that read or write a byte for each of REGISTERS.
COMMAND is `read' or `write'."
  (let ((left (length registers)))
    (mapcar (lambda (register)
              (setq left (1- left))
              (quicksalt-ccl--word command register left))
            registers)))

(defun quicksalt-ccl--element (register index array)
  "Return CCL words that set REGISTER to an element of ARRAY.
The register INDEX contains the element's index."
  (cons (quicksalt-ccl--word 'element register
                             (logior index (ash (length array) 3)))
        (mapcar #'quicksalt-ccl--signed array)))

(defun quicksalt-ccl--load (register &optional backwards)
  "Return CCL words that read a big-endian word into REGISTER.
They overwrite registers 5 to 7.  If BACKWARDS, they read the low byte first."
  `(,@(quicksalt-ccl--bytes 'read (if backwards (list 7 6 5 register)
                                    (list register 5 6 7)))
    ,@(mapcar (lambda (byte)
                (quicksalt-ccl--operate register 'append-byte byte))
              '(5 6 7))))

(defun quicksalt-ccl--store (register &optional backwards)
  "Return CCL words that write REGISTER as a big-endian word.
They overwrite register 7.  If BACKWARDS, they write the low byte first.  The
CCL command `write' writes only the low byte of a register."
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
  "Return a CCL program with the words BODY, followed by the words FINALLY.
If FOREVER is non-nil, the program repeats BODY until the input ends."
  (let ((again (and forever
                    (list (quicksalt-ccl--word 'jump 0
                                               (- (1+ (length body))))))))
    ;; The header is the expected ratio of output to input length, and the
    ;; address of the code to run at the end of the input.
    (vconcat (list 2 (+ 2 (length body) (length again)))
             body again finally (list (quicksalt-ccl--word 'end 0)))))

(defun quicksalt-ccl--run (program state data)
  "Run PROGRAM on DATA with registers 0 to 3 set to STATE; return the output."
  (ccl-execute-on-string program (vconcat state [0 0 0 0 2]) data nil t))

(defconst quicksalt-ccl--copies
  (quicksalt-ccl--program
   (append (quicksalt-ccl--load 4) (quicksalt-ccl--store 4)) t)
  "CCL program that copies words from its input to its output.")

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
