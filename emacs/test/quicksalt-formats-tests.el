;;; quicksalt-formats-tests.el --- Formats, and other programs' files  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Code:

(require 'ert)
(require 'cl-lib)
(require 'quicksalt)
(require 'quicksalt-files-tests)

(ert-deftest quicksalt-seals-and-opens-every-format ()
  "Each format opens its own ciphertext, with any passphrase and any length."
  (quicksalt-test-with nil
    (dolist (format '(age age-armoured openssl openssl-base64 kaesar
                          kaesar-base64))
      (dolist (size '(0 16 5000))
        (let* ((plain (quicksalt-test-random size))
               (session (quicksalt-new-session nil format "pä$$ wörd 日本"))
               (sealed (quicksalt-seal-bytes plain session)))
          (should (eq format (quicksalt-detect sealed)))
          (setq quicksalt-test-answers (list "pä$$ wörd 日本"))
          (condition-case nil
              (let ((opened (quicksalt-open-bytes sealed)))
                (should (equal plain (car opened)))
                (should (eq format (quicksalt-session-format (cdr opened)))))
            ;; With some random salts, two derivations yield valid padding.
            (quicksalt-unsure (should-not (memq format '(age age-armoured))))))))))

(ert-deftest quicksalt-age-with-identities ()
  "Encrypt to several recipients; saving preserves the header and recipients."
  (quicksalt-test-with nil
    (let* ((first (concat folder "a.txt")) (second (concat folder "b.txt"))
           (quicksalt-recipients (list (quicksalt-generate-identity first)
                                       (quicksalt-generate-identity second)))
           (sealed (quicksalt-seal-bytes "hello" (quicksalt-new-session))))
      (dolist (identity (list first second))
        (let* ((quicksalt-identity-files (list identity))
               (opened (quicksalt-open-bytes sealed))
               (again (quicksalt-seal-bytes "other" (cdr opened))))
          (should (equal "hello" (car opened)))
          (let ((quicksalt-identity-files (list first)))
            (should (equal "other" (car (quicksalt-open-bytes again)))))))
      (should (= #o600 (file-modes first)))
      (should-error (quicksalt-open-bytes sealed) :type 'quicksalt-wrong-key)
      (should-error (quicksalt-age-recipient
                     (with-temp-buffer
                       (insert-file-contents first)
                       (re-search-forward "AGE-SECRET-KEY-.*")
                       (match-string 0)))
                    :type 'quicksalt-error)
      (should-error (quicksalt-age-identity (car quicksalt-recipients))
                    :type 'quicksalt-error))))

(ert-deftest quicksalt-age-refuses-every-altered-byte ()
  "Reject alteration and truncation at each byte of header and payload."
  (quicksalt-test-with nil
    (let* ((key (make-string 32 7))
           (file-key (make-string 16 9))
           (header (quicksalt-age-header-for-recipients
                    file-key (list (quicksalt-x25519 key
                                                     quicksalt-age--base))))
           (sealed (concat header (quicksalt-age-seal-payload
                                   file-key "some text"))))
      (cl-flet ((opened (bytes)
                  (condition-case nil
                      (let* ((parsed (quicksalt-age-parse bytes))
                             (found (quicksalt-age-unwrap parsed (list key))))
                        (and found (quicksalt-age-open-payload
                                    found (plist-get parsed :payload))))
                    (quicksalt-error nil))))
        (should (equal "some text" (opened sealed)))
        (dotimes (i (length sealed))
          (should-not (opened (quicksalt-test-altered sealed i)))
          (when (= 0 (% i 3))
            (should-not (opened (substring sealed 0 i)))))
        (should-not (opened (concat sealed "x")))))))

(ert-deftest quicksalt-age-chunks ()
  "Accept payloads near the chunk size; reject altered sequences of chunks."
  (let ((key (make-string 16 1)))
    (dolist (size '(0 65535 65536 65537 131072))
      (let* ((plain (make-string size ?a))
             (sealed (quicksalt-age-seal-payload key plain)))
        (should (equal plain (quicksalt-age-open-payload key sealed)))
        (should-error (quicksalt-age-open-payload
                       key (substring sealed 0 -1))
                      :type 'quicksalt-damaged)
        (when (> size 65536)
          (should-error (quicksalt-age-open-payload
                         key (substring sealed 0 (+ 16 65552)))
                        :type 'quicksalt-damaged))))))

(ert-deftest quicksalt-age-limits-work ()
  "Reject a work factor that needs too much memory, before trying it."
  (quicksalt-test-with '("x")
    (let ((file (format "age-encryption.org/v1\n-> scrypt %s 40\n%s\n--- %s\n%s"
                        (make-string 22 ?A) (make-string 43 ?A)
                        (make-string 43 ?A) (make-string 40 0))))
      (should-error (quicksalt-open-bytes file) :type 'quicksalt-error))))

(ert-deftest quicksalt-names-other-formats ()
  "The error names the type of a file that is not encrypted."
  (pcase-dolist (`(,bytes ,says)
                 '(("-----BEGIN PGP MESSAGE-----\n" "PGP message")
                   ("-----BEGIN RSA PRIVATE KEY-----\n" "private key")
                   ("AGE-SECRET-KEY-1QQQ" "secret key")
                   ("age-encryption.org/v2\n" "version")
                   ("" "empty")
                   ("hello" "Not an encrypted file")))
    (let ((problem (should-error (quicksalt-open-bytes bytes)
                                 :type 'quicksalt-error)))
      (should (string-match-p says (nth 1 problem))))))

(ert-deftest quicksalt-kaesar-line-is-data ()
  "Never evaluate a line of file variables; accept only known values."
  (cl-flet ((mode (line) (plist-get (quicksalt-openssl-parse-kaesar
                                     (concat line "Salted__"
                                             (make-string 24 0)))
                                    :mode)))
    (should-not (mode (concat
                       "##### -*- mode: kaesar; kaesar-mode-meta-alist: "
                       "((algorithm . \"aes-256-cbc\") "
                       "(mode . (lambda () (kill-emacs)))); -*- \n")))
    (should-not (mode (concat
                       "##### -*- mode: kaesar; kaesar-mode-meta-alist: "
                       "((mode . kill-emacs)); -*- \n")))
    (should (eq 'text-mode (mode (quicksalt-openssl-kaesar-line
                                  "aes-256-cbc" 'utf-8-unix 'text-mode))))))

(ert-deftest quicksalt-openssl-interoperates ()
  "The program openssl and this package read each other's files."
  (skip-unless (executable-find "openssl"))
  (let ((plain "The text, with Umlauten: \303\244\n"))
    (dolist (algorithm '("aes-256-cbc" "aes-128-ctr" "aes-192-cfb"
                         "aes-256-ofb" "aes-256-ecb"))
      (pcase-dolist (`(,derivation . ,options)
                     '((pbkdf2 "-pbkdf2") (sha256 "-md" "sha256")
                       (md5 "-md" "md5")))
        (let ((common (append (list "enc" (concat "-" algorithm)
                                    "-pass" "pass:s3cret")
                              options)))
          (should (equal plain
                         (apply #'quicksalt-test-run "openssl"
                                (quicksalt-openssl-seal plain "s3cret" algorithm
                                                        derivation 10000)
                                "enc" "-d" (cdr common))))
          (should (equal (cons plain derivation)
                         (quicksalt-openssl-open
                          (apply #'quicksalt-test-run "openssl" plain common)
                          "s3cret" algorithm 10000))))))))

(ert-deftest quicksalt-openssl-error-mentions-cipher-and-iterations ()
  "The error names cipher and iterations, which OpenSSL files do not store."
  (quicksalt-test-with '("pw" "pw" "pw")
    (let* ((sealed (quicksalt-openssl-seal "text" "pw" "aes-256-cbc" 'pbkdf2
                                           10000))
           (raised (cl-letf (((symbol-function 'quicksalt-openssl-open)
                              #'ignore))
                     (should-error (quicksalt-open-bytes sealed "a.aes")
                                   :type 'quicksalt-wrong-key))))
      (should (string-match-p "aes-256-cbc and 10000 iterations"
                              (error-message-string raised))))))

(ert-deftest quicksalt-openssl-distinguishes-text-from-noise ()
  "Noise that begins with only one byte of the gzip magic is not accepted."
  (should (quicksalt-openssl--text-p (unibyte-string #x1f #x8b 8 0)))
  (should (quicksalt-openssl--text-p (unibyte-string #xc3 #xa4 ?\n)))
  (should-not (quicksalt-openssl--text-p (unibyte-string #x1f #xac ?. ?A))))

(ert-deftest quicksalt-age-interoperates ()
  "The program age and this package read each other's files."
  (skip-unless (executable-find "age"))
  (quicksalt-test-with nil
    (let* ((identity (concat folder "key.txt"))
           (recipient (quicksalt-generate-identity identity))
           (quicksalt-identity-files (list identity))
           (quicksalt-recipients (list recipient))
           (plain (quicksalt-test-random 70000)))
      (dolist (format '(age age-armoured))
        (should (equal plain
                       (quicksalt-test-run
                        "age" (quicksalt-seal-bytes
                               plain (quicksalt-new-session nil format))
                        "-d" "-i" identity))))
      (dolist (options '(nil ("-a")))
        (should (equal plain
                       (car (quicksalt-open-bytes
                             (apply #'quicksalt-test-run "age" plain
                                    "-r" recipient options)))))))))

;;;; Keys of OpenSSH

(defun quicksalt-test-ssh-key (file passphrase)
  "Write a new Ed25519 key under PASSPHRASE to FILE; return its public line."
  (quicksalt-test-run "ssh-keygen" "" "-q" "-t" "ed25519" "-N" passphrase
                      "-C" "a comment" "-f" file)
  (string-trim (quicksalt-test-stored (concat file ".pub"))))

(ert-deftest quicksalt-ssh-converts-points ()
  "Convert the Ed25519 base point and a public key to X25519 points.
The seed and the public key come from RFC 8032, section 7.1, test 1."
  (should (equal (concat "\11" (make-string 31 0))
                 (quicksalt-ssh--point (concat "\x58" (make-string 31 #x66)))))
  (let ((seed (quicksalt-hex-decode
               (concat "9d61b19deffd5a60ba844af492ec2cc4"
                       "4449c5697b326919703bac031cae7f60")))
        (public (quicksalt-hex-decode
                 (concat "d75a980182b10ab7d54bfed3c964073a"
                         "0ee172f3daa62325af021a68f707511a"))))
    (should (equal (quicksalt-ssh--point public)
                   (quicksalt-x25519
                    (substring (quicksalt-hash 'sha512 seed) 0 32)
                    quicksalt-age--base))))
  ;; Not every number below the prime is the y coordinate of a point.
  (should-error (quicksalt-ssh--point (concat "\2" (make-string 31 0)))
                :type 'quicksalt-error)
  (should-error (quicksalt-ssh--point (make-string 32 255))
                :type 'quicksalt-error))

(ert-deftest quicksalt-ssh-interoperates ()
  "The program age and this package read each other's files for OpenSSH keys."
  (skip-unless (and (executable-find "age") (executable-find "ssh-keygen")))
  (quicksalt-test-with nil
    (let* ((identity (concat folder "id"))
           (public (quicksalt-test-ssh-key identity ""))
           (own (concat folder "own.txt"))
           (quicksalt-recipients (list public (quicksalt-generate-identity own)))
           (quicksalt-identity-files (list identity))
           (plain (quicksalt-test-random 70000))
           (sealed (quicksalt-seal-bytes plain (quicksalt-new-session))))
      (dolist (key (list identity own))
        (should (equal plain (quicksalt-test-run "age" sealed "-d" "-i" key)))
        (let ((quicksalt-identity-files (list key)))
          (should (equal plain (car (quicksalt-open-bytes sealed))))))
      (should (equal plain (car (quicksalt-open-bytes
                                 (quicksalt-test-run "age" plain "-r" public)))))
      ;; Try a second key of the same type, before the right key and without it.
      (let ((other (concat folder "other")))
        (quicksalt-test-ssh-key other "")
        (let ((quicksalt-identity-files (list other identity)))
          (should (equal plain (car (quicksalt-open-bytes sealed)))))
        (let ((quicksalt-identity-files (list other)))
          (should-error (quicksalt-open-bytes sealed)
                        :type 'quicksalt-wrong-key)))
      ;; Whole files, which the module reads if it is available.
      (let ((file (concat folder "plain")))
        (quicksalt-test-store file plain)
        (quicksalt-encrypt-file file)
        (delete-file file)
        (let ((quicksalt-identity-files (list (concat folder "other") identity)))
          (quicksalt-decrypt-file (concat file ".age")))
        (should (equal plain (quicksalt-test-stored file)))))))

(ert-deftest quicksalt-ssh-rejects-unusable-keys ()
  "Errors name locked keys, keys of other types and damaged keys."
  (skip-unless (executable-find "ssh-keygen"))
  (quicksalt-test-with nil
    (let* ((identity (concat folder "id"))
           (quicksalt-recipients (list (quicksalt-test-ssh-key identity "word")))
           (quicksalt-identity-files (list identity))
           (sealed (quicksalt-seal-bytes "text" (quicksalt-new-session)))
           (text (quicksalt-test-stored identity)))
      (should (string-match-p
               "/id "
               (cadr (should-error (quicksalt-open-bytes sealed)
                                   :type 'quicksalt-error))))
      (dolist (damaged (list (substring text 0 200)
                             "-----BEGIN OPENSSH PRIVATE KEY-----\n"
                             (replace-regexp-in-string "b3BlbnNza" "b3BlbnNzb"
                                                       text t t)))
        (quicksalt-test-store identity damaged)
        (should-error (quicksalt-open-bytes sealed) :type 'quicksalt-error))
      ;; Truncate an unlocked key at any byte.
      (quicksalt-test-ssh-key (concat folder "open") "")
      (let ((bytes (concat "openssh-key-v1\0"
                           (quicksalt-ssh--unpem
                            (quicksalt-test-stored (concat folder "open"))))))
        (dotimes (size (- (length bytes) 80))
          (should-error
           (quicksalt-ssh-identity
            (format "%s\n%s\n%s\n" "-----BEGIN OPENSSH PRIVATE KEY-----"
                    (base64-encode-string (substring bytes 0 size))
                    "-----END OPENSSH PRIVATE KEY-----"))
           :type 'quicksalt-error)))
      (should-error (quicksalt-ssh-recipient "ssh-ed25519 AAAA")
                    :type 'quicksalt-error)
      (should (string-match-p
               "ssh-rsa"
               (cadr (should-error (quicksalt-ssh-recipient "ssh-rsa AAAAB3")
                                   :type 'quicksalt-error)))))))

(provide 'quicksalt-formats-tests)
;;; quicksalt-formats-tests.el ends here
