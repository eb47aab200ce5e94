/* cisco/hash-sigs behind the protocol of src/child.rs, one thread, with auxiliary data. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "hss.h"

enum { LINE = 1 << 17, BYTES = 1 << 15, AUXILIARY = 100000 };

static unsigned char private_key[HSS_MAX_PRIVATE_KEY_LEN];
static unsigned char auxiliary[AUXILIARY];
static struct hss_working_key *key;
static size_t signature_len;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

static bool draw(void *out, size_t len) { return getrandom(out, len, 0) == (ssize_t)len; }

static bool keep(unsigned char *state, size_t len, void *context) {
    (void)context;
    memcpy(private_key, state, len);
    return true;
}

static bool recall(unsigned char *state, size_t len, void *context) {
    (void)context;
    memcpy(state, private_key, len);
    return true;
}

static size_t from_hex(unsigned char *out, const char *text) {
    size_t len = strlen(text) / 2;
    for (size_t i = 0; i < len && i < BYTES; i++) {
        sscanf(text + 2 * i, "%2hhx", out + i);
    }
    return len;
}

static void answer(double ns, const unsigned char *bytes, size_t len) {
    printf("%f ", ns);
    for (size_t i = 0; i < len; i++) {
        printf("%02x", bytes[i]);
    }
    putchar('\n');
}

static bool generate(unsigned height, unsigned width) {
    param_set_t lms = height == 5 ? LMS_SHA256_N32_H5 : LMS_SHA256_N32_H10;
    param_set_t lmots = width == 1   ? LMOTS_SHA256_N32_W1
                        : width == 2 ? LMOTS_SHA256_N32_W2
                        : width == 4 ? LMOTS_SHA256_N32_W4
                                     : LMOTS_SHA256_N32_W8;
    unsigned char public_key[60];
    struct hss_extra_info info;
    hss_init_extra_info(&info);
    hss_extra_info_set_threads(&info, 1);
    double start = now();
    if (!hss_generate_private_key(draw, 1, &lms, &lmots, keep, NULL, public_key,
                                  sizeof public_key, auxiliary, sizeof auxiliary, &info)) {
        return false;
    }
    double ns = now() - start;
    hss_free_working_key(key);
    key = hss_load_private_key(recall, NULL, 1 << 20, auxiliary, sizeof auxiliary, &info);
    signature_len = hss_get_signature_len(1, &lms, &lmots);
    answer(ns, public_key, sizeof public_key);
    return key != NULL;
}

static bool sign(unsigned count, const char *text) {
    static unsigned char message[BYTES], signature[BYTES];
    size_t len = from_hex(message, text);
    double start = now();
    for (unsigned i = 0; i < count; i++) {
        struct hss_extra_info info;
        hss_init_extra_info(&info);
        if (!hss_generate_signature(key, keep, NULL, message, len, signature, signature_len,
                                    &info)) {
            return false;
        }
    }
    answer((now() - start) / count, signature, signature_len);
    return true;
}

static bool verify(unsigned count, char *texts) {
    static unsigned char public_key[BYTES], message[BYTES], signature[BYTES];
    from_hex(public_key, strtok(texts, " "));
    size_t message_len = from_hex(message, strtok(NULL, " "));
    size_t len = from_hex(signature, strtok(NULL, " \n"));
    bool good = false;
    double start = now();
    for (unsigned i = 0; i < count; i++) {
        struct hss_extra_info info;
        hss_init_extra_info(&info);
        good = hss_validate_signature(public_key, message, message_len, signature, len, &info);
    }
    printf("%f %d\n", (now() - start) / count, good);
    return true;
}

int main(void) {
    static char line[LINE];
    while (fgets(line, sizeof line, stdin)) {
        unsigned first, second;
        int at = 0;
        bool done = false;
        if (sscanf(line, "generate %u %u", &first, &second) == 2) {
            done = generate(first, second);
        } else if (sscanf(line, "sign %u %n", &first, &at) == 1 && at > 0) {
            line[strcspn(line, "\n")] = 0;
            done = sign(first, line + at);
        } else if (sscanf(line, "verify %u %n", &first, &at) == 1 && at > 0) {
            done = verify(first, line + at);
        }
        if (!done) {
            return 1;
        }
        fflush(stdout);
    }
    return 0;
}
