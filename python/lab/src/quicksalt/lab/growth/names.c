/* The fault of 2008 in a small program: the list of names is rebuilt after every certificate. With -DFIX the new name is appended. Calls of crt_get_raw_dn: n(n + 1), with -DFIX n. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef NOINLINE
#define NOINLINE __attribute__((noinline))
#endif

struct certificate {
    unsigned char raw_dn[64];
    size_t size;
};

static struct certificate *certificates;
static size_t count, capacity;
static unsigned char *names;
static size_t names_size;

NOINLINE static unsigned char *crt_get_raw_dn(const struct certificate *crt)
{
    unsigned char *dn = malloc(crt->size);
    memcpy(dn, crt->raw_dn, crt->size);
    return dn;
}

NOINLINE static void parse_crt(size_t i)
{
    if (count == capacity) {
        capacity = capacity ? 2 * capacity : 16;
        certificates = realloc(certificates, capacity * sizeof *certificates);
        memset(certificates + count, 0, (capacity - count) * sizeof *certificates);
    }
    struct certificate *crt = &certificates[count++];
    crt->size = 40 + i % 20;
    /* About as much work as decoding a certificate. */
    for (size_t at = 0; at < 1000; at++)
        crt->raw_dn[at % crt->size] ^= (unsigned char)(i * 31 + at * 7);
}

#ifdef FIX
NOINLINE static void add_new_crt_to_rdn_seq(void)
{
    static size_t room;
    const struct certificate *crt = &certificates[count - 1];
    unsigned char *dn = crt_get_raw_dn(crt);
    if (names_size + crt->size > room) {
        room = 2 * (names_size + crt->size);
        names = realloc(names, room);
    }
    memcpy(names + names_size, dn, crt->size);
    names_size += crt->size;
    free(dn);
}
#else
NOINLINE static void generate_rdn_seq(void)
{
    size_t size = 0;
    for (size_t i = 0; i < count; i++) {
        free(crt_get_raw_dn(&certificates[i]));
        size += certificates[i].size;
    }
    free(names);
    names = malloc(size);
    names_size = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned char *dn = crt_get_raw_dn(&certificates[i]);
        memcpy(names + names_size, dn, certificates[i].size);
        names_size += certificates[i].size;
        free(dn);
    }
}
#endif

NOINLINE static void set_x509_trust_file(size_t i)
{
    parse_crt(i);
#ifdef FIX
    add_new_crt_to_rdn_seq();
#else
    generate_rdn_seq();
#endif
}

int main(int argc, char **argv)
{
    size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
    for (size_t i = 0; i < n; i++)
        set_x509_trust_file(i);
    printf("%zu\n", names_size);
    return 0;
}
