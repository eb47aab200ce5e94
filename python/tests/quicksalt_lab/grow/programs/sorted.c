/* Sorts n numbers: n log n, without a fault. */
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
    unsigned *numbers = malloc(n * sizeof *numbers), state = 1;
    for (size_t i = 0; i < n; i++)
        numbers[i] = state = state * 1664525u + 1013904223u;
    qsort(numbers, n, sizeof *numbers, compare);
    printf("%u\n", n ? numbers[n / 2] : 0);
    free(numbers);
    return 0;
}
