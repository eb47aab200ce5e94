;;; quicksalt-backend.el --- Backends: module, GnuTLS or Lisp  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; Each operation has up to three implementations, called tiers: the dynamic
;; module, the GnuTLS functions built into Emacs, and pure Lisp.  Emacs uses
;; the first tier that is available and passes its known-answer test.  The
;; option `quicksalt-backend' can select a single tier instead.  A tier that
;; fails its known-answer test is never used, and `quicksalt-doctor' reports it.

;;; Code:

(require 'quicksalt-aes)
(require 'quicksalt-aes-ccl)
(require 'quicksalt-bitslice)
(require 'quicksalt-chacha)
(require 'quicksalt-gcm)
(require 'quicksalt-hash)
(require 'quicksalt-proof)

(declare-function quicksalt-module-load "quicksalt-module" ())
(declare-function gnutls-available-p "gnutls.c" ())
(declare-function gnutls-ciphers "gnutls.c" ())
(declare-function gnutls-symmetric-encrypt "gnutls.c"
                  (cipher key iv input &optional aead))
(declare-function gnutls-symmetric-decrypt "gnutls.c"
                  (cipher key iv input &optional aead))
(defvar quicksalt-module--failure)

;; The module signals all of these errors.
(define-error 'quicksalt-error "Quicksalt")
(define-error 'quicksalt-damaged "The file is damaged" 'quicksalt-error)
(define-error 'quicksalt-wrong-key "Wrong passphrase or key" 'quicksalt-error)
(define-error 'quicksalt-unsure "Cannot tell" 'quicksalt-error)

(defgroup quicksalt nil
  "Fast encrypted files without external programs."
  :group 'files
  :prefix "quicksalt-")

(defvar quicksalt-backend--chosen nil
  "An alist of operations and the functions chosen for them.")

(defcustom quicksalt-backend 'auto
  "The backend: `auto', or one of `module', `gnutls' and `lisp'.
`auto' uses the first backend that is available and passes its known-answer
tests.  With any other value, an operation that the chosen backend lacks
signals an error."
  :type '(choice (const auto) (const module) (const gnutls) (const lisp))
  :set (lambda (symbol value)
         (set-default symbol value)
         (setq quicksalt-backend--chosen nil)))

(defcustom quicksalt-table-free nil
  "Whether AES in Lisp avoids lookup tables, which leak keys through timing.
The option affects CTR, and decryption in CBC and ECB, for inputs of at least
16 KiB.  For inputs of at least 128 KiB, code without tables is equally fast."
  :type 'boolean)

(defconst quicksalt-backend-tiers '(module gnutls lisp)
  "The names of the tiers, fastest first.")

;;;; GnuTLS

(defun quicksalt-backend--gnutls-p (cipher)
  "Return non-nil if GnuTLS in this Emacs supports CIPHER."
  (and (fboundp 'gnutls-available-p)
       (memq 'gnutls (gnutls-available-p))
       (fboundp 'gnutls-symmetric-encrypt)
       (assq cipher (gnutls-ciphers))
       t))

(defun quicksalt-backend--gnutls-cbc (_mode decrypt key iv data)
  "Encrypt DATA by AES-CBC with KEY and IV through GnuTLS.
If DECRYPT is non-nil, decrypt DATA instead."
  (quicksalt-aes-check 'cbc data iv)
  (if (equal data "") ""
    ;; The GnuTLS functions zero the key string.
    (car (funcall (if decrypt #'gnutls-symmetric-decrypt
                    #'gnutls-symmetric-encrypt)
                  (pcase (length key)
                    (16 'AES-128-CBC) (24 'AES-192-CBC) (32 'AES-256-CBC)
                    (_ (error "AES key must be 16, 24 or 32 bytes")))
                  (copy-sequence key) iv data))))

(defun quicksalt-backend--gnutls-stream (key nonce counter data)
  "Xor DATA with the GnuTLS keystream of KEY, NONCE and COUNTER."
  (let* ((size (length data)) (rest (% size 64)))
    (if (= size 0) ""
      (substring
       (car (gnutls-symmetric-encrypt
             'CHACHA20-32 (copy-sequence key)
             (concat (quicksalt-chacha--bytes counter 4) nonce)
             (if (= rest 0) data
               (concat data (make-string (- 64 rest) 0)))))
       0 size))))

(defun quicksalt-backend--gnutls-aead (open key nonce data)
  "Seal DATA by ChaCha20-Poly1305 with KEY and NONCE.
If OPEN is non-nil, open DATA instead.  GnuTLS computes the keystream, and
Lisp computes the tag."
  (let ((quicksalt-chacha-stream #'quicksalt-backend--gnutls-stream))
    (quicksalt-backend--lisp-aead open key nonce data)))

(defun quicksalt-backend--gnutls-gcm (open key nonce data aad)
  "Seal DATA by AES-GCM with KEY and NONCE through GnuTLS.
The tag also authenticates AAD.  If OPEN is non-nil, open DATA instead.
GnuTLS supports only whole blocks; Lisp handles other lengths."
  (let ((cipher (pcase (length key)
                  (16 'AES-128-GCM) (24 'AES-192-GCM) (32 'AES-256-GCM))))
    (if (and (= 0 (% (length data) 16)) (> (length data) (if open 16 0))
             (assq cipher (gnutls-ciphers)))
        (if open
            (condition-case nil
                (car (gnutls-symmetric-decrypt cipher (copy-sequence key) nonce
                                               data aad))
              (error nil))
          (car (gnutls-symmetric-encrypt cipher (copy-sequence key) nonce
                                         data aad)))
      (quicksalt-backend--lisp-gcm open key nonce data aad))))

(defun quicksalt-backend--gnutls-random (size)
  "Return SIZE random bytes from the GnuTLS nonce generator."
  (quicksalt-hash-gather
   size (lambda ()
          (nth 1 (gnutls-symmetric-encrypt 'AES-128-CBC (make-string 16 0)
                                           '(iv-auto 16) (make-string 16 0))))))

;;;; Lisp

(defun quicksalt-backend--lisp-aes (mode decrypt key iv data)
  "Encrypt DATA by AES in MODE with KEY and IV in Lisp.
If DECRYPT is non-nil, decrypt DATA instead."
  (funcall (cond ((and (or quicksalt-table-free
                           (not (quicksalt-aes-ccl-works-p)))
                       (quicksalt-bitslice-serves-p mode decrypt (length data)))
                  #'quicksalt-bitslice-apply)
                 ((quicksalt-aes-ccl-works-p) #'quicksalt-aes-ccl-apply)
                 (t #'quicksalt-aes-apply))
           mode decrypt key iv data))

(defun quicksalt-backend--lisp-gcm (open key nonce data aad)
  "Seal DATA by AES-GCM with KEY and NONCE in Lisp.
The tag also authenticates AAD.  If OPEN is non-nil, open DATA instead."
  (quicksalt-gcm-apply #'quicksalt-backend--lisp-aes open key nonce data aad))

(defun quicksalt-backend--lisp-aead (open key nonce data)
  "Seal DATA by ChaCha20-Poly1305 with KEY and NONCE in Lisp.
If OPEN is non-nil, open DATA instead."
  (if open (quicksalt-chacha-open key nonce data)
    (quicksalt-chacha-seal key nonce data)))

(defun quicksalt-backend--kernel-random ()
  "Return 32 bytes with at least 128 bits of entropy from the kernel.
Emacs cannot read part of a device such as /dev/urandom.  On Linux, read a
kernel file three times; each read yields 122 random bits.  On other systems,
run the program head to read the device."
  (with-temp-buffer
    (set-buffer-multibyte nil)
    (let ((coding-system-for-read 'no-conversion)
          (file-name-handler-alist nil)
          (file "/proc/sys/kernel/random/uuid"))
      (if (file-readable-p file)
          (dotimes (_ 3) (insert-file-contents-literally file))
        (call-process "head" nil t nil "-c" "32" "/dev/urandom")))
    (when (< (buffer-size) 32)
      (error "No source of random bytes"))
    (quicksalt-hash 'sha256 (buffer-string))))

(defun quicksalt-backend--device-random (size)
  "Return SIZE random bytes from the operating system."
  (quicksalt-hash-gather size #'quicksalt-backend--kernel-random))

(defconst quicksalt-backend-scrypt-limit 16
  "Largest binary logarithm of scrypt's N that the Lisp code accepts.
A larger N needs too much memory.")

(defun quicksalt-backend--lisp-scrypt (passphrase salt log-n r p size)
  "Derive SIZE bytes like `quicksalt-chacha-scrypt'.
PASSPHRASE, SALT, LOG-N, R and P are arguments of that function.  Signal an
error if the derivation would take minutes and much memory."
  (when (> log-n quicksalt-backend-scrypt-limit)
    (signal 'quicksalt-error
            (list (format "scrypt with N = 2^%d needs the module; see %s"
                          log-n "M-x quicksalt-doctor"))))
  (quicksalt-chacha-scrypt passphrase salt log-n r p size))

;;;; How Lisp runs

(declare-function subr-native-elisp-p "data.c" (object))

(defun quicksalt-backend-compilation ()
  "Return a text that describes how these Lisp files are compiled."
  (let ((function (symbol-function 'quicksalt-aes--round)))
    (cond ((and (fboundp 'subr-native-elisp-p) (subr-native-elisp-p function))
           "compiled natively")
          ((byte-code-function-p function) "compiled to byte code")
          (t "not compiled, which makes it many times slower"))))

;;;; The choice

(defconst quicksalt-backend--operations
  `(,@(mapcar
       (lambda (mode)
         `(,(intern (format "aes-%s" mode))
           ,(quicksalt-proof--aes mode)
           (module . quicksalt-module-aes)
           ,@(and (eq mode 'cbc) '((gnutls . quicksalt-backend--gnutls-cbc)))
           (lisp . quicksalt-backend--lisp-aes)))
       '(ecb cbc cfb ofb ctr))
    (pbkdf2 quicksalt-proof--pbkdf2
            (module . quicksalt-module-pbkdf2)
            (lisp . quicksalt-pbkdf2))
    (scrypt quicksalt-proof--scrypt
            (module . quicksalt-module-scrypt)
            (lisp . quicksalt-backend--lisp-scrypt))
    (x25519 quicksalt-proof--x25519
            (module . quicksalt-module-x25519)
            (lisp . quicksalt-chacha-x25519))
    (chacha20-poly1305 quicksalt-proof--aead
                       (module . quicksalt-module-chacha20-poly1305)
                       (gnutls . quicksalt-backend--gnutls-aead)
                       (lisp . quicksalt-backend--lisp-aead))
    (aes-gcm quicksalt-proof--gcm
             (module . quicksalt-module-aes-gcm)
             (gnutls . quicksalt-backend--gnutls-gcm)
             (lisp . quicksalt-backend--lisp-gcm))
    (random quicksalt-proof--random
            (module . quicksalt-module-random)
            (gnutls . quicksalt-backend--gnutls-random)
            (lisp . quicksalt-backend--device-random)))
  "A list of operations with their known-answer tests and functions.
An operation has a function for each tier that supports it.")

(defvar quicksalt-backend--outcomes nil
  "An alist from (OPERATION . FUNCTION) to the obstacle to its use, or nil.")

(defun quicksalt-backend--missing (tier function)
  "Return the reason why TIER cannot run FUNCTION, or nil if it can."
  (pcase tier
    ('module (unless (and (require 'quicksalt-module nil t)
                          (quicksalt-module-load)
                          (fboundp function))
               (or (bound-and-true-p quicksalt-module--failure)
                   "the module lacks this operation")))
    ('gnutls (let ((cipher (pcase function
                             ('quicksalt-backend--gnutls-aead 'CHACHA20-32)
                             ('quicksalt-backend--gnutls-gcm 'AES-256-GCM)
                             (_ 'AES-256-CBC))))
               (unless (quicksalt-backend--gnutls-p cipher)
                 (format "this Emacs lacks %s from GnuTLS" cipher))))))

(defun quicksalt-backend-obstacle (operation tier)
  "Return the reason why TIER cannot compute OPERATION, or nil if it can.
The first call runs the known-answer test."
  (let* ((entry (or (assq operation quicksalt-backend--operations)
                    (error "No such operation: %S" operation)))
         (function (cdr (assq tier (cddr entry))))
         (key (cons operation function)))
    (if (not function)
        "this tier lacks the operation"
      (unless (assoc key quicksalt-backend--outcomes)
        (push (cons key
                    (or (quicksalt-backend--missing tier function)
                        (condition-case problem
                            (unless (funcall (nth 1 entry) function)
                              "it fails its known-answer test")
                          (error (error-message-string problem)))))
              quicksalt-backend--outcomes))
      (cdr (assoc key quicksalt-backend--outcomes)))))

(defun quicksalt-backend-forget ()
  "Forget the chosen backends, so that the next call must test them again."
  (setq quicksalt-backend--chosen nil
        quicksalt-backend--outcomes nil))

(defun quicksalt-backend-tier (operation)
  "Return the tier that computes OPERATION, or nil if no tier can."
  (let ((tiers (if (eq quicksalt-backend 'auto) quicksalt-backend-tiers
                 (list quicksalt-backend)))
        found)
    (while (and tiers (not found))
      (unless (quicksalt-backend-obstacle operation (car tiers))
        (setq found (car tiers)))
      (setq tiers (cdr tiers)))
    found))

(defun quicksalt-backend--choose (operation)
  "Return the function that computes OPERATION."
  (let ((tier (quicksalt-backend-tier operation)))
    (unless tier
      (signal 'quicksalt-error
              (list (format "No usable backend for %s (setting: %s); see %s"
                            operation quicksalt-backend
                            "M-x quicksalt-doctor"))))
    (let ((function (cdr (assq tier (cddr (assq operation
                                                quicksalt-backend--operations))))))
      (push (cons operation (cons quicksalt-backend function))
            quicksalt-backend--chosen)
      function)))

(defsubst quicksalt-backend--function (operation)
  "Return the function that computes OPERATION under `quicksalt-backend'."
  (let ((chosen (cdr (assq operation quicksalt-backend--chosen))))
    (if (and chosen (eq (car chosen) quicksalt-backend))
        (cdr chosen)
      (quicksalt-backend--choose operation))))

;;;; Public functions

(defun quicksalt-aes (mode decrypt key iv data)
  "Encrypt DATA by AES in MODE with KEY and IV, and return the result.
If DECRYPT is non-nil, decrypt.  The arguments are the same as for
`quicksalt-aes-apply'; the fastest backend computes the result."
  (funcall (quicksalt-backend--function
            (pcase mode
              ('cbc 'aes-cbc) ('ctr 'aes-ctr) ('ecb 'aes-ecb)
              ('cfb 'aes-cfb) ('ofb 'aes-ofb)
              (_ (error "AES mode must be ecb, cbc, cfb, ofb or ctr, not %S"
                        mode))))
           mode decrypt key iv data))

(defun quicksalt-derive-pbkdf2 (hash passphrase salt iterations size)
  "Derive SIZE bytes by PBKDF2 with HASH; see `quicksalt-pbkdf2'.
PASSPHRASE, SALT and ITERATIONS are arguments of that function."
  (if (memq hash '(sha256 sha512))
      (funcall (quicksalt-backend--function 'pbkdf2)
               hash passphrase salt iterations size)
    (quicksalt-pbkdf2 hash passphrase salt iterations size)))

(defun quicksalt-derive-scrypt (passphrase salt log-n r p size)
  "Derive SIZE bytes by scrypt from PASSPHRASE and SALT with LOG-N, R and P."
  (funcall (quicksalt-backend--function 'scrypt)
           passphrase salt log-n r p size))

(defun quicksalt-x25519 (scalar point)
  "Apply X25519 to SCALAR and POINT; return nil if the result is all zeros."
  (let ((shared (funcall (quicksalt-backend--function 'x25519) scalar point)))
    (unless (equal shared (make-string 32 0)) shared)))

(defun quicksalt-seal (key nonce plaintext)
  "Encrypt PLAINTEXT by ChaCha20-Poly1305 with KEY and NONCE; append the tag."
  (funcall (quicksalt-backend--function 'chacha20-poly1305)
           nil key nonce plaintext))

(defun quicksalt-open (key nonce sealed)
  "Decrypt SEALED with KEY and NONCE; return nil if its tag is wrong."
  (funcall (quicksalt-backend--function 'chacha20-poly1305)
           t key nonce sealed))

(defun quicksalt-gcm-seal (key nonce plaintext &optional aad)
  "Encrypt PLAINTEXT by AES-GCM with KEY and NONCE; append the tag.
The tag also authenticates AAD.  NONCE is 12 bytes and must never repeat for
the same KEY."
  (quicksalt-gcm-check key nonce plaintext (or aad ""))
  (funcall (quicksalt-backend--function 'aes-gcm)
           nil key nonce plaintext (or aad "")))

(defun quicksalt-gcm-open (key nonce sealed &optional aad)
  "Decrypt SEALED with KEY and NONCE; return nil if its tag is wrong.
AAD is the associated data that was passed to `quicksalt-gcm-seal'."
  (quicksalt-gcm-check key nonce sealed (or aad ""))
  (funcall (quicksalt-backend--function 'aes-gcm)
           t key nonce sealed (or aad "")))

(defun quicksalt-random (size)
  "Return SIZE unpredictable random bytes."
  (funcall (quicksalt-backend--function 'random) size))

(provide 'quicksalt-backend)
;;; quicksalt-backend.el ends here
