;;; quicksalt-ssh.el --- Keys of OpenSSH for files of age  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; The entry `ssh-ed25519' of age's headers, as age's own package agessh has
;; it: an Ed25519 key serves as the point of X25519 that corresponds to it
;; (RFC 7748, section 4.1), times a factor that the whole public key goes
;; into.  The key file is OpenSSH's `openssh-key-v1' (PROTOCOL.key); one that
;; is locked by a passphrase is told by name.

;;; Code:

(require 'quicksalt-age)

(defconst quicksalt-ssh--kind "ssh-ed25519"
  "The kind of the keys and of the entries for them.")

(defconst quicksalt-ssh--label "age-encryption.org/v1/ssh-ed25519"
  "What the keys that are derived here are for.")

(defun quicksalt-ssh--error (text)
  "Signal TEXT, the fault of a key."
  (signal 'quicksalt-error (list text)))

;;;; OpenSSH's encoding

(defun quicksalt-ssh--string (bytes)
  "Return BYTES behind their length."
  (concat (quicksalt-hex-bytes (length bytes) 4) bytes))

(defun quicksalt-ssh--fields (bytes)
  "Return the strings that BYTES consist of, each behind its length.
What is left over, because it is too short, comes last, as a cons of nil."
  (let ((start 0) (size (length bytes)) (fits t) fields)
    (while (and fits (<= (+ start 4) size))
      (let ((end (+ start 4 (quicksalt-hex-integer
                             (substring bytes start (+ start 4))))))
        (if (> end size) (setq fits nil)
          (push (substring bytes (+ start 4) end) fields)
          (setq start end))))
    (nreverse (cons (cons nil (substring bytes start)) fields))))

(defun quicksalt-ssh--three (fields)
  "Return the first three of FIELDS that are strings."
  (let ((strings (butlast fields)))
    (butlast strings (- (length strings) 3))))

(defun quicksalt-ssh--blob (public)
  "Return the key PUBLIC, 32 bytes, as OpenSSH sends it."
  (concat (quicksalt-ssh--string quicksalt-ssh--kind)
          (quicksalt-ssh--string public)))

(defun quicksalt-ssh--public (blob)
  "Return the 32 bytes of the public key in BLOB, or nil."
  (pcase (quicksalt-ssh--fields blob)
    (`(,(pred (equal quicksalt-ssh--kind)) ,public (nil . ""))
     (and (= 32 (length public)) public))))

;;;; From one curve to the other

(defun quicksalt-ssh--point (public)
  "Return the point of X25519 for the Ed25519 key PUBLIC.
That is (1 + y) / (1 - y); a y of no point of the curve is an error."
  (let* ((gc-cons-threshold (max gc-cons-threshold 67108864))
         (p quicksalt-chacha--p)
         (y (logand (quicksalt-chacha--little public) (1- (ash 1 255))))
         (y-squared (% (* y y) p))
         (d (% (* (- p 121665)
                  (quicksalt-chacha--power 121666 (- p 2) p))
               p))
         ;; x squared is above / below, and a square as their product is.
         (above (mod (1- y-squared) p))
         (below (% (1+ (* d y-squared)) p)))
    (unless (and (< y p)
                 (= 1 (quicksalt-chacha--power (% (* above below) p)
                                               (/ (1- p) 2) p)))
      (quicksalt-ssh--error "The Ed25519 key is no point that has secrets"))
    (quicksalt-chacha--bytes
     (% (* (1+ y) (quicksalt-chacha--power (mod (- 1 y) p) (- p 2) p)) p)
     32)))

(defun quicksalt-ssh--tag (public)
  "Return what names the key PUBLIC in entries."
  (quicksalt-age--encode64
   (substring (quicksalt-hash 'sha256 (quicksalt-ssh--blob public)) 0 4)))

(defun quicksalt-ssh--factor (public)
  "Return the scalar that binds secrets to the whole key PUBLIC."
  (quicksalt-hkdf "" (quicksalt-ssh--blob public) quicksalt-ssh--label 32))

(defun quicksalt-ssh--wrapping (secret other share public)
  "Return the key that wraps, by SECRET and the point OTHER.
SHARE is the entry's, and PUBLIC the recipient's key.  Points of low order
are an error."
  (let* ((shared (quicksalt-x25519 secret other))
         (bound (and shared (quicksalt-x25519 (quicksalt-ssh--factor public)
                                              shared))))
    (unless bound
      (quicksalt-age--damaged "an entry or a key is of low order"))
    (quicksalt-hkdf bound (concat share (quicksalt-ssh--point public))
                    quicksalt-ssh--label 32)))

;;;; Recipients

(defun quicksalt-ssh-recipient-p (text)
  "Tell whether TEXT is a public key of OpenSSH, of any kind."
  (let ((case-fold-search nil))
    (string-match-p "\\`\\(?:ssh-\\|ecdsa-\\|sk-\\)" text)))

(defun quicksalt-ssh-recipient (text)
  "Return the function that wraps the key of a file for the public key TEXT.
TEXT is a line of a file such as ~/.ssh/id_ed25519.pub; see
`quicksalt-age-header-for-recipients'."
  (let* ((words (split-string text))
         (blob (ignore-errors (base64-decode-string (or (nth 1 words) ""))))
         (public (and blob (quicksalt-ssh--public blob))))
    (unless (equal (car words) quicksalt-ssh--kind)
      (quicksalt-ssh--error
       (format "Of OpenSSH's keys ssh-ed25519 alone is supported, not %s"
               (car words))))
    (unless public
      (quicksalt-ssh--error "The public key of OpenSSH is malformed"))
    (let ((point (quicksalt-ssh--point public)))
      (lambda (file-key)
        (let* ((secret (quicksalt-random 32))
               (share (quicksalt-x25519 secret quicksalt-age--base)))
          (quicksalt-age--stanza
           file-key (quicksalt-ssh--wrapping secret point share public)
           quicksalt-ssh--kind (quicksalt-ssh--tag public)
           (quicksalt-age--encode64 share)))))))

;;;; Identities

(defun quicksalt-ssh-identity-p (text)
  "Tell whether TEXT is a private key file of OpenSSH."
  (string-match-p "\\`[ \t\r\n]*-----BEGIN OPENSSH PRIVATE KEY-----" text))

(defun quicksalt-ssh--unpem (text)
  "Return the bytes of the private key file TEXT behind its magic, or nil."
  (let ((bytes (and (string-match
                     (concat "-----BEGIN OPENSSH PRIVATE KEY-----\r?\n"
                             "\\([A-Za-z0-9+/=\r\n]+\\)"
                             "-----END OPENSSH PRIVATE KEY-----")
                     text)
                    (ignore-errors (base64-decode-string
                                    (match-string 1 text))))))
    (and bytes (string-prefix-p "openssh-key-v1\0" bytes)
         (substring bytes 15))))

(defun quicksalt-ssh--secret (private public)
  "Return the scalar out of the PRIVATE part of a key file, or nil.
It must be that of the key PUBLIC."
  (when (and (> (length private) 8)
             (equal (substring private 0 4) (substring private 4 8)))
    (pcase (quicksalt-ssh--fields (substring private 8))
      (`(,(pred (equal quicksalt-ssh--kind)) ,(pred (equal public)) ,pair . ,_)
       (let ((scalar (and (= 64 (length pair))
                          (substring (quicksalt-hash 'sha512
                                                     (substring pair 0 32))
                                     0 32))))
         (and scalar (equal (substring pair 32) public)
              (equal (quicksalt-x25519 scalar quicksalt-age--base)
                     (quicksalt-ssh--point public))
              scalar))))))

(defun quicksalt-ssh-identity (text &optional name)
  "Return the function that unwraps keys of files by the private key TEXT.
TEXT is what is in the file NAME; see `quicksalt-age-unwrap'."
  (let* ((bytes (or (quicksalt-ssh--unpem text)
                    (quicksalt-ssh--error
                     "The private key of OpenSSH is malformed")))
         (fields (quicksalt-ssh--fields bytes))
         ;; Behind the cipher, its derivation and parameters stands how many
         ;; keys there are, then a public key and the private part.
         (behind (+ 16 (apply #'+ (mapcar #'length (quicksalt-ssh--three fields)))))
         (parts (quicksalt-ssh--fields
                 (substring bytes (min behind (length bytes)))))
         (public (and (stringp (car parts)) (quicksalt-ssh--public (car parts))))
         (locked (not (equal (car fields) "none")))
         (secret (and public (not locked) (stringp (nth 1 parts))
                      (quicksalt-ssh--secret (nth 1 parts) public))))
    (unless (or secret (and public locked))
      (quicksalt-ssh--error
       "The private key of OpenSSH is malformed, or not of Ed25519"))
    (lambda (stanza)
      (pcase-let ((`(,kind ,arguments ,body) stanza))
        (when (equal kind quicksalt-ssh--kind)
          (quicksalt-ssh--unwrap arguments body public secret name))))))

(defun quicksalt-ssh--unwrap (arguments body public secret name)
  "Return the key of a file out of the BODY of an entry with ARGUMENTS, or nil.
SECRET is the scalar of the key PUBLIC, or nil if the file NAME is locked."
  (pcase-let ((`(,tag ,share64 . ,more) arguments))
    (let ((share (and share64 (null more) (= 32 (length body))
                      (quicksalt-age--decode64 share64))))
      (unless (and share (= 32 (length share)))
        (quicksalt-age--damaged "an entry for ssh-ed25519 is malformed"))
      (when (equal tag (quicksalt-ssh--tag public))
        (unless secret
          (quicksalt-ssh--error
           (format "The key %s is locked by a passphrase; %s" (or name "")
                   "ssh-keygen -p takes it off a copy")))
        (quicksalt-open (quicksalt-ssh--wrapping secret share share public)
                        (make-string 12 0) body)))))

(provide 'quicksalt-ssh)
;;; quicksalt-ssh.el ends here
