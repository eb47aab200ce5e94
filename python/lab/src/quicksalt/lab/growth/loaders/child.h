/* The loop of a child of the ruler (docs/children.md) that loads the bundle named on its command line. The including program defines `load` and `version`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Loads a bundle as trusted and frees it again; returns the number of certificates, or -1. */
static int load(const char *path);

/* Returns the name and version of the library. */
static const char *version(void);

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

int main(int argc, char **argv) {
  char line[256], text[16];
  int count = -1;
  if (argc != 2) return 2;
  setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
  while (fgets(line, sizeof line, stdin) && strcmp(line, "end\n") != 0) {
    if (strcmp(line, "hello quicksalt-child/1\n") == 0) {
      printf("ok quicksalt-child/1 thread-cpu %s\n", version());
    } else if (strncmp(line, "run ", 4) == 0) {
      unsigned long loads = strtoul(line + 4, NULL, 10);
      long long start = now();
      do count = load(argv[1]); while (count >= 0 && loads-- > 1);
      long long time = now() - start;
      count < 0 ? puts("error the bundle cannot be loaded") : printf("ok %lld\n", time);
    } else if (strcmp(line, "output\n") == 0) {
      /* The decimal digits, each byte in hexadecimal. */
      snprintf(text, sizeof text, "%d", count);
      fputs("ok ", stdout);
      for (const char *digit = text; *digit; digit++) printf("%02x", *digit);
      putchar('\n');
    } else {
      puts("error no such request");
    }
  }
  return 0;
}
