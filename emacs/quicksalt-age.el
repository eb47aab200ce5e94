;;; quicksalt-age.el --- The age format, version 1  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; This file implements age-encryption.org/v1 as specified by C2SP, with X25519
;; and scrypt recipients, in binary and armoured form.  The header wraps the
;; file key for each recipient.  Saving a file again reuses its header with all
;; recipients, including unknown recipient types, and encrypts the payload with
;; a new nonce.

;;; Code:

(require 'quicksalt-backend)

(defconst quicksalt-age--magic "age-encryption.org/v1\n"
  "The first line of a binary file.")

(defconst quicksalt-age--armour
  '("-----BEGIN AGE ENCRYPTED FILE-----" . "-----END AGE ENCRYPTED FILE-----")
  "The first and last lines of an armoured file.")

(defconst quicksalt-age--base (concat "\11" (make-string 31 0))
  "The base point of X25519.")

(defconst quicksalt-age-largest-work-factor 22
  "The largest accepted work factor, which needs 4 GiB of memory.")

(defun quicksalt-age--damaged (text)
  "Signal that a file is damaged, with the message TEXT."
  (signal 'quicksalt-damaged (list text)))

;;;; Base64 and lines

(defun quicksalt-age--encode64 (bytes)
  "Return BYTES in base64 without padding."
  (replace-regexp-in-string "=+\\'" "" (base64-encode-string bytes t)))

(defun quicksalt-age--decode64 (text)
  "Decode TEXT, which must be canonical base64 without padding, to bytes."
  (let ((bytes (condition-case nil
                   (base64-decode-string
                    (concat text (make-string (% (- 4 (% (length text) 4)) 4)
                                              ?=)))
                 (error nil))))
    (unless (and bytes (equal text (quicksalt-age--encode64 bytes)))
      (quicksalt-age--damaged "invalid base64"))
    bytes))

(defun quicksalt-age-encode64 (bytes columns)
  "Return BYTES as base64 with lines of COLUMNS characters."
  (let ((text (base64-encode-string bytes t)) (i 0) lines)
    (while (< i (length text))
      (push (substring text i (min (length text) (+ i columns))) lines)
      (setq i (+ i columns)))
    (concat (mapconcat #'identity (nreverse lines) "\n") "\n")))

(defun quicksalt-age-armoured-p (bytes)
  "Return non-nil if BYTES begin like an armoured file."
  (string-prefix-p (car quicksalt-age--armour)
                   (replace-regexp-in-string "\\`[ \t\r\n]+" ""
                                             (substring bytes 0
                                                        (min 200 (length bytes))))))

(defun quicksalt-age-armour (bytes)
  "Return the binary file BYTES in armoured form."
  (concat (car quicksalt-age--armour) "\n" (quicksalt-age-encode64 bytes 64)
          (cdr quicksalt-age--armour) "\n"))

(defun quicksalt-age-unarmour (bytes)
  "Decode the armoured BYTES to a binary file."
  (let* ((text (replace-regexp-in-string
                "\r\n" "\n"
                (replace-regexp-in-string "\\`[ \t\r\n]+\\|[ \t\r\n]+\\'" ""
                                          bytes)))
         (lines (split-string text "\n"))
         (body (butlast (cdr lines))))
    (unless (and (equal (car lines) (car quicksalt-age--armour))
                 body
                 (equal (car (last lines)) (cdr quicksalt-age--armour)))
      (quicksalt-age--damaged "armour without an END line"))
    (dolist (line (butlast body))
      (unless (= 64 (length line))
        (quicksalt-age--damaged "armour line is not 64 columns long")))
    (let* ((last (car (last body)))
           (joined (mapconcat #'identity body ""))
           (decoded (condition-case nil (base64-decode-string joined)
                      (error nil))))
      (unless (and decoded (<= 1 (length last) 64)
                   (equal joined (base64-encode-string decoded t)))
        (quicksalt-age--damaged "invalid base64 in the armour"))
      decoded)))

;;;; Keys in Bech32

(defconst quicksalt-age--alphabet "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
  "The digits of Bech32.")

(defun quicksalt-age--checksum (prefix values)
  "Return the state of the Bech32 checksum after PREFIX and VALUES."
  (let ((sum 1))
    (dolist (value (append (mapcar (lambda (c) (ash c -5)) prefix) '(0)
                           (mapcar (lambda (c) (logand c 31)) prefix) values))
      (let ((top (ash sum -25)) (bit 0))
        (setq sum (logxor (ash (logand sum #x1ffffff) 5) value))
        (dolist (generator '(#x3b6a57b2 #x26508e6d #x1ea119fa #x3d4233dd
                                        #x2a1462b3))
          (when (= 1 (logand 1 (ash top (- bit))))
            (setq sum (logxor sum generator)))
          (setq bit (1+ bit)))))
    sum))

(defun quicksalt-age--regroup (values from to)
  "Convert VALUES, numbers of FROM bits, to numbers of TO bits.
Leftover bits become the high bits of a last number."
  (let ((held 0) (bits 0) result)
    (dolist (value values)
      (setq held (logior (ash held from) value) bits (+ bits from))
      (while (>= bits to)
        (setq bits (- bits to))
        (push (logand (1- (ash 1 to)) (ash held (- bits))) result))
      (setq held (logand held (1- (ash 1 bits)))))
    (when (> bits 0) (push (ash held (- to bits)) result))
    (nreverse result)))

(defun quicksalt-age--bech32 (prefix bytes)
  "Return PREFIX and BYTES encoded in lowercase Bech32."
  (let* ((values (quicksalt-age--regroup (append bytes nil) 8 5))
         (sum (logxor 1 (quicksalt-age--checksum
                         prefix (append values '(0 0 0 0 0 0))))))
    (concat prefix "1"
            (mapconcat (lambda (v)
                         (char-to-string (aref quicksalt-age--alphabet v)))
                       (append values (quicksalt-age--regroup (list sum) 30 5))
                       ""))))

(defun quicksalt-age--unbech32 (text prefix)
  "Decode TEXT from Bech32 to 32 bytes; return nil if it is invalid.
TEXT must begin with PREFIX."
  (let* ((case-fold-search nil)
         (lower (downcase text)) (start (1+ (length prefix))))
    (when (and (or (equal text lower) (equal text (upcase text)))
               (string-prefix-p (concat prefix "1") lower)
               (= (length text) (+ start 52 6)))
      (let ((values (mapcar (lambda (c)
                              (string-match-p
                               (regexp-quote (char-to-string c))
                               quicksalt-age--alphabet))
                            (substring lower start))))
        (when (and (not (memq nil values))
                   (= 1 (quicksalt-age--checksum prefix values)))
          (let ((bytes (quicksalt-age--regroup (butlast values 6) 5 8)))
            (and (equal '(0) (last bytes))
                 (apply #'unibyte-string (butlast bytes)))))))))

(defun quicksalt-age-public (secret)
  "Return the recipient text for SECRET, an identity of 32 bytes."
  (quicksalt-age--bech32
   "age" (quicksalt-x25519 secret quicksalt-age--base)))

(defun quicksalt-age-identity-text (secret)
  "Return the text form of SECRET, an identity of 32 bytes."
  (upcase (quicksalt-age--bech32 "age-secret-key-" secret)))

(defun quicksalt-age-recipient (text)
  "Return the public key of the recipient TEXT."
  (or (quicksalt-age--unbech32 text "age")
      (signal 'quicksalt-error
              (list (if (string-match-p "\\`AGE-SECRET-KEY-" (upcase text))
                        "Expected a recipient, not a secret key"
                      (format "Not an age recipient: %s" text))))))

(defun quicksalt-age-identity (text)
  "Return the secret key encoded in the identity TEXT."
  (or (quicksalt-age--unbech32 text "age-secret-key-")
      (signal 'quicksalt-error
              (list (if (string-prefix-p "age1" text)
                        "Expected an identity, not a recipient"
                      "Not an age identity: expected AGE-SECRET-KEY-1...")))))

;;;; Headers

(defun quicksalt-age-parse (bytes)
  "Parse the header of the binary file BYTES into a property list.
:stanzas is a list of stanzas (TYPE ARGUMENTS BODY); :mac is the header MAC;
:covered is the text that the MAC authenticates; :header is the whole
header; :payload is the rest of BYTES."
  (let ((case-fold-search nil) (end (length quicksalt-age--magic))
        stanzas mac)
    (unless (string-prefix-p quicksalt-age--magic bytes)
      (quicksalt-age--damaged "expected age-encryption.org/v1"))
    (while (not mac)
      (let ((line (quicksalt-age--line bytes end)))
        (cond
         ((string-match "\\`--- \\([A-Za-z0-9+/]\\{43\\}\\)\\'" line)
          (setq mac (quicksalt-age--decode64 (match-string 1 line))))
         ((string-match "\\`->\\(?: [!-~]+\\)+\\'" line)
          (let ((arguments (split-string (substring line 3) " "))
                (body "") (short nil))
            (setq end (+ end (length line) 1))
            (while (not short)
              (let ((more (quicksalt-age--line bytes end)))
                (setq short (< (length more) 64)
                      body (concat body more)
                      end (+ end (length more) 1))
                (when (> (length more) 64)
                  (quicksalt-age--damaged "header line is too long"))))
            (push (list (car arguments) (cdr arguments)
                        (quicksalt-age--decode64 body))
                  stanzas)))
         (t (quicksalt-age--damaged "malformed header")))))
    (list :stanzas (nreverse stanzas) :mac mac
          :covered (substring bytes 0 (+ end 3))
          :header (substring bytes 0 (+ end 48))
          :payload (substring bytes (+ end 48)))))

(defun quicksalt-age--line (bytes start)
  "Return the line of BYTES from START, without the newline."
  (let ((end (string-match "\n" bytes start)))
    (unless end (quicksalt-age--damaged "truncated header"))
    (substring bytes start end)))

(defun quicksalt-age-passphrase-p (header)
  "Return non-nil if the parsed HEADER needs a passphrase."
  (let ((stanzas (plist-get header :stanzas)))
    (when (assoc "scrypt" stanzas)
      (when (cdr stanzas)
        (quicksalt-age--damaged "scrypt stanza beside other recipients"))
      t)))

(defun quicksalt-age--by-passphrase (stanza passphrase)
  "Unwrap the file key from the scrypt STANZA with PASSPHRASE, or return nil."
  (pcase-let ((`(,_ (,salt64 ,factor . ,more) ,body) stanza))
    (unless (and salt64 factor (null more) (= 32 (length body))
                 (string-match-p "\\`[1-9][0-9]?\\'" factor)
                 (= 22 (length salt64)))
      (quicksalt-age--damaged "malformed scrypt stanza"))
    (let ((log-n (string-to-number factor)))
      (when (> log-n quicksalt-age-largest-work-factor)
        (signal 'quicksalt-error
                (list (format "Work factor 2^%d would need %d GiB"
                              log-n (ash 1 (- log-n 20))))))
      (quicksalt-open
       (quicksalt-derive-scrypt
        passphrase (concat "age-encryption.org/v1/scrypt"
                           (quicksalt-age--decode64 salt64))
        log-n 8 1 32)
       (make-string 12 0) body))))

(defun quicksalt-age--wrapping (shared share public)
  "Derive the wrapping key from SHARED, the shared secret.
SHARE is the ephemeral key in the stanza; PUBLIC is the recipient's key."
  (quicksalt-hkdf shared (concat share public)
                  "age-encryption.org/v1/X25519" 32))

(defun quicksalt-age--by-identity (stanza secret)
  "Unwrap the file key from the X25519 STANZA with SECRET, or return nil."
  (pcase-let ((`(,_ (,share64 . ,more) ,body) stanza))
    (let ((share (and share64 (null more) (= 32 (length body))
                      (quicksalt-age--decode64 share64))))
      (unless (and share (= 32 (length share)))
        (quicksalt-age--damaged "malformed X25519 stanza"))
      (let ((shared (quicksalt-x25519 secret share))
            (public (quicksalt-x25519 secret quicksalt-age--base)))
        (unless shared
          (quicksalt-age--damaged "low-order point in an X25519 stanza"))
        (quicksalt-open (quicksalt-age--wrapping shared share public)
                        (make-string 12 0) body)))))

(defun quicksalt-age-unwrap (header keys)
  "Unwrap the file key of HEADER with KEYS; return nil if no key fits.
If HEADER needs a passphrase, KEYS is the passphrase in bytes.  Otherwise
KEYS is a list of X25519 secret keys and functions.  A function receives a
stanza from `quicksalt-age-parse' and returns the file key or nil.  Signal an
error if HEADER was altered."
  (let ((stanzas (plist-get header :stanzas)) found)
    (if (stringp keys)
        (setq found (quicksalt-age--by-passphrase (car stanzas) keys))
      (dolist (stanza stanzas)
        (dolist (key keys)
          (unless found
            (setq found
                  (cond ((functionp key) (funcall key stanza))
                        ((equal (car stanza) "X25519")
                         (quicksalt-age--by-identity stanza key))))))))
    (when found
      (unless (quicksalt-chacha--equal (plist-get header :mac)
                                       (quicksalt-age--mac
                                        found (plist-get header :covered)))
        (quicksalt-age--damaged "altered header"))
      found)))

(defun quicksalt-age--mac (file-key covered)
  "Return the MAC of COVERED under FILE-KEY.
COVERED is the header, up to and including the dashes before the MAC."
  (quicksalt-hmac 'sha256 (quicksalt-hkdf file-key "" "header" 32) covered))

(defun quicksalt-age--finish (file-key stanzas)
  "Return the complete header: STANZAS followed by the MAC under FILE-KEY."
  (let ((covered (concat quicksalt-age--magic stanzas "---")))
    (concat covered " "
            (quicksalt-age--encode64 (quicksalt-age--mac file-key covered))
            "\n")))

(defun quicksalt-age--stanza (file-key key &rest arguments)
  "Return a stanza that wraps the 16 bytes of FILE-KEY with KEY.
The strings ARGUMENTS form the first line of the stanza."
  (format "-> %s\n%s\n" (mapconcat #'identity arguments " ")
          (quicksalt-age--encode64
           (quicksalt-seal key (make-string 12 0) file-key))))

(defun quicksalt-age-header-for-passphrase (file-key passphrase log-n)
  "Return a header that wraps FILE-KEY with the bytes PASSPHRASE.
LOG-N is the binary logarithm of scrypt's N."
  (let* ((salt (quicksalt-random 16))
         (key (quicksalt-derive-scrypt
               passphrase (concat "age-encryption.org/v1/scrypt" salt)
               log-n 8 1 32)))
    (quicksalt-age--finish
     file-key
     (quicksalt-age--stanza file-key key "scrypt" (quicksalt-age--encode64 salt)
                            (number-to-string log-n)))))

(defun quicksalt-age--for-recipient (file-key public)
  "Return the stanza that wraps FILE-KEY for the X25519 key PUBLIC."
  (let* ((secret (quicksalt-random 32))
         (share (quicksalt-x25519 secret quicksalt-age--base))
         (shared (or (quicksalt-x25519 secret public)
                     (signal 'quicksalt-error
                             '("Recipient is a low-order point")))))
    (quicksalt-age--stanza file-key
                           (quicksalt-age--wrapping shared share public)
                           "X25519" (quicksalt-age--encode64 share))))

(defun quicksalt-age-header-for-recipients (file-key recipients)
  "Return a header that wraps FILE-KEY for RECIPIENTS.
Each recipient is an X25519 public key, or a function that returns a stanza
for the file key."
  (quicksalt-age--finish
   file-key
   (mapconcat (lambda (recipient)
                (if (functionp recipient) (funcall recipient file-key)
                  (quicksalt-age--for-recipient file-key recipient)))
              recipients "")))

;;;; Payloads

(defconst quicksalt-age--chunk 65536
  "The number of plaintext bytes in a chunk.")

(defun quicksalt-age--nonce (counter last)
  "Return the nonce of chunk COUNTER; LAST is non-nil for the final chunk."
  (concat (quicksalt-hex-bytes counter 11) (if last "\1" "\0")))

(defun quicksalt-age-seal-payload (file-key plaintext)
  "Encrypt PLAINTEXT to a payload with FILE-KEY and a fresh nonce."
  (let* ((nonce (quicksalt-random 16))
         (key (quicksalt-hkdf file-key nonce "payload" 32))
         (size (length plaintext)) (start 0) (counter 0)
         (chunks (list nonce)))
    (while (or (= counter 0) (< start size))
      (let ((end (min size (+ start quicksalt-age--chunk))))
        (push (quicksalt-seal key (quicksalt-age--nonce counter (= end size))
                              (substring plaintext start end))
              chunks)
        (setq start end counter (1+ counter))))
    (apply #'concat (nreverse chunks))))

(defun quicksalt-age-open-payload (file-key payload)
  "Decrypt PAYLOAD with FILE-KEY."
  (when (< (length payload) 32)
    (quicksalt-age--damaged "truncated in the nonce or first chunk"))
  (let ((key (quicksalt-hkdf file-key (substring payload 0 16) "payload" 32))
        (size (length payload)) (start 16) (counter 0) chunks)
    (while (< start size)
      (let* ((end (min size (+ start quicksalt-age--chunk 16)))
             (chunk (quicksalt-open
                     key (quicksalt-age--nonce counter (= end size))
                     (substring payload start end))))
        (when (or (null chunk)
                  ;; Only the payload of an empty file may end with an empty
                  ;; chunk.
                  (and (equal chunk "") (> counter 0)))
          (quicksalt-age--damaged
           (format "chunk %d is altered or truncated" counter)))
        (push chunk chunks)
        (setq start end counter (1+ counter))))
    (apply #'concat (nreverse chunks))))

(provide 'quicksalt-age)
;;; quicksalt-age.el ends here
