;;; quicksalt-import-tests.el --- Files of aes.el  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Code:

(require 'ert)
(require 'cl-lib)
(require 'quicksalt)
(require 'quicksalt-files-tests)

(defconst quicksalt-test-aes-files
  '(
    ("secret" ""
     "aes-encrypted V 1.3-OCB-B-4-4-U
AQIDBAUGBwgJCgsMDQ4PECuiBGcVfdeimfJFlr7ad/g=")
    ("secret" "sixteen bytes ok"
     "aes-encrypted V 1.3-OCB-B-4-4-U
AQIDBAUGBwgJCgsMDQ4PEIr/80cf4yg6XNM1s6oE7TZgb8s4UfGs+7/k5En0Wmys")
    ("secret" "Hello, migration of all files!"
     "aes-encrypted V 1.3-OCB-B-4-4-U
AQIDBAUGBwgJCgsMDQ4PEAHce+Y1Rc5y4UIuc5kfTJ+zVdmxFbP23Girq8LS96CG5w66bqmIMRtk
2i1NiZQ=")
    ("a long passphrase, longer than a block" "Gr\303\274\303\237e, 192 bits"
     "aes-encrypted V 1.3-OCB-B-4-6-U
AQIDBAUGBwgJCgsMDQ4PEDqrVGbLXM62Zcy35PPQMCICFMbg9XErlsaX+fg4cVVK2Q==")
    ("secret" "256 bits of key, 40 bytes of a plaintext"
     "aes-encrypted V 1.3-OCB-B-4-8-U
AQIDBAUGBwgJCgsMDQ4PEAKVL6mpOqEUv5C5Jz3l1/FPShjitx4Z12HCVKy7eq7wqL6FbZjcAW6U
OgIONK/PTRZvEXpKM766")
    ("secret" "Hello, migration"
     "aes-encrypted V 1.3-CBC-B-4-4-U
AQIDBAUGBwgJCgsMDQ4PEDT3iul0uZNNBFRRZn9PCDd3+9b4d+21HAyz+iFT/i5T")
    ("secret" "blocks of 256 bits, and key"
     "aes-encrypted V 1.3-CBC-B-8-8-U
AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA5WIw8m0CMtkLOYggJBa7Z1oM5YIaEIfYs
/OJhcqGZew==")
    ("secret" "blocks of 192 bits"
     "aes-encrypted V 1.3-CBC-B-6-6-U
AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYqxSED9ut58A1tQdz5XAgPq55zzGn7zc0")
    ("secret" "other"
     "aes-encrypted V 1.3-CBC-B-8-6-U
AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyByFflqXAkkPaLtKPtjfWPlhoiUiQIlZkFE
eRsZHtRevA==")
    ("secret" "other"
     "aes-encrypted V 1.3-CBC-B-4-8-U
AQIDBAUGBwgJCgsMDQ4PEH1xocv3Hlz60JxOGRtclWg="))
  "Passphrases and texts, with the output of aes.el 1.0 (December 2021).
Its IV generator was replaced by a counter.")

(ert-deftest quicksalt-import-reads-every-variant ()
  "Read both modes and all key and block sizes, with and without base64."
  (pcase-dolist (`(,passphrase ,text ,file) quicksalt-test-aes-files)
    (quicksalt-test-with (list "wrong" passphrase)
      (should (eq 'aes (quicksalt-detect file)))
      (should (equal (list text) (quicksalt-open-bytes file)))
      ;; Longer keys depend only on the bytes after the first 8 or 16 bytes of
      ;; the passphrase.
      (should (= (if (or (string-match-p "-4-[MU]\n" file)
                         (> (length passphrase) 16))
                     2 1)
                 quicksalt-test-asked))
      (let ((raw (replace-regexp-in-string "-B-" "-N-" (car (split-string file "\n")))))
        ;; OCB's tag covers the header; CBC lacks a tag.
        (setq quicksalt-test-answers (list passphrase passphrase passphrase))
        (cl-flet ((raw () (concat raw "\n" (base64-decode-string
                                            (substring file (length raw))))))
          (if (string-match-p "CBC" file)
              (should (equal (list text) (quicksalt-open-bytes (raw))))
            (should-error (quicksalt-open-bytes (raw))
                          :type 'quicksalt-wrong-key)))))))

(ert-deftest quicksalt-import-rejects-damage ()
  "Reject truncation, each altered byte and other versions."
  (let* ((file (nth 2 (nth 2 quicksalt-test-aes-files)))
         (header (1+ (string-match "\n" file)))
         (body (base64-decode-string (substring file header))))
    (cl-flet ((opened (body)
                (condition-case nil
                    (quicksalt-import-open
                     (quicksalt-import-parse
                      (concat (substring file 0 header)
                              (base64-encode-string body)))
                     "secret")
                  (quicksalt-damaged nil))))
      (should (opened body))
      (dotimes (i (length body))
        (should-not (opened (quicksalt-test-altered body i)))
        (should-not (opened (substring body 0 i)))))
    (dotimes (i header)
      (should-error (quicksalt-open-bytes
                     (concat (substring file 0 i) "\0" (substring file (1+ i))))
                    :type 'quicksalt-error)))
  (let ((problem (should-error (quicksalt-open-bytes "aes-encrypted V 1.2-B\nx")
                               :type 'quicksalt-error)))
    (should (string-match-p "version of aes.el" (nth 1 problem)))))

(ert-deftest quicksalt-import-saves-as-age ()
  "A file of aes.el opens; saving it prompts twice for a passphrase."
  (quicksalt-test-with '("secret" "new")
    (let ((file (concat folder "old.txt.aes")))
      (quicksalt-test-store file (nth 2 (nth 2 quicksalt-test-aes-files)))
      (with-current-buffer (find-file-noselect file)
        (should (equal (buffer-string) "Hello, migration of all files!"))
        (insert "Saved: ")
        (save-buffer)
        (should (= 2 quicksalt-test-asked))
        (insert "again ")
        (save-buffer)
        (should (= 2 quicksalt-test-asked)))
      (should (eq 'age (quicksalt-detect (quicksalt-test-stored file)))))))

(provide 'quicksalt-import-tests)
;;; quicksalt-import-tests.el ends here
