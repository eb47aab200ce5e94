;;; quicksalt-backend.el --- Who computes: module, GnuTLS or Lisp  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; Each operation has up to three implementations: the dynamic module, the
;; functions that Emacs has from GnuTLS, and pure Lisp.  The first that is
;; there and that passes its known answers in this Emacs serves;
;; `quicksalt-backend' may name one tier instead.  One that fails its known
;; answers is never used, and `quicksalt-doctor' says so.

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

;; The module signals them all.
(define-error 'quicksalt-error "Quicksalt")
(define-error 'quicksalt-damaged "The file is damaged" 'quicksalt-error)
(define-error 'quicksalt-wrong-key "Wrong passphrase or key" 'quicksalt-error)
(define-error 'quicksalt-unsure "Cannot tell" 'quicksalt-error)

(defgroup quicksalt nil
  "Encrypted files, fast without any external program."
  :group 'files
  :prefix "quicksalt-")

(defvar quicksalt-backend--chosen nil
  "An alist of operations and the functions that serve them.")

(defcustom quicksalt-backend 'auto
  "Who computes: `auto' takes the first that is there and proves itself.
Otherwise one tier alone: `module', `gnutls' or `lisp'; an operation that
it lacks is an error."
  :type '(choice (const auto) (const module) (const gnutls) (const lisp))
  :set (lambda (symbol value)
         (set-default symbol value)
         (setq quicksalt-backend--chosen nil)))

(defcustom quicksalt-table-free nil
  "Whether AES in Lisp avoids tables, whose use tells something about keys.
It can from 16 KiB on, for CTR and to decrypt CBC and ECB; from 128 KiB on
that is as fast."
  :type 'boolean)

(defconst quicksalt-backend-tiers '(module gnutls lisp)
  "The tiers, the fastest first.")

;;;; GnuTLS

(defun quicksalt-backend--gnutls-p (cipher)
  "Tell whether this Emacs has CIPHER from GnuTLS."
  (and (fboundp 'gnutls-available-p)
       (memq 'gnutls (gnutls-available-p))
       (fboundp 'gnutls-symmetric-encrypt)
       (assq cipher (gnutls-ciphers))
       t))

(defun quicksalt-backend--gnutls-cbc (_mode decrypt key iv data)
  "AES-CBC of DATA from IV under KEY by GnuTLS, backwards if DECRYPT."
  (quicksalt-aes-check 'cbc data iv)
  (if (equal data "") ""
    ;; GnuTLS's functions zero the string of the key.
    (car (funcall (if decrypt #'gnutls-symmetric-decrypt
                    #'gnutls-symmetric-encrypt)
                  (pcase (length key)
                    (16 'AES-128-CBC) (24 'AES-192-CBC) (32 'AES-256-CBC)
                    (_ (error "An AES key is of 16, 24 or 32 bytes")))
                  (copy-sequence key) iv data))))

(defun quicksalt-backend--gnutls-stream (key nonce counter data)
  "Xor DATA with the stream of KEY, NONCE and COUNTER by GnuTLS."
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
  "ChaCha20-Poly1305 of DATA under KEY and NONCE, opened if OPEN.
The stream is GnuTLS's, the tag is Lisp's."
  (let ((quicksalt-chacha-stream #'quicksalt-backend--gnutls-stream))
    (quicksalt-backend--lisp-aead open key nonce data)))

(defun quicksalt-backend--gnutls-gcm (open key nonce data aad)
  "AES-GCM of DATA and AAD under KEY and NONCE by GnuTLS, opened if OPEN.
It takes whole blocks alone; the rest is Lisp's."
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
  "Return SIZE random bytes from GnuTLS's generator of nonces."
  (quicksalt-hash-gather
   size (lambda ()
          (nth 1 (gnutls-symmetric-encrypt 'AES-128-CBC (make-string 16 0)
                                           '(iv-auto 16) (make-string 16 0))))))

;;;; Lisp

(defun quicksalt-backend--lisp-aes (mode decrypt key iv data)
  "AES of DATA by MODE from IV under KEY in Lisp, backwards if DECRYPT."
  (funcall (cond ((and (or quicksalt-table-free
                           (not (quicksalt-aes-ccl-works-p)))
                       (quicksalt-bitslice-serves-p mode decrypt (length data)))
                  #'quicksalt-bitslice-apply)
                 ((quicksalt-aes-ccl-works-p) #'quicksalt-aes-ccl-apply)
                 (t #'quicksalt-aes-apply))
           mode decrypt key iv data))

(defun quicksalt-backend--lisp-gcm (open key nonce data aad)
  "AES-GCM of DATA and AAD under KEY and NONCE in Lisp, opened if OPEN."
  (quicksalt-gcm-apply #'quicksalt-backend--lisp-aes open key nonce data aad))

(defun quicksalt-backend--lisp-aead (open key nonce data)
  "ChaCha20-Poly1305 of DATA under KEY and NONCE in Lisp, opened if OPEN."
  (if open (quicksalt-chacha-open key nonce data)
    (quicksalt-chacha-seal key nonce data)))

(defun quicksalt-backend--kernel-random ()
  "Return 32 bytes that hold at least 128 random bits of the kernel.
Emacs reads no part of a device such as /dev/urandom; Linux has a file of
122 random bits, elsewhere the program head reads the device."
  (with-temp-buffer
    (set-buffer-multibyte nil)
    (let ((coding-system-for-read 'no-conversion)
          (file-name-handler-alist nil)
          (file "/proc/sys/kernel/random/uuid"))
      (if (file-readable-p file)
          (dotimes (_ 3) (insert-file-contents-literally file))
        (call-process "head" nil t nil "-c" "32" "/dev/urandom")))
    (when (< (buffer-size) 32)
      (error "Nothing here gives random bytes"))
    (quicksalt-hash 'sha256 (buffer-string))))

(defun quicksalt-backend--device-random (size)
  "Return SIZE random bytes of the operating system."
  (quicksalt-hash-gather size #'quicksalt-backend--kernel-random))

(defconst quicksalt-backend-scrypt-limit 16
  "The largest binary logarithm of scrypt's N that Lisp has memory for.")

(defun quicksalt-backend--lisp-scrypt (passphrase salt log-n r p size)
  "As `quicksalt-chacha-scrypt' of PASSPHRASE SALT LOG-N R P SIZE.
Signals an error where that would take minutes and much memory."
  (when (> log-n quicksalt-backend-scrypt-limit)
    (signal 'quicksalt-error
            (list (format "scrypt with N = 2^%d needs the module; see %s"
                          log-n "M-x quicksalt-doctor"))))
  (quicksalt-chacha-scrypt passphrase salt log-n r p size))

;;;; How Lisp runs

(declare-function subr-native-elisp-p "data.c" (object))

(defun quicksalt-backend-compilation ()
  "Say how the Lisp of these files has been compiled."
  (let ((function (symbol-function 'quicksalt-aes--round)))
    (cond ((and (fboundp 'subr-native-elisp-p) (subr-native-elisp-p function))
           "compiled natively")
          ((byte-code-function-p function) "compiled to byte code")
          (t "not compiled, and many times slower for it"))))

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
  "Each operation: its proof, and the functions of its tiers.")

(defvar quicksalt-backend--outcomes nil
  "An alist of functions with what is against them, nil if nothing is.")

(defun quicksalt-backend--missing (tier function)
  "Say what TIER lacks to run FUNCTION, or nil."
  (pcase tier
    ('module (unless (and (require 'quicksalt-module nil t)
                          (quicksalt-module-load)
                          (fboundp function))
               (or (bound-and-true-p quicksalt-module--failure)
                   "the module does not offer it")))
    ('gnutls (let ((cipher (pcase function
                             ('quicksalt-backend--gnutls-aead 'CHACHA20-32)
                             ('quicksalt-backend--gnutls-gcm 'AES-256-GCM)
                             (_ 'AES-256-CBC))))
               (unless (quicksalt-backend--gnutls-p cipher)
                 (format "this Emacs has no %s from GnuTLS" cipher))))))

(defun quicksalt-backend-obstacle (operation tier)
  "Say what is against TIER computing OPERATION, or nil.
The first time, it is proven on known answers."
  (let* ((entry (or (assq operation quicksalt-backend--operations)
                    (error "No such operation: %S" operation)))
         (function (cdr (assq tier (cddr entry))))
         (key (cons operation function)))
    (if (not function)
        "it does not have it"
      (unless (assoc key quicksalt-backend--outcomes)
        (push (cons key
                    (or (quicksalt-backend--missing tier function)
                        (condition-case problem
                            (unless (funcall (nth 1 entry) function)
                              "it fails its known answers")
                          (error (error-message-string problem)))))
              quicksalt-backend--outcomes))
      (cdr (assoc key quicksalt-backend--outcomes)))))

(defun quicksalt-backend-forget ()
  "Forget which backends were chosen, and prove them anew."
  (setq quicksalt-backend--chosen nil
        quicksalt-backend--outcomes nil))

(defun quicksalt-backend-tier (operation)
  "Return the tier that computes OPERATION, or nil if none can."
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
              (list (format "Nothing here computes %s by %s; see %s"
                            operation quicksalt-backend
                            "M-x quicksalt-doctor"))))
    (let ((function (cdr (assq tier (cddr (assq operation
                                                quicksalt-backend--operations))))))
      (push (cons operation (cons quicksalt-backend function))
            quicksalt-backend--chosen)
      function)))

(defsubst quicksalt-backend--function (operation)
  "Return the function that computes OPERATION, as `quicksalt-backend' asks."
  (let ((chosen (cdr (assq operation quicksalt-backend--chosen))))
    (if (and chosen (eq (car chosen) quicksalt-backend))
        (cdr chosen)
      (quicksalt-backend--choose operation))))

;;;; What is offered

(defun quicksalt-aes (mode decrypt key iv data)
  "Return DATA encrypted by AES in MODE under KEY from IV.
If DECRYPT is non-nil, decrypt.  The arguments are those of
`quicksalt-aes-apply'; the fastest backend computes."
  (funcall (quicksalt-backend--function
            (pcase mode
              ('cbc 'aes-cbc) ('ctr 'aes-ctr) ('ecb 'aes-ecb)
              ('cfb 'aes-cfb) ('ofb 'aes-ofb)
              (_ (error "A mode of AES is ecb, cbc, cfb, ofb or ctr, not %S"
                        mode))))
           mode decrypt key iv data))

(defun quicksalt-derive-pbkdf2 (hash passphrase salt iterations size)
  "Return SIZE bytes by PBKDF2 of HASH; see `quicksalt-pbkdf2'.
PASSPHRASE, SALT and ITERATIONS are its arguments."
  (if (memq hash '(sha256 sha512))
      (funcall (quicksalt-backend--function 'pbkdf2)
               hash passphrase salt iterations size)
    (quicksalt-pbkdf2 hash passphrase salt iterations size)))

(defun quicksalt-derive-scrypt (passphrase salt log-n r p size)
  "Return SIZE bytes by scrypt of PASSPHRASE and SALT with LOG-N, R and P."
  (funcall (quicksalt-backend--function 'scrypt)
           passphrase salt log-n r p size))

(defun quicksalt-x25519 (scalar point)
  "Return the X25519 of SCALAR and POINT, or nil if it is all zeros."
  (let ((shared (funcall (quicksalt-backend--function 'x25519) scalar point)))
    (unless (equal shared (make-string 32 0)) shared)))

(defun quicksalt-seal (key nonce plaintext)
  "Return PLAINTEXT by ChaCha20-Poly1305 under KEY and NONCE, tag behind."
  (funcall (quicksalt-backend--function 'chacha20-poly1305)
           nil key nonce plaintext))

(defun quicksalt-open (key nonce sealed)
  "Return the plaintext of SEALED under KEY and NONCE, nil if altered."
  (funcall (quicksalt-backend--function 'chacha20-poly1305)
           t key nonce sealed))

(defun quicksalt-gcm-seal (key nonce plaintext &optional aad)
  "Return PLAINTEXT by AES-GCM under KEY and NONCE, tag behind.
AAD is bound to it.  A NONCE, of 12 bytes, must never repeat under a KEY."
  (quicksalt-gcm-check key nonce plaintext (or aad ""))
  (funcall (quicksalt-backend--function 'aes-gcm)
           nil key nonce plaintext (or aad "")))

(defun quicksalt-gcm-open (key nonce sealed &optional aad)
  "Return the plaintext of SEALED under KEY and NONCE, nil if altered.
AAD is what was bound to it."
  (quicksalt-gcm-check key nonce sealed (or aad ""))
  (funcall (quicksalt-backend--function 'aes-gcm)
           t key nonce sealed (or aad "")))

(defun quicksalt-random (size)
  "Return SIZE bytes that nobody can guess."
  (funcall (quicksalt-backend--function 'random) size))

(provide 'quicksalt-backend)
;;; quicksalt-backend.el ends here
