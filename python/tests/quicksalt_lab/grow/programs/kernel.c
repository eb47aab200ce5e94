/* Work that instruction counts miss: n reads of n pages each, which the kernel fills with zeros. */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#define PAGE 4096

int main(int argc, char **argv) {
    size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
    char *buffer = malloc(n * PAGE + 1);
    int zeros = open("/dev/zero", O_RDONLY);
    if (buffer == NULL || zeros < 0 || n == 0) return 1;
    volatile size_t steps = 0;
    for (size_t i = 0; i < n; i++) {
        if (read(zeros, buffer, n * PAGE) < 0) return 1;
        for (int step = 0; step < 50; step++) steps++;
    }
    return 0;
}
