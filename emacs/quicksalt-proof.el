;;; quicksalt-proof.el --- Known-answer tests for backends  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; Before Emacs uses a backend, the backend must reproduce an example from a
;; standard.  Each test in this file receives the function to test.

;;; Code:

(require 'quicksalt-hash)

(defun quicksalt-proof--bytes (&rest numbers)
  "Return a unibyte string with each of NUMBERS as 16 big-endian bytes."
  (mapconcat (lambda (number) (quicksalt-hex-bytes number 16)) numbers ""))

(defconst quicksalt-proof--key
  (quicksalt-proof--bytes #x603deb1015ca71be2b73aef0857d7781
                            #x1f352c073b6108d72d9810a30914dff4)
  "The 256-bit key of the examples in SP 800-38A.")

(defconst quicksalt-proof--aes-answers
  `((ecb . ,(quicksalt-proof--bytes #xf3eed1bdb5d2a03c064b5a7e3db181f8
                                      #x591ccb10d410ed26dc5ba74a31362870))
    (cbc . ,(quicksalt-proof--bytes #xf58c4c04d6e5f1ba779eabfb5f7bfbd6
                                      #x9cfc4e967edb808d679f777bc6702c7d))
    (cfb . ,(quicksalt-proof--bytes #xdc7e84bfda79164b7ecd8486985d3860
                                      #x39ffed143b28b1c832113c6331e5407b))
    (ofb . ,(quicksalt-proof--bytes #xdc7e84bfda79164b7ecd8486985d3860
                                      #x4febdc6740d20b3ac88f6ad82a4fb08d))
    (ctr . ,(quicksalt-proof--bytes #x601ec313775789a5b7a7f504bbf3d228
                                      #xf443e3ca4d62b59aca84e990cacaf5c5)))
  "The first two ciphertext blocks of examples in SP 800-38A, appendix F.")

(defun quicksalt-proof--aes (mode)
  "Return a known-answer test for AES functions in MODE."
  (lambda (aes)
    (let ((iv (quicksalt-proof--bytes
               (if (eq mode 'ctr) #xf0f1f2f3f4f5f6f7f8f9fafbfcfdfeff
                 #x000102030405060708090a0b0c0d0e0f)))
          (data (quicksalt-proof--bytes #x6bc1bee22e409f96e93d7e117393172a
                                          #xae2d8a571e03ac9c9eb76fac45af8e51))
          (answer (cdr (assq mode quicksalt-proof--aes-answers))))
      (and (equal answer (funcall aes mode nil quicksalt-proof--key iv data))
           (equal data
                  (funcall aes mode t quicksalt-proof--key iv answer))))))

(defun quicksalt-proof--pbkdf2 (derive)
  "Return non-nil if DERIVE passes the PBKDF2 test of RFC 7914, section 11."
  (equal (funcall derive 'sha256 "passwd" "salt" 1 32)
         (quicksalt-proof--bytes #x55ac046e56e3089fec1691c22544b605
                                   #xf94185216dde0465e68b9d57c20dacbc)))

(defun quicksalt-proof--scrypt (derive)
  "Return non-nil if DERIVE passes the scrypt test of RFC 7914, section 12."
  (equal (substring (funcall derive "" "" 4 1 1 64) 0 16)
         (quicksalt-proof--bytes #x77d6576238657b203b19ca42c18a0497)))

(defun quicksalt-proof--x25519 (multiply)
  "Return non-nil if MULTIPLY passes the first test of RFC 7748, section 5.2."
  (equal (funcall multiply
                  (quicksalt-proof--bytes #xa546e36bf0527c9d3b16154b82465edd
                                            #x62144c0ac1fc5a18506a2244ba449ac4)
                  (quicksalt-proof--bytes #xe6db6867583030db3594c1a424b15f7c
                                            #x726624ec26b3353b10a903a6d0ab1c4c))
         (quicksalt-proof--bytes #xc3da55379de9c6908e94ea4df28d084f
                                   #x32eccf03491c71f754b4075577a28552)))

(defun quicksalt-proof--aead (aead)
  "Return non-nil if AEAD computes ChaCha20-Poly1305 and rejects forgeries."
  ;; Key, nonce and the 16-byte message are zeros, without associated data.
  ;; The answer was computed with Python's cryptography package, which uses
  ;; OpenSSL's libcrypto.
  (let* ((key (make-string 32 0)) (nonce (make-string 12 0))
         (message (make-string 16 0))
         (sealed (funcall aead nil key nonce message))
         (altered (copy-sequence sealed)))
    (aset altered 0 (logxor 1 (aref altered 0)))
    (and (equal sealed
                (quicksalt-proof--bytes #x9f07e7be5551387a98ba977c732d080d
                                          #xc34a88047320f52aa2c6683ef8084d2f))
         (equal message (funcall aead t key nonce sealed))
         (null (funcall aead t key nonce altered)))))

(defun quicksalt-proof--gcm (gcm)
  "Return non-nil if GCM computes AES-GCM and rejects forgeries."
  ;; The first message is test case 14 of McGrew and Viega, The Galois/Counter
  ;; Mode of Operation.  The second message also has additional data.
  (let* ((key (make-string 32 0)) (nonce (make-string 12 0))
         (message (make-string 16 0))
         (sealed (funcall gcm nil key nonce message ""))
         (bound (funcall gcm nil key nonce message "bound")))
    (and (equal sealed
                (quicksalt-proof--bytes #xcea7403d4d606b6e074ec5d3baf39d18
                                          #xd0d1c8a799996bf0265b98b5d48ab919))
         (equal message (funcall gcm t key nonce sealed ""))
         (equal message (funcall gcm t key nonce bound "bound"))
         (null (funcall gcm t key nonce bound "")))))

(defun quicksalt-proof--random (random)
  "Return non-nil if the outputs of RANDOM have the right size and differ."
  (let ((first (funcall random 32)))
    (and (= 32 (length first)) (not (equal first (funcall random 32))))))

(provide 'quicksalt-proof)
;;; quicksalt-proof.el ends here
