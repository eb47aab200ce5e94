/* cisco/hash-sigs as a child of the ruler, one thread, with auxiliary data. Implements the protocol
   of docs/children.md with the tasks of src/lms.rs. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "hss.h"

enum { LINE = 1 << 19, BYTES = 1 << 14, SIGNATURES = 16, PUBLIC_KEY = 60, AUXILIARY = 100000 };
enum kind { NONE, GENERATE, SIGN, VERIFY };

struct bytes {
    unsigned char at[BYTES];
    size_t len;
};

static unsigned char private_key[HSS_MAX_PRIVATE_KEY_LEN];
static unsigned char auxiliary[AUXILIARY];
static struct hss_working_key *key;
static size_t signature_len;
/* The number of unused one-time keys of the latest key. */
static unsigned left;

static enum kind task;
static unsigned height, width, signatures;
static struct bytes public_key, message, signature[SIGNATURES], output;

static long long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
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

static bool from_hex(struct bytes *out, const char *text) {
    size_t len = text ? strlen(text) / 2 : BYTES + 1;
    if (len > BYTES) {
        return false;
    }
    for (out->len = 0; out->len < len; out->len++) {
        if (sscanf(text + 2 * out->len, "%2hhx", out->at + out->len) != 1) {
            return false;
        }
    }
    return true;
}

static bool generate(void) {
    param_set_t lms = height == 5 ? LMS_SHA256_N32_H5 : LMS_SHA256_N32_H10;
    param_set_t lmots = width == 1   ? LMOTS_SHA256_N32_W1
                        : width == 2 ? LMOTS_SHA256_N32_W2
                        : width == 4 ? LMOTS_SHA256_N32_W4
                                     : LMOTS_SHA256_N32_W8;
    struct hss_extra_info info;
    hss_init_extra_info(&info);
    hss_extra_info_set_threads(&info, 1);
    signature_len = hss_get_signature_len(1, &lms, &lmots);
    public_key.len = PUBLIC_KEY;
    return signature_len + PUBLIC_KEY <= BYTES &&
           hss_generate_private_key(draw, 1, &lms, &lmots, keep, NULL, public_key.at, PUBLIC_KEY,
                                    auxiliary, sizeof auxiliary, &info);
}

/* Loads the latest key, which signing requires. */
static bool load(void) {
    struct hss_extra_info info;
    hss_init_extra_info(&info);
    hss_free_working_key(key);
    key = hss_load_private_key(recall, NULL, 1 << 20, auxiliary, sizeof auxiliary, &info);
    left = 1U << height;
    return key != NULL;
}

static bool sign(void) {
    struct hss_extra_info info;
    hss_init_extra_info(&info);
    return hss_generate_signature(key, keep, NULL, message.at, message.len, output.at + PUBLIC_KEY,
                                  signature_len, &info);
}

static bool verify(void) {
    bool good = true;
    for (unsigned i = 0; i < signatures; i++) {
        struct hss_extra_info info;
        hss_init_extra_info(&info);
        good &= hss_validate_signature(public_key.at, message.at, message.len, signature[i].at,
                                       signature[i].len, &info);
    }
    output.at[0] = good;
    output.len = 1;
    return true;
}

/* Runs the task `count` times; returns the nanoseconds without generating signing keys, or -1. */
static long long run(unsigned long count) {
    long long spent = 0;
    while (count > 0) {
        if (task == NONE || (task == SIGN && left == 0 && !(generate() && load()))) {
            return -1;
        }
        unsigned long part = task == SIGN && left < count ? left : count;
        bool done = true;
        long long start = now();
        for (unsigned long i = 0; done && i < part; i++) {
            done = task == GENERATE ? generate() : task == SIGN ? sign() : verify();
        }
        spent += now() - start;
        if (!done) {
            return -1;
        }
        count -= part;
        left -= task == SIGN ? part : 0;
    }
    if (task != VERIFY) {
        memcpy(output.at, public_key.at, PUBLIC_KEY);
        output.len = PUBLIC_KEY + (task == SIGN ? signature_len : 0);
    }
    return spent;
}

/* Parses the words after `task`. */
static bool set_task(void) {
    const char *verb = strtok(NULL, " "), *tall = strtok(NULL, " "), *wide = strtok(NULL, " ");
    task = NONE;
    left = 0;
    if (!verb || !tall || !wide) {
        return false;
    }
    height = atoi(tall);
    width = atoi(wide);
    if (strcmp(verb, "generate") == 0) {
        task = GENERATE;
    } else if (strcmp(verb, "sign") == 0) {
        task = from_hex(&message, strtok(NULL, " ")) ? SIGN : NONE;
    } else if (strcmp(verb, "verify") == 0) {
        bool read = from_hex(&public_key, strtok(NULL, " ")) && from_hex(&message, strtok(NULL, " "));
        const char *text = strtok(NULL, " ");
        for (signatures = 0; read && text; text = strtok(NULL, " ")) {
            read = signatures < SIGNATURES && from_hex(&signature[signatures++], text);
        }
        task = read ? VERIFY : NONE;
    }
    return task != NONE;
}

static void show(void) {
    printf("ok ");
    for (size_t i = 0; i < output.len; i++) {
        printf("%02x", output.at[i]);
    }
    putchar('\n');
}

int main(void) {
    static char line[LINE];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        if (strcmp(line, "end") == 0) {
            break;
        }
        bool hello = strcmp(line, "hello quicksalt-child/1") == 0;
        const char *verb = strtok(line, " ");
        if (hello) {
            puts("ok quicksalt-child/1 thread-cpu hash-sigs of liboqs 0.13.0");
        } else if (verb && strcmp(verb, "task") == 0) {
            puts(set_task() ? "ok" : "error no such task");
        } else if (verb && strcmp(verb, "run") == 0) {
            const char *count = strtok(NULL, " ");
            long long spent = run(count ? strtoul(count, NULL, 10) : 1);
            spent < 0 ? puts("error the task failed") : printf("ok %lld\n", spent);
        } else if (verb && strcmp(verb, "output") == 0) {
            show();
        } else {
            puts("error no such request");
        }
        fflush(stdout);
    }
    return 0;
}
