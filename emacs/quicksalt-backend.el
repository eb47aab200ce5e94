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
(require 'quicksalt-bitslice)
(require 'quicksalt-chacha)
(require 'quicksalt-hash)

(declare-function quicksalt-module-load "quicksalt-module" ())
(declare-function gnutls-available-p "gnutls.c" ())
(declare-function gnutls-ciphers "gnutls.c" ())
(declare-function gnutls-symmetric-encrypt "gnutls.c"
                  (cipher key iv input &optional aead))
(declare-function gnutls-symmetric-decrypt "gnutls.c"
                  (cipher key iv input &optional aead))
(defvar quicksalt-module--failure)

(define-error 'quicksalt-error "Quicksalt")

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

(defun quicksalt-backend--gnutls-random (size)
  "Return SIZE random bytes from GnuTLS's generator of nonces."
  (let ((result ""))
    (while (< (length result) size)
      (setq result
            (concat result
                    (nth 1 (gnutls-symmetric-encrypt
                            'AES-128-CBC (make-string 16 0) '(iv-auto 16)
                            (make-string 16 0))))))
    (substring result 0 size)))

;;;; Lisp

(defun quicksalt-backend--lisp-aes (mode decrypt key iv data)
  "AES of DATA by MODE from IV under KEY in Lisp, backwards if DECRYPT."
  (if (quicksalt-bitslice-serves-p mode decrypt (length data))
      (quicksalt-bitslice-apply mode decrypt key iv data)
    (quicksalt-aes-apply mode decrypt key iv data)))

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
  (let ((result ""))
    (while (< (length result) size)
      (setq result (concat result (quicksalt-backend--kernel-random))))
    (substring result 0 size)))

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
  (let ((function (symbol-function 'quicksalt-aes--encrypt)))
    (cond ((and (fboundp 'subr-native-elisp-p) (subr-native-elisp-p function))
           "compiled natively")
          ((byte-code-function-p function) "compiled to byte code")
          (t "not compiled, and many times slower for it"))))

;;;; Known answers

(defun quicksalt-backend--bytes (&rest numbers)
  "Return the unibyte string whose bytes, 16 each, are those of NUMBERS."
  (mapconcat (lambda (number) (quicksalt-hash--unhex number 16)) numbers ""))

(defconst quicksalt-backend--key
  (quicksalt-backend--bytes #x603deb1015ca71be2b73aef0857d7781
                            #x1f352c073b6108d72d9810a30914dff4)
  "The key of the examples of SP 800-38A with 256 bits.")

(defconst quicksalt-backend--aes-answers
  `((ecb . ,(quicksalt-backend--bytes #xf3eed1bdb5d2a03c064b5a7e3db181f8
                                      #x591ccb10d410ed26dc5ba74a31362870))
    (cbc . ,(quicksalt-backend--bytes #xf58c4c04d6e5f1ba779eabfb5f7bfbd6
                                      #x9cfc4e967edb808d679f777bc6702c7d))
    (cfb . ,(quicksalt-backend--bytes #xdc7e84bfda79164b7ecd8486985d3860
                                      #x39ffed143b28b1c832113c6331e5407b))
    (ofb . ,(quicksalt-backend--bytes #xdc7e84bfda79164b7ecd8486985d3860
                                      #x4febdc6740d20b3ac88f6ad82a4fb08d))
    (ctr . ,(quicksalt-backend--bytes #x601ec313775789a5b7a7f504bbf3d228
                                      #xf443e3ca4d62b59aca84e990cacaf5c5)))
  "The first two blocks of the examples of SP 800-38A, appendix F.")

(defun quicksalt-backend--aes-proof (mode)
  "Return a function that is a proof of functions for MODE."
  (lambda (aes)
    (let ((iv (quicksalt-backend--bytes
               (if (eq mode 'ctr) #xf0f1f2f3f4f5f6f7f8f9fafbfcfdfeff
                 #x000102030405060708090a0b0c0d0e0f)))
          (data (quicksalt-backend--bytes #x6bc1bee22e409f96e93d7e117393172a
                                          #xae2d8a571e03ac9c9eb76fac45af8e51))
          (answer (cdr (assq mode quicksalt-backend--aes-answers))))
      (and (equal answer (funcall aes mode nil quicksalt-backend--key iv data))
           (equal data
                  (funcall aes mode t quicksalt-backend--key iv answer))))))

(defun quicksalt-backend--pbkdf2-proof (derive)
  "Tell whether DERIVE computes the PBKDF2 of RFC 7914, section 11."
  (equal (funcall derive 'sha256 "passwd" "salt" 1 32)
         (quicksalt-backend--bytes #x55ac046e56e3089fec1691c22544b605
                                   #xf94185216dde0465e68b9d57c20dacbc)))

(defun quicksalt-backend--scrypt-proof (derive)
  "Tell whether DERIVE computes the scrypt of RFC 7914, section 12."
  (equal (substring (funcall derive "" "" 4 1 1 64) 0 16)
         (quicksalt-backend--bytes #x77d6576238657b203b19ca42c18a0497)))

(defun quicksalt-backend--x25519-proof (multiply)
  "Tell whether MULTIPLY computes the first X25519 of RFC 7748, section 5.2."
  (equal (funcall multiply
                  (quicksalt-backend--bytes #xa546e36bf0527c9d3b16154b82465edd
                                            #x62144c0ac1fc5a18506a2244ba449ac4)
                  (quicksalt-backend--bytes #xe6db6867583030db3594c1a424b15f7c
                                            #x726624ec26b3353b10a903a6d0ab1c4c))
         (quicksalt-backend--bytes #xc3da55379de9c6908e94ea4df28d084f
                                   #x32eccf03491c71f754b4075577a28552)))

(defun quicksalt-backend--aead-proof (aead)
  "Tell whether AEAD computes ChaCha20-Poly1305, and refuses altered data."
  ;; Key and nonce of zeros, a message of 16 zeros, no associated data; made
  ;; with Python's cryptography, which is OpenSSL's libcrypto.
  (let* ((key (make-string 32 0)) (nonce (make-string 12 0))
         (message (make-string 16 0))
         (sealed (funcall aead nil key nonce message))
         (altered (copy-sequence sealed)))
    (aset altered 0 (logxor 1 (aref altered 0)))
    (and (equal sealed
                (quicksalt-backend--bytes #x9f07e7be5551387a98ba977c732d080d
                                          #xc34a88047320f52aa2c6683ef8084d2f))
         (equal message (funcall aead t key nonce sealed))
         (null (funcall aead t key nonce altered)))))

(defun quicksalt-backend--random-proof (random)
  "Tell whether RANDOM gives bytes in number that are not the same twice."
  (let ((first (funcall random 32)))
    (and (= 32 (length first)) (not (equal first (funcall random 32))))))

;;;; The choice

(defconst quicksalt-backend--operations
  `(,@(mapcar
       (lambda (mode)
         `(,(intern (format "aes-%s" mode))
           ,(quicksalt-backend--aes-proof mode)
           (module . quicksalt-module-aes)
           ,@(and (eq mode 'cbc) '((gnutls . quicksalt-backend--gnutls-cbc)))
           (lisp . quicksalt-backend--lisp-aes)))
       '(ecb cbc cfb ofb ctr))
    (pbkdf2 quicksalt-backend--pbkdf2-proof
            (module . quicksalt-module-pbkdf2)
            (lisp . quicksalt-pbkdf2))
    (scrypt quicksalt-backend--scrypt-proof
            (module . quicksalt-module-scrypt)
            (lisp . quicksalt-backend--lisp-scrypt))
    (x25519 quicksalt-backend--x25519-proof
            (module . quicksalt-module-x25519)
            (lisp . quicksalt-chacha-x25519))
    (chacha20-poly1305 quicksalt-backend--aead-proof
                       (module . quicksalt-module-chacha20-poly1305)
                       (gnutls . quicksalt-backend--gnutls-aead)
                       (lisp . quicksalt-backend--lisp-aead))
    (random quicksalt-backend--random-proof
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
    ('gnutls (let ((cipher (if (eq function 'quicksalt-backend--gnutls-aead)
                               'CHACHA20-32 'AES-256-CBC)))
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

(defun quicksalt-random (size)
  "Return SIZE bytes that nobody can guess."
  (funcall (quicksalt-backend--function 'random) size))

(provide 'quicksalt-backend)
;;; quicksalt-backend.el ends here
