/* A child of the ruler (docs/children.md) that calls functions of a library with libsodium's C
   interface: child LIBRARY CLOCK, the clock being cpu or wall. Its tasks are those of work.py.

   All arguments of these functions are pointers or integers, which are passed alike. */
#include <ctype.h>
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST 12

typedef uintptr_t word;
typedef int (*function)(word, word, word, word, word, word, word, word, word, word, word, word);

static function called;
static word arguments[MOST];
static unsigned char *buffers[MOST];
static size_t outputs[MOST]; /* bytes of a buffer that are put out */
static clockid_t clock_id = CLOCK_THREAD_CPUTIME_ID;

static long long now(void) {
  struct timespec t;
  clock_gettime(clock_id, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static int call(void) {
  word *a = arguments;
  return called(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11]);
}

/* Reads one argument; 0 if it is none. */
static int argument(int at, const char *text) {
  size_t size = text[0] == 'o' ? strtoul(text + 1, NULL, 10) : strlen(text + 1) / 2;
  switch (text[0]) {
  case 'n':
    return 1;
  case 'l':
  case 'z':
    arguments[at] = strtoull(text + 1, NULL, 10);
    return 1;
  case 'o':
  case 'i':
    if ((buffers[at] = calloc(size + 1, 1)) == NULL) return 0;
    arguments[at] = (word)buffers[at];
    if (text[0] == 'o') outputs[at] = size;
    for (size_t i = 0; text[0] == 'i' && i < size; i++) sscanf(text + 1 + 2 * i, "%2hhx", buffers[at] + i);
    return 1;
  }
  return 0;
}

static void task(void *library, char *words) {
  const char *name = strtok(words, " ");
  for (int at = 0; at < MOST; at++) {
    free(buffers[at]);
    buffers[at] = NULL;
    arguments[at] = outputs[at] = 0;
  }
  called = name ? (function)dlsym(library, name) : NULL;
  if (called == NULL) {
    printf("error has no %s\n", name ? name : "such task");
    return;
  }
  char *text;
  for (int at = 0; (text = strtok(NULL, " ")) != NULL; at++) {
    if (at == MOST || !argument(at, text)) {
      puts("error no such argument");
      called = NULL;
      return;
    }
  }
  puts("ok");
}

static void run(unsigned long count) {
  int result = 0;
  if (called == NULL) {
    puts("error no task");
    return;
  }
  long long start = now();
  do result |= call(); while (count-- > 1);
  long long time = now() - start;
  if (result == 0) printf("ok %lld\n", time);
  else printf("error returns %d\n", result);
}

static void output(void) {
  fputs("ok 00", stdout);
  for (int at = 0; at < MOST; at++)
    for (size_t i = 0; i < outputs[at]; i++) printf("%02x", buffers[at][i]);
  putchar('\n');
}

int main(int argc, char **argv) {
  char *line = NULL;
  size_t room = 0;
  if (argc != 3) return 2;
  if (strcmp(argv[2], "wall") == 0) clock_id = CLOCK_MONOTONIC;
  void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    return 3;
  }
  int (*init)(void) = (int (*)(void))dlsym(library, "sodium_init");
  if (init == NULL || init() < 0) {
    fprintf(stderr, "%s has no sodium_init that succeeds\n", argv[1]);
    return 3;
  }
  const char *(*version)(void) = (const char *(*)(void))dlsym(library, "sodium_version_string");
  setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
  while (getline(&line, &room, stdin) > 0 && strcmp(line, "end\n") != 0) {
    line[strcspn(line, "\n")] = 0;
    if (strcmp(line, "hello quicksalt-child/1") == 0)
      printf("ok quicksalt-child/1 %s C interface of %s\n",
             clock_id == CLOCK_MONOTONIC ? "wall" : "thread-cpu", version ? version() : "no version");
    else if (strncmp(line, "task ", 5) == 0) task(library, line + 5);
    else if (strncmp(line, "run ", 4) == 0) run(strtoul(line + 4, NULL, 10));
    else if (strcmp(line, "output") == 0) output();
    else puts("error no such request");
  }
  return 0;
}
