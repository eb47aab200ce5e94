;;; quicksalt-wycheproof-tests.el --- Wycheproof's vectors  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Code:

(require 'ert)
(require 'json)
(require 'quicksalt-openssl)
(require 'quicksalt-primitives-tests)

(defconst quicksalt-test-wycheproof
  (let ((json-array-type 'list))
    (json-read-file (expand-file-name
                     "wycheproof.json"
                     (file-name-directory (or load-file-name
                                              buffer-file-name)))))
  "The file wycheproof.json, which names its source.")

(defun quicksalt-test-wycheproof (name count operation check)
  "Call CHECK with each of the COUNT cases of NAME for each tier of OPERATION.
CHECK receives a flag, non-nil for a valid case, and the case's fields."
  (let ((cases (alist-get name quicksalt-test-wycheproof)))
    (should (= count (length cases)))
    (quicksalt-test-by-every-tier operation
      (dolist (case cases)
        (ert-info ((format "%s, %s" (car case) quicksalt-backend))
          (apply check (not (equal "invalid" (car (last case))))
                 (mapcar #'quicksalt-test-bytes (butlast (cdr case)))))))))

(ert-deftest quicksalt-wycheproof-aes-cbc ()
  "Every tier rejects the invalid cases, including invalid padding."
  (quicksalt-test-wycheproof
   'aes_cbc_pkcs5 216 'aes-cbc
   (lambda (valid key iv message ciphertext)
     (let ((opened (and (= 0 (% (length ciphertext) 16))
                        (quicksalt-openssl-unpad
                         (quicksalt-aes 'cbc t key iv ciphertext)))))
       (if (not valid)
           (should-not opened)
         (should (equal message opened))
         (should (equal ciphertext
                        (quicksalt-aes 'cbc nil key iv
                                       (quicksalt-openssl-pad message)))))))))

(ert-deftest quicksalt-wycheproof-chacha20-poly1305 ()
  "Accept the cases without associated data; reject them with a flipped bit."
  (quicksalt-test-wycheproof
   'chacha20_poly1305 45 'chacha20-poly1305
   (lambda (_ key nonce message sealed)
     (should (equal sealed (quicksalt-seal key nonce message)))
     (should (equal message (quicksalt-open key nonce sealed)))
     (should-not (quicksalt-open
                  key nonce
                  (quicksalt-test-altered sealed (1- (length sealed))))))))

(ert-deftest quicksalt-wycheproof-aes-gcm ()
  "Reject the invalid cases, and valid cases with the last bit flipped."
  (quicksalt-test-wycheproof
   'aes_gcm 197 'aes-gcm
   (lambda (valid key nonce aad message sealed)
     (if (not valid)
         (should-not (quicksalt-gcm-open key nonce sealed aad))
       (should (equal sealed (quicksalt-gcm-seal key nonce message aad)))
       (should (equal message (quicksalt-gcm-open key nonce sealed aad)))
       (should-not (quicksalt-gcm-open
                    key nonce
                    (quicksalt-test-altered sealed (1- (length sealed))) aad))
       (should-not (quicksalt-gcm-open key nonce sealed
                                       (concat aad "\0")))))))

(ert-deftest quicksalt-gcm-rejects-invalid-arguments ()
  "Every tier rejects keys, nonces and texts of wrong types."
  (let ((key (make-string 32 1)) (nonce (make-string 12 2)))
    (quicksalt-test-by-every-tier 'aes-gcm
      (should-error (quicksalt-gcm-seal (make-string 31 1) nonce "x"))
      (should-error (quicksalt-gcm-seal key (make-string 16 2) "x"))
      (should-error (quicksalt-gcm-seal key nonce "ä"))
      (should-error (quicksalt-gcm-open key nonce "x" "ä"))
      (should-not (quicksalt-gcm-open key nonce "shorter than 16"))
      (should-not (quicksalt-gcm-open key nonce (make-string 16 0))))))

(provide 'quicksalt-wycheproof-tests)
;;; quicksalt-wycheproof-tests.el ends here
