/* Leaks every second copy, and branches on an uninitialized byte. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((noinline)) static char *copy(const char *text)
{
    return strcpy(malloc(strlen(text) + 1), text);
}

int main(int argc, char **argv)
{
    int copies = argc > 1 ? atoi(argv[1]) : 4;
    for (int i = 0; i < copies; i++) {
        char *text = copy("certificate");
        if (i % 2)
            free(text);
    }
    char *unwritten = copy("root");
    char *longer = realloc(unwritten, 40);
    if (longer[30] == 7)
        puts("seven");
    free(longer);
    return 0;
}
