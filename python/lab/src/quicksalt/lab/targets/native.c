/* A child of the ruler (docs/children.md) that calls functions of a library with libsodium's C
   interface: child LIBRARY CLOCK, the clock being cpu or wall. Its tasks are those of work.py, and
   several calls one after the other, with a ; between them; s is the state that they share. What ?name
   returns is put out, and what !name returns is not looked at.

   All arguments of these functions are pointers or integers, which are passed alike. */
#include <ctype.h>
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST 12
#define CALLS 4

typedef uintptr_t word;
typedef int (*function)(word, word, word, word, word, word, word, word, word, word, word, word);

typedef struct {
  function called;
  word arguments[MOST];
  char kind; /* ?, ! or none */
} step;

static step steps[CALLS];
static int count_of_steps;
static unsigned char *buffers[CALLS * MOST];
static size_t outputs[CALLS * MOST]; /* bytes of a buffer that are put out */
static int told;                     /* what the last ?name has returned */
static unsigned char state[1024] __attribute__((aligned(64)));
static clockid_t clock_id = CLOCK_THREAD_CPUTIME_ID;

static long long now(void) {
  struct timespec t;
  clock_gettime(clock_id, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

/* Executes all steps; returns nonzero if a step fails. */
static int call(void) {
  int failed = 0;
  for (const step *s = steps; s < steps + count_of_steps; s++) {
    const word *a = s->arguments;
    int result = s->called(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11]);
    if (s->kind == '?') told = result;
    else if (s->kind == 0) failed |= result;
  }
  return failed;
}

/* Parses one argument of a step; returns 0 if it is malformed. */
static int argument(word *place, int at, const char *text) {
  size_t size = text[0] == 'o' ? strtoul(text + 1, NULL, 10) : strlen(text + 1) / 2;
  switch (text[0]) {
  case 'n':
    return 1;
  case 'l':
  case 'z':
    *place = strtoull(text + 1, NULL, 10);
    return 1;
  case 's':
    *place = (word)state;
    return 1;
  case 'o':
  case 'i':
    if ((buffers[at] = calloc(size + 1, 1)) == NULL) return 0;
    *place = (word)buffers[at];
    if (text[0] == 'o') outputs[at] = size;
    for (size_t i = 0; text[0] == 'i' && i < size; i++) sscanf(text + 1 + 2 * i, "%2hhx", buffers[at] + i);
    return 1;
  }
  return 0;
}

static void forget(void) {
  for (int at = 0; at < CALLS * MOST; at++) {
    free(buffers[at]);
    buffers[at] = NULL;
    outputs[at] = 0;
  }
  memset(steps, 0, sizeof steps);
  count_of_steps = told = 0;
}

static void task(void *library, char *words) {
  int at = 0, arguments = 0;
  forget();
  for (char *text = strtok(words, " "); text != NULL; text = strtok(NULL, " ")) {
    if (strcmp(text, ";") == 0) {
      at = 0;
    } else if (at++ == 0 && count_of_steps < CALLS) {
      step *s = steps + count_of_steps++;
      if (*text == '?' || *text == '!') s->kind = *text++;
      if ((s->called = (function)dlsym(library, text)) == NULL) {
        printf("error has no %s\n", text);
        forget();
        return;
      }
    } else if (at < 2 || at > MOST + 1 || count_of_steps == 0 ||
               !argument(steps[count_of_steps - 1].arguments + at - 2, arguments++, text)) {
      puts("error no such argument");
      forget();
      return;
    }
  }
  puts(count_of_steps ? "ok" : "error has no such task");
}

static void run(unsigned long count) {
  int result = 0;
  if (count_of_steps == 0) {
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
  printf("ok %02x", told & 0xff);
  for (int at = 0; at < CALLS * MOST; at++)
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
