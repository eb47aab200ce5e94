;;; quicksalt-primitives-tests.el --- Known answers of the primitives  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Code:

(require 'ert)
(require 'hex-util)
(require 'cl-lib)
(require 'quicksalt-backend)

(defun quicksalt-test-bytes (hex)
  "Return the bytes encoded by the hexadecimal string HEX."
  (decode-hex-string (replace-regexp-in-string "[ \n]" "" hex)))

(defun quicksalt-test-random (size)
  "Return SIZE pseudorandom bytes, equal in each run."
  (let ((out (make-string size 0)) (x 12345))
    (dotimes (i size)
      (setq x (logand #xffffffff (+ (* x 1103515245) 12345)))
      (aset out i (ash x -24)))
    out))

(defun quicksalt-test-altered (bytes at &optional bit)
  "Return BYTES with the byte at index AT xored with BIT, by default 1."
  (let ((altered (copy-sequence bytes)))
    (aset altered at (logxor (or bit 1) (aref altered at)))
    altered))

(defmacro quicksalt-test-by-every-tier (operation &rest body)
  "Run BODY once per tier that supports OPERATION, as `quicksalt-backend'."
  (declare (indent 1) (debug t))
  `(dolist (quicksalt-backend quicksalt-backend-tiers)
     (when (quicksalt-backend-tier ,operation) ,@body)))

(ert-deftest quicksalt-aes-fips-197 ()
  "Test AES with appendix C of FIPS 197."
  (pcase-dolist (`(,size ,answer)
                 '((16 "69c4e0d86a7b0430d8cdb78070b4c55a")
                   (24 "dda97ca4864cdfe06eaf70a0ec0d7191")
                   (32 "8ea2b7ca516745bfeafc49904b496089")))
    (let ((key (apply #'unibyte-string (number-sequence 0 (1- size))))
          (plain (quicksalt-test-bytes "00112233445566778899aabbccddeeff")))
      (should (equal (quicksalt-test-bytes answer)
                     (quicksalt-aes-apply 'ecb nil key nil plain)))
      (should (equal plain (quicksalt-aes-apply
                            'ecb t key nil (quicksalt-test-bytes answer)))))))

(defconst quicksalt-test-sp800-38a
  '((cbc "000102030405060708090a0b0c0d0e0f"
         "f58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d
39f23369a9d9bacfa530e26304231461b2eb05e2c39be9fcda6c19078c6a9d1b")
    (ctr "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"
         "601ec313775789a5b7a7f504bbf3d228f443e3ca4d62b59aca84e990cacaf5c5
2b0930daa23de94ce87017ba2d84988ddfc9c58db67aada613c2dd08457941a6")
    (cfb "000102030405060708090a0b0c0d0e0f"
         "dc7e84bfda79164b7ecd8486985d386039ffed143b28b1c832113c6331e5407b
df10132415e54b92a13ed0a8267ae2f975a385741ab9cef82031623d55b1e471")
    (ofb "000102030405060708090a0b0c0d0e0f"
         "dc7e84bfda79164b7ecd8486985d38604febdc6740d20b3ac88f6ad82a4fb08d
71ab47a086e86eedf39d1c5bba97c4080126141d67f37be8538f5a8be740e484")
    (ecb "" "f3eed1bdb5d2a03c064b5a7e3db181f8591ccb10d410ed26dc5ba74a31362870
b6ed21b99ca6f4f9f153e7b1beafed1d23304b7a39f9f3ff067d8d8f9e24ecc7"))
  "SP 800-38A, appendix F: mode, IV and ciphertext for the 256-bit key.")

(ert-deftest quicksalt-aes-sp800-38a ()
  "All tiers pass the SP 800-38A examples, whole and truncated."
  (let ((key (quicksalt-test-bytes "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4"))
        (plain (quicksalt-test-bytes "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51
30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710")))
    (pcase-dolist (`(,mode ,iv ,answer) quicksalt-test-sp800-38a)
      (let ((iv (quicksalt-test-bytes iv)) (answer (quicksalt-test-bytes answer)))
        (should (equal answer (quicksalt-aes-apply mode nil key iv plain)))
        (should (equal plain (quicksalt-aes-apply mode t key iv answer)))
        (unless (memq mode '(ecb cbc))
          (should (equal (substring answer 0 45)
                         (quicksalt-aes-apply mode nil key iv
                                              (substring plain 0 45)))))))))

(ert-deftest quicksalt-bitslice-equals-tables ()
  "Test whole batches, partial batches, and a counter that wraps around."
  (let* ((data (quicksalt-test-random (+ 7 (* 16 3100))))
         (whole (substring data 0 (* 16 3100)))
         (iv (apply #'unibyte-string (append (make-list 15 255) '(240)))))
    (dolist (size '(16 24 32))
      (let ((key (quicksalt-test-random size)))
        (should (equal (quicksalt-aes-apply 'ctr nil key iv data)
                       (quicksalt-bitslice-apply 'ctr nil key iv data)))
        (dolist (mode '(cbc ecb))
          (should (equal (quicksalt-aes-apply mode t key iv whole)
                         (quicksalt-bitslice-apply mode t key iv whole))))))))

(ert-deftest quicksalt-ccl-equals-tables ()
  "Test all modes, long inputs, and a counter that wraps around."
  (skip-unless (quicksalt-aes-ccl-works-p))
  (let ((data (quicksalt-test-random 5008))
        (wraps (apply #'unibyte-string (append (make-list 15 255) '(240)))))
    (dolist (mode '(ecb cbc cfb ofb ctr))
      (dolist (size '(16 24 32))
        (dolist (length '(0 16 32 1024 1040 5008 7 5001))
          (unless (and (memq mode '(ecb cbc)) (/= 0 (% length 16)))
            (let ((key (quicksalt-test-random size))
                  (part (substring data 0 length)))
              (dolist (decrypt '(nil t))
                (should (equal (quicksalt-aes-apply mode decrypt key wraps part)
                               (quicksalt-aes-ccl-apply
                                mode decrypt key wraps part)))))))))))

(ert-deftest quicksalt-works-without-ccl ()
  "Without CCL, Lisp computes the same results."
  (let ((key (quicksalt-test-random 32)) (iv (make-string 16 7))
        (data (quicksalt-test-random 20000)) (quicksalt-backend 'lisp)
        with)
    (cl-flet ((all () (list (quicksalt-aes 'cbc nil key iv (substring data 0 160))
                            (quicksalt-aes 'ctr nil key iv data)
                            (quicksalt-aes 'cfb t key iv data)
                            (quicksalt-hex-integer (substring data 0 99))
                            (quicksalt-hex-bytes (ash 77 300) 60)
                            (quicksalt-pbkdf2 'sha1 "x" "y" 9 50)
                            (quicksalt-seal key (substring iv 0 12) data))))
      (let ((quicksalt-table-free t)) (setq with (all)))
      (should (equal with (all)))
      (let ((quicksalt-ccl--works nil) (quicksalt-aes-ccl--works nil))
        (should (equal with (all)))))))

(ert-deftest quicksalt-ccl-with-wrong-results ()
  "A CCL machine with wrong results is not used."
  (let ((quicksalt-ccl--works 'unknown) (quicksalt-aes-ccl--works 'unknown))
    (cl-letf (((symbol-function 'ccl-execute-on-string)
               (lambda (_program _status data &rest _) data)))
      (should-not (quicksalt-aes-ccl-works-p))))
  (let ((quicksalt-ccl--works 'unknown) (quicksalt-aes-ccl--works 'unknown))
    (cl-letf (((symbol-function 'ccl-execute-on-string)
               (lambda (&rest _) (error "CCL is missing"))))
      (should-not (quicksalt-ccl-works-p)))))

(ert-deftest quicksalt-hex-round-trip ()
  "Convert bytes, digits and integers, shorter and longer than CCL's buffers."
  (dolist (size '(0 1 511 512 513 3000))
    (let* ((bytes (quicksalt-test-random size))
           (digits (encode-hex-string bytes)) (integer-width 100000))
      (should (equal digits (quicksalt-hex-encode bytes)))
      (should (equal bytes (quicksalt-hex-decode digits)))
      (should (equal bytes (quicksalt-hex-bytes (quicksalt-hex-integer bytes)
                                                size)))))
  (should (equal "\2\3" (quicksalt-hex-bytes #x010203 2))))

(ert-deftest quicksalt-tiers-agree ()
  "All tiers compute the same outputs from the same inputs."
  (let ((data (quicksalt-test-random 4096)) (iv (quicksalt-test-random 16)))
    (dolist (mode '(ecb cbc cfb ofb ctr))
      (dolist (size '(16 24 32))
        (let* ((key (quicksalt-test-random size))
               (answer (quicksalt-aes-apply mode nil key iv data)))
          (quicksalt-test-by-every-tier (intern (format "aes-%s" mode))
            (should (equal answer (quicksalt-aes mode nil key iv data)))
            (should (equal data (quicksalt-aes mode t key iv answer)))))))
    (dolist (length '(0 1 16 63 64 65 1000 4096))
      (let* ((part (substring data 0 length)) (key (substring data 0 32))
             (nonce (substring data 0 12))
             (sealed (quicksalt-chacha-seal key nonce part)))
        (quicksalt-test-by-every-tier 'chacha20-poly1305
          (should (equal sealed (quicksalt-seal key nonce part)))
          (should (equal part (quicksalt-open key nonce sealed)))
          (should-not (quicksalt-open
                       key nonce (quicksalt-test-altered sealed length 128))))))
    (should (equal data (quicksalt-test-random 4096)))))

(ert-deftest quicksalt-aes-leaves-no-garbage ()
  "CBC on 64 KiB triggers no garbage collection with Emacs's default settings."
  (let ((gc-cons-threshold 800000) (data (make-string 65536 1))
        (key (make-string 32 2)) (iv (make-string 16 3))
        (quicksalt-backend 'lisp))
    (dolist (aes '(quicksalt-aes-apply quicksalt-aes))
      ;; The first call runs known-answer tests and assembles programs.
      (funcall aes 'cbc nil key iv (substring data 0 16))
      (garbage-collect)
      (let ((before gcs-done))
        (funcall aes 'cbc nil key iv data)
        (should (= before gcs-done))))))

(ert-deftest quicksalt-aes-rejects-invalid-arguments ()
  "Reject invalid keys, IVs and modes, and multibyte data."
  (let ((key (make-string 32 0)) (iv (make-string 16 0)))
    (should-error (quicksalt-aes-apply 'cbc nil (make-string 31 0) iv ""))
    (should-error (quicksalt-aes-apply 'cbc nil key (make-string 15 0) ""))
    (should-error (quicksalt-aes-apply 'cbc nil key iv "x"))
    (should-error (quicksalt-aes-apply 'gcm nil key iv ""))
    (should-error (quicksalt-aes-apply 'ctr nil key iv "Grüße"))
    (should-error (quicksalt-aes-apply 'ctr nil "schlüsselschlüss" iv ""))
    (should (equal "" (quicksalt-aes-apply 'ctr nil key iv "")))))

(ert-deftest quicksalt-hash-known-answers ()
  "Test HMAC, HKDF and PBKDF2 with RFC 4231, RFC 5869, RFC 6070 and RFC 7914."
  (should (equal (quicksalt-test-bytes "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
                 (quicksalt-hmac 'sha256 "Jefe" "what do ya want for nothing?")))
  (should (equal (quicksalt-test-bytes "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
                 (quicksalt-hmac 'sha256 (apply #'unibyte-string
                                                (make-list 131 #xaa))
                                 "Test Using Larger Than Block-Size Key - Hash Key First")))
  (should (equal (quicksalt-test-bytes "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865")
                 (quicksalt-hkdf (quicksalt-test-bytes "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b")
                                 (quicksalt-test-bytes "000102030405060708090a0b0c")
                                 (quicksalt-test-bytes "f0f1f2f3f4f5f6f7f8f9") 42)))
  (should (equal (quicksalt-test-bytes "4b007901b765489abead49d926f721d065a429c1")
                 (quicksalt-pbkdf2 'sha1 "password" "salt" 4096 20)))
  (should (equal (quicksalt-test-bytes "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783")
                 (quicksalt-pbkdf2 'sha256 "passwd" "salt" 1 64))))

(ert-deftest quicksalt-chacha-known-answers ()
  "Test RFC 8439, RFC 7748, and the smallest scrypt example of RFC 7914."
  (should (equal (quicksalt-test-bytes "6e2e359a2568f98041ba0728dd0d6981e97e7aec1d4360c20a27afccfd9fae0bf91b65c5524733ab8f593dabcd62b3571639d624e65152ab8f530c359f0861d807ca0dbf500d6a6156a38e088a22b65e52bc514d16ccf806818ce91ab77937365af90bbf74a35be6b40b8eedf2785e42874d")
                 (quicksalt-chacha20
                  (apply #'unibyte-string (number-sequence 0 31))
                  (quicksalt-test-bytes "000000000000004a00000000") 1
                  "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.")))
  (should (equal (quicksalt-test-bytes "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957")
                 (quicksalt-chacha-x25519
                  (quicksalt-test-bytes "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d")
                  (quicksalt-test-bytes "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493"))))
  (should (equal (quicksalt-test-bytes "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906")
                 (quicksalt-chacha-scrypt "" "" 4 1 1 64))))

(ert-deftest quicksalt-backend-rejects-wrong-results ()
  "A tier that fails its known-answer test is not used."
  (quicksalt-backend-forget)
  (unwind-protect
      (cl-letf (((symbol-function 'quicksalt-backend--lisp-aes)
                 (lambda (_mode _decrypt _key _iv data) data)))
        (let ((quicksalt-backend 'lisp))
          (should (string-match-p "known-answer test"
                                  (quicksalt-backend-obstacle 'aes-ctr 'lisp)))
          (should-error (quicksalt-aes 'ctr nil (make-string 32 0)
                                       (make-string 16 0) "x")
                        :type 'quicksalt-error)))
    (quicksalt-backend-forget)))

(ert-deftest quicksalt-random-differs ()
  "Every tier returns random bytes of the requested length."
  (quicksalt-test-by-every-tier 'random
    (dolist (size '(0 1 16 17 100))
      (should (= size (length (quicksalt-random size)))))
    (should-not (equal (quicksalt-random 16) (quicksalt-random 16)))))

(provide 'quicksalt-primitives-tests)
;;; quicksalt-primitives-tests.el ends here
