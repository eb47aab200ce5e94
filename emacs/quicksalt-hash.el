;;; quicksalt-hash.el --- HMAC and key derivation  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; HMAC (RFC 2104), HKDF (RFC 5869), PBKDF2 (RFC 8018) and OpenSSL's old
;; EVP_BytesToKey, all based on `secure-hash', which every Emacs provides.
;;
;; In Lisp, PBKDF2 spends most of its time on garbage strings.  Garbage
;; collection therefore waits until the end, and CCL xors the outputs of
;; thousands of iterations in one run.

;;; Code:

(require 'quicksalt-hex)

(defconst quicksalt-hash--blocks
  '((md5 64 16) (sha1 64 20) (sha224 64 28) (sha256 64 32)
    (sha384 128 48) (sha512 128 64))
  "Hash functions with their block size and output size in bytes.")

(defun quicksalt-hash-size (hash)
  "Return the output size of HASH in bytes."
  (or (nth 2 (assq hash quicksalt-hash--blocks))
      (error "Unknown hash function: %S" hash)))

(defsubst quicksalt-hash (hash data)
  "Return the HASH of the unibyte string DATA as bytes."
  (secure-hash hash data nil nil t))

(defun quicksalt-hash--pad (hash key byte)
  "Return KEY padded to a block and xored with BYTE.
If KEY is longer than a block, first hash it by HASH."
  (let* ((size (or (nth 1 (assq hash quicksalt-hash--blocks))
                   (error "Unknown hash function: %S" hash)))
         (short (if (> (length key) size) (quicksalt-hash hash key) key))
         (pad (make-string size byte)))
    (dotimes (i (length short))
      (aset pad i (logxor byte (aref short i))))
    pad))

(defun quicksalt-hmac (hash key data)
  "Return the HMAC of the unibyte string DATA with KEY and HASH."
  (quicksalt-hash hash
                  (concat (quicksalt-hash--pad hash key #x5c)
                          (quicksalt-hash
                           hash (concat (quicksalt-hash--pad hash key #x36)
                                        data)))))

(defun quicksalt-hash-gather (size next)
  "Call NEXT repeatedly, join its strings and return the first SIZE bytes."
  (let ((result ""))
    (while (< (length result) size)
      (setq result (concat result (funcall next))))
    (substring result 0 size)))

(defun quicksalt-hkdf (secret salt info size)
  "Derive SIZE bytes by HKDF-SHA-256 from SECRET, SALT and INFO."
  (let ((key (quicksalt-hmac 'sha256 salt secret)) (previous "") (i 0))
    (quicksalt-hash-gather
     size (lambda ()
            (setq i (1+ i)
                  previous (quicksalt-hmac
                            'sha256 key
                            (concat previous info (unibyte-string i))))))))

;;;; PBKDF2

(defun quicksalt-hash--folder (width place)
  "Return a CCL program that xors records of WIDTH bytes together.
It xors up to four words of each record, starting at byte PLACE, and writes
the result."
  (let ((words (number-sequence 0 (1- (min 4 (/ (- width place) 4)))))
        (skip (lambda (size)
                (and (> size 0)
                     (quicksalt-ccl--bytes 'read (make-list size 7))))))
    (quicksalt-ccl--program
     (append (funcall skip place)
             (mapcan (lambda (word)
                       (append (quicksalt-ccl--load 4)
                               (list (quicksalt-ccl--operate word 'xor 4))))
                     (copy-sequence words))
             (funcall skip (- width place (* 4 (length words)))))
     t (mapcan #'quicksalt-ccl--store words))))

(defvar quicksalt-hash--folders nil
  "An alist from output widths to programs that xor outputs of this width.")

(defun quicksalt-hash--fold (outputs width)
  "Return the xor of OUTPUTS, a list of strings of WIDTH bytes."
  (let ((joined (apply #'concat outputs)))
    (if (quicksalt-ccl-works-p)
        (let ((folders
               (or (cdr (assq width quicksalt-hash--folders))
                   (let ((new (mapcar
                               (lambda (place)
                                 (quicksalt-hash--folder width place))
                               (number-sequence 0 (1- width) 16))))
                     (push (cons width new) quicksalt-hash--folders)
                     new))))
          (mapconcat (lambda (program)
                       (quicksalt-ccl--run program [0 0 0 0] joined))
                     folders ""))
      (let ((sum 0))
        (dolist (output outputs)
          (setq sum (logxor sum (quicksalt-hex-integer output))))
        (quicksalt-hex-bytes sum width)))))

(defun quicksalt-hash--iterate (mac message iterations width)
  "Return the xor of ITERATIONS outputs of MAC, starting from MESSAGE.
MAC is a function that maps a string to WIDTH bytes; the input of each later
call is the previous output."
  (let ((i 0) outputs)
    (while (< i iterations)
      (setq message (funcall mac message) i (1+ i))
      (push message outputs)
      (when (= 0 (% i 8192))
        (setq outputs (list (quicksalt-hash--fold outputs width)))))
    (quicksalt-hash--fold outputs width)))

(defun quicksalt-pbkdf2 (hash passphrase salt iterations size)
  "Derive SIZE bytes by PBKDF2-HMAC with HASH from PASSPHRASE and SALT.
PASSPHRASE and SALT are unibyte strings.  ITERATIONS is a positive integer."
  (unless (and (integerp iterations) (> iterations 0))
    (error "PBKDF2 iterations must be a positive integer, not %S" iterations))
  (let* ((gc-cons-threshold (max gc-cons-threshold 134217728))
         (inner (quicksalt-hash--pad hash passphrase #x36))
         (outer (quicksalt-hash--pad hash passphrase #x5c))
         (mac (lambda (message)
                (secure-hash hash
                             (concat outer
                                     (secure-hash hash (concat inner message)
                                                  nil nil t))
                             nil nil t)))
         (block 0))
    (unwind-protect
        (quicksalt-hash-gather
         size (lambda ()
                (setq block (1+ block))
                (quicksalt-hash--iterate
                 mac (concat salt (quicksalt-hex-bytes block 4))
                 iterations (quicksalt-hash-size hash))))
      (clear-string inner)
      (clear-string outer))))

(defun quicksalt-evp-bytes-to-key (hash passphrase salt size)
  "Derive SIZE bytes by OpenSSL's EVP_BytesToKey with one iteration.
HASH is applied to PASSPHRASE and SALT.  It is `md5' for OpenSSL before 1.1
and `sha256' for later versions."
  (let ((previous ""))
    (quicksalt-hash-gather
     size (lambda ()
            (setq previous (quicksalt-hash
                            hash (concat previous passphrase salt)))))))

(provide 'quicksalt-hash)
;;; quicksalt-hash.el ends here
