/* Two functions that call each other n times, each with work that grows with n. */
#include <stdio.h>
#include <stdlib.h>

#define NOINLINE __attribute__((noinline, noclone))

static volatile unsigned sink;

static int odd(unsigned n, unsigned work);

NOINLINE static int even(unsigned n, unsigned work)
{
    for (unsigned i = 0; i < work; i++)
        sink += i;
    return n == 0 ? 1 : odd(n - 1, work) + (sink & 1);
}

NOINLINE static int odd(unsigned n, unsigned work)
{
    for (unsigned i = 0; i < work; i++)
        sink ^= i;
    return n == 0 ? 0 : even(n - 1, work) + (sink & 1);
}

int main(int argc, char **argv)
{
    unsigned n = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
    printf("%d\n", even(n, n));
    return 0;
}
