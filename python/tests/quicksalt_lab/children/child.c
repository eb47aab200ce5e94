/* A child of the ruler, see docs/children.md: a thousand steps of xorshift64. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

/* Volatile, so that the compiler cannot drop a call with a known result. */
static volatile uint64_t seed = 1;

static uint64_t xorshift(void) {
  uint64_t state = seed;
  for (int i = 0; i < 1000; i++) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
  }
  return state;
}

int main(void) {
  char line[256];
  volatile uint64_t result = 0;
  unsigned long long count;
  setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
  while (fgets(line, sizeof line, stdin) && strcmp(line, "end\n") != 0) {
    if (strcmp(line, "hello quicksalt-child/1\n") == 0) {
      puts("ok quicksalt-child/1 thread-cpu xorshift in C");
    } else if (sscanf(line, "run %llu", &count) == 1) {
      long long start = now();
      for (unsigned long long i = 0; i < count; i++) result = xorshift();
      printf("ok %lld\n", now() - start);
    } else if (strcmp(line, "output\n") == 0) {
      printf("ok %016llx\n", (unsigned long long)result);
    } else {
      puts("error no such request");
    }
  }
  return 0;
}
