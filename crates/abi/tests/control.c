/* Controls the choice of candidates from C; `check.py` runs this program in several environments. Without an
   argument, it makes all calls; with one, it prints the result of sodium_init and the chosen candidates. */
#include <errno.h>
#include <quicksalt.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int faults;

static void expect(int holds, const char *what) {
    if (!holds) {
        printf("%s\n", what);
        faults++;
    }
}

static void refused(int status, const char *what) {
    expect(status == -1 && errno == EINVAL, what);
    errno = 0;
}

static int seal(void) {
    static const unsigned char zeros[64];
    unsigned char boxed[32 + crypto_secretbox_MACBYTES];
    return crypto_secretbox_easy(boxed, zeros, 32, zeros, zeros);
}

static char *explained(void) {
    size_t len = quicksalt_explain(NULL, 0);
    char *json = malloc(len + 1);
    if (json == NULL || quicksalt_explain(json, len + 1) != len || strlen(json) != len) exit(2);
    return json;
}

static int is_explained(const char *part) {
    char *json = explained();
    int is_there = strstr(json, part) != NULL;
    free(json);
    return is_there;
}

static void check_use(void) {
    refused(quicksalt_use(NULL, "portable"), "use: NULL for a primitive");
    refused(quicksalt_use("sha256", NULL), "use: NULL for a candidate");
    refused(quicksalt_use("no such", "portable"), "use: an unknown primitive");
    refused(quicksalt_use("sha256.no_such", "portable"), "use: an unknown operation");
    refused(quicksalt_use("sha256", "no such"), "use: an unknown candidate");
    refused(quicksalt_use("", ""), "use: empty names");
    refused(quicksalt_use("sha256", "\xff\xfe"), "use: invalid UTF-8");
    expect(!is_explained("forced"), "use: a rejected call forces a candidate");
    expect(quicksalt_use("sha256", "portable") == 0, "use: portable");
    expect(is_explained("\"candidate\":\"portable\",\"reason\":\"forced\""), "use: the force is not explained");
    expect(quicksalt_use("sha256", "auto") == 0, "use: auto");
    expect(!is_explained("forced"), "use: auto does not remove the force");
}

static void check_policy(void) {
    refused(quicksalt_policy(NULL), "policy: NULL");
    refused(quicksalt_policy(""), "policy: an empty text");
    refused(quicksalt_policy("no such"), "policy: an unknown policy");
    refused(quicksalt_policy("fastest,checked"), "policy: words that exclude each other");
    expect(seal() == 0, "policy: a rejected call bars a candidate");
    expect(quicksalt_policy("verified") == 0, "policy: verified");
    expect(is_explained("\"candidate\":null,\"reason\":\"barred\""), "policy: the bar is not explained");
    expect(seal() == -1, "policy: an unproven candidate makes a box");
    refused(quicksalt_use("xsalsa20poly1305", "portable"), "policy: a barred candidate is forced");
    expect(quicksalt_policy("fastest") == 0 && seal() == 0, "policy: fastest");
    expect(quicksalt_use("xsalsa20poly1305", "portable") == 0, "policy: portable");
    refused(quicksalt_policy("verified"), "policy: a forced candidate is barred");
    expect(seal() == 0, "policy: a rejected policy is in force");
    expect(quicksalt_use("xsalsa20poly1305", "auto") == 0, "policy: auto");
}

static void check_explain(void) {
    char small[3] = "xx";
    size_t len = quicksalt_explain(NULL, 0);
    char *exact = malloc(len + 1);
    if (exact == NULL) exit(2);
    expect(len > 1000, "explain: wrong length");
    expect(quicksalt_explain(NULL, 100) == len, "explain: NULL with a length");
    expect(quicksalt_explain(small, 0) == len && small[0] == 'x', "explain: writes to an empty buffer");
    expect(quicksalt_explain(small, sizeof small) == len, "explain: a small buffer");
    expect(small[0] == 0 && small[1] == 'x', "explain: writes no empty text to a small buffer");
    expect(quicksalt_explain(exact, len) == len && exact[0] == 0, "explain: no room for the terminating zero");
    expect(quicksalt_explain(exact, len + 1) == len && strlen(exact) == len, "explain: room");
    free(exact);
}

int main(int argc, char **argv) {
    (void) argv;
    if (argc > 1) {
        int begun = sodium_init();
        char *json = explained();
        printf("%d\n%d\n%s\n", begun, seal(), json);
        free(json);
        return 0;
    }
    /* A call before sodium_init stays in force, because it applies the environment first. */
    if (quicksalt_use("sha512", "portable") != 0 || sodium_init() != 0) return 3;
    expect(is_explained("forced"), "sodium_init removes a force");
    if (quicksalt_use("sha512", "auto") != 0) return 3;
    check_use();
    check_policy();
    check_explain();
    return faults != 0;
}
