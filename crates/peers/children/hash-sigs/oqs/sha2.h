/* Implements liboqs's SHA-256 interface with OpenSSL's functions. They are declared here instead of
 * included, because hash-sigs has a function with the name of one of them. */
#ifndef PEERS_SHA2_H
#define PEERS_SHA2_H

#include <stddef.h>
#include <stdint.h>

/* At least as large as SHA256_CTX, which is 112 bytes. */
typedef struct { uint64_t words[16]; } OQS_SHA2_sha256_ctx;

int openssl_init(OQS_SHA2_sha256_ctx *ctx) __asm__("SHA256_Init");
int openssl_update(OQS_SHA2_sha256_ctx *ctx, const void *in, size_t len) __asm__("SHA256_Update");
int openssl_final(uint8_t *out, OQS_SHA2_sha256_ctx *ctx) __asm__("SHA256_Final");

static inline void OQS_SHA2_sha256_inc_init(OQS_SHA2_sha256_ctx *ctx) { openssl_init(ctx); }

static inline void OQS_SHA2_sha256_inc(OQS_SHA2_sha256_ctx *ctx, const uint8_t *in, size_t len) {
    openssl_update(ctx, in, len);
}

static inline void OQS_SHA2_sha256_inc_finalize(uint8_t *out, OQS_SHA2_sha256_ctx *ctx,
                                                const uint8_t *in, size_t len) {
    if (len > 0) {
        openssl_update(ctx, in, len);
    }
    openssl_final(out, ctx);
}

#endif
