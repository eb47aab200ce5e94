;;; quicksalt-ssh.el --- OpenSSH keys for age files  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; This file implements the `ssh-ed25519' stanza of age headers in the same way
;; as age's package agessh.  An Ed25519 key is mapped to the corresponding
;; X25519 point (RFC 7748, section 4.1).  The shared secret is multiplied by a
;; factor derived from the whole public key.  Key files have OpenSSH's format
;; `openssh-key-v1' (PROTOCOL.key).  If a key is locked by a passphrase, the
;; error names its file.

;;; Code:

(require 'quicksalt-age)

(defconst quicksalt-ssh--kind "ssh-ed25519"
  "The name of the key type and of the stanza type.")

(defconst quicksalt-ssh--label "age-encryption.org/v1/ssh-ed25519"
  "The HKDF label for the keys that this file derives.")

(defun quicksalt-ssh--error (text)
  "Signal that a key is faulty, with the message TEXT."
  (signal 'quicksalt-error (list text)))

;;;; OpenSSH's encoding

(defun quicksalt-ssh--string (bytes)
  "Return BYTES as an SSH string, with a 32-bit length prefix."
  (concat (quicksalt-hex-bytes (length bytes) 4) bytes))

(defun quicksalt-ssh--fields (bytes)
  "Split BYTES into SSH strings, each with a 32-bit length prefix.
The last element is a cons of nil and the remaining bytes, if any."
  (let ((start 0) (size (length bytes)) (fits t) fields)
    (while (and fits (<= (+ start 4) size))
      (let ((end (+ start 4 (quicksalt-hex-integer
                             (substring bytes start (+ start 4))))))
        (if (> end size) (setq fits nil)
          (push (substring bytes (+ start 4) end) fields)
          (setq start end))))
    (nreverse (cons (cons nil (substring bytes start)) fields))))

(defun quicksalt-ssh--three (fields)
  "Return the first three strings in FIELDS."
  (let ((strings (butlast fields)))
    (butlast strings (- (length strings) 3))))

(defun quicksalt-ssh--blob (public)
  "Return the 32-byte key PUBLIC in OpenSSH's wire format."
  (concat (quicksalt-ssh--string quicksalt-ssh--kind)
          (quicksalt-ssh--string public)))

(defun quicksalt-ssh--public (blob)
  "Return the 32 bytes of the public key in BLOB, or nil."
  (pcase (quicksalt-ssh--fields blob)
    (`(,(pred (equal quicksalt-ssh--kind)) ,public (nil . ""))
     (and (= 32 (length public)) public))))

;;;; Conversion from Ed25519 to X25519

(defun quicksalt-ssh--point (public)
  "Return the X25519 point of the Ed25519 key PUBLIC.
The result is (1 + y) / (1 - y).  Signal an error if y is not on the curve."
  (let* ((gc-cons-threshold (max gc-cons-threshold 67108864))
         (p quicksalt-chacha--p)
         (y (logand (quicksalt-chacha--little public) (1- (ash 1 255))))
         (y-squared (% (* y y) p))
         (d (% (* (- p 121665)
                  (quicksalt-chacha--power 121666 (- p 2) p))
               p))
         ;; x^2 = above / below is a square if and only if above * below is a
         ;; square.
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
  "Return the tag that identifies the key PUBLIC in stanzas."
  (quicksalt-age--encode64
   (substring (quicksalt-hash 'sha256 (quicksalt-ssh--blob public)) 0 4)))

(defun quicksalt-ssh--factor (public)
  "Return the scalar for shared secrets that depend on all of PUBLIC."
  (quicksalt-hkdf "" (quicksalt-ssh--blob public) quicksalt-ssh--label 32))

(defun quicksalt-ssh--wrapping (secret other share public)
  "Return the wrapping key for SECRET and OTHER, the other party's point.
SHARE is the ephemeral key in the stanza, and PUBLIC is the recipient's key.
Signal an error for a low-order point."
  (let* ((shared (quicksalt-x25519 secret other))
         (bound (and shared (quicksalt-x25519 (quicksalt-ssh--factor public)
                                              shared))))
    (unless bound
      (quicksalt-age--damaged "low-order point in a stanza or key"))
    (quicksalt-hkdf bound (concat share (quicksalt-ssh--point public))
                    quicksalt-ssh--label 32)))

;;;; Recipients

(defun quicksalt-ssh-recipient-p (text)
  "Return non-nil if TEXT is an OpenSSH public key of any type."
  (let ((case-fold-search nil))
    (string-match-p "\\`\\(?:ssh-\\|ecdsa-\\|sk-\\)" text)))

(defun quicksalt-ssh-recipient (text)
  "Return a function that wraps a file key for the public key TEXT.
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
  "Return non-nil if TEXT is an OpenSSH private key file."
  (string-match-p "\\`[ \t\r\n]*-----BEGIN OPENSSH PRIVATE KEY-----" text))

(defun quicksalt-ssh--unpem (text)
  "Decode the private key file TEXT; return the bytes after its magic, or nil."
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
  "Return the scalar from the PRIVATE part of a key file, or nil.
The scalar must match the key PUBLIC."
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
  "Return a function that unwraps file keys with the private key TEXT.
TEXT is the content of the file NAME; see `quicksalt-age-unwrap'."
  (let* ((bytes (or (quicksalt-ssh--unpem text)
                    (quicksalt-ssh--error
                     "Malformed OpenSSH private key")))
         (fields (quicksalt-ssh--fields bytes))
         ;; The cipher, the KDF and its parameters are followed by the number
         ;; of keys, a public key and the private part.
         (behind (+ 16 (apply #'+ (mapcar #'length (quicksalt-ssh--three fields)))))
         (parts (quicksalt-ssh--fields
                 (substring bytes (min behind (length bytes)))))
         (public (and (stringp (car parts)) (quicksalt-ssh--public (car parts))))
         (locked (not (equal (car fields) "none")))
         (secret (and public (not locked) (stringp (nth 1 parts))
                      (quicksalt-ssh--secret (nth 1 parts) public))))
    (unless (or secret (and public locked))
      (quicksalt-ssh--error
       "OpenSSH private key is malformed or not Ed25519"))
    (lambda (stanza)
      (pcase-let ((`(,kind ,arguments ,body) stanza))
        (when (equal kind quicksalt-ssh--kind)
          (quicksalt-ssh--unwrap arguments body public secret name))))))

(defun quicksalt-ssh--unwrap (arguments body public secret name)
  "Unwrap the file key from the stanza with ARGUMENTS and BODY, or return nil.
SECRET is the scalar of the key PUBLIC, or nil if the key in file NAME is
locked."
  (pcase-let ((`(,tag ,share64 . ,more) arguments))
    (let ((share (and share64 (null more) (= 32 (length body))
                      (quicksalt-age--decode64 share64))))
      (unless (and share (= 32 (length share)))
        (quicksalt-age--damaged "malformed ssh-ed25519 stanza"))
      (when (equal tag (quicksalt-ssh--tag public))
        (unless secret
          (quicksalt-ssh--error
           (format "Key %s is locked by a passphrase; %s" (or name "")
                   "unlock a copy with ssh-keygen -p")))
        (quicksalt-open (quicksalt-ssh--wrapping secret share share public)
                        (make-string 12 0) body)))))

(provide 'quicksalt-ssh)
;;; quicksalt-ssh.el ends here
