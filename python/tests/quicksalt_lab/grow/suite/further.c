/* Timers, caches, tables of the C library, files, threads, children: further NAME N [repaired]. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline))

static volatile unsigned long sink;

static unsigned long mixed(unsigned long i)
{
    return i * 2654435761ul % 1000003;
}

/* Searches all timers for the next one, every time. */
NOINLINE static size_t next_timer(const unsigned long *due, size_t count)
{
    size_t least = 0;
    for (size_t i = 1; i < count; i++)
        if (due[i] < due[least])
            least = i;
    return least;
}

static void expire(unsigned long *due, size_t count)
{
    while (count) {
        size_t at = next_timer(due, count);
        sink += due[at];
        due[at] = due[--count];
    }
}

static void sift(unsigned long *heap, size_t at, size_t count)
{
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && heap[child + 1] < heap[child])
            child++;
        if (heap[at] <= heap[child])
            return;
        unsigned long other = heap[at];
        heap[at] = heap[child];
        heap[child] = other;
    }
}

static void expire_heap(unsigned long *due, size_t count)
{
    for (size_t i = count / 2; i-- > 0;)
        sift(due, i, count);
    while (count) {
        sink += due[0];
        due[0] = due[--count];
        sift(due, 0, count);
    }
}

/* Moves a used entry to the front of an array. */
NOINLINE static void touch(unsigned *order, size_t at)
{
    unsigned used = order[at];
    memmove(order + 1, order, at * sizeof *order);
    order[0] = used;
}

NOINLINE static void relink(unsigned *next, unsigned *previous, unsigned at)
{
    next[previous[at]] = next[at];
    previous[next[at]] = previous[at];
    next[at] = next[0];
    previous[next[0]] = at;
    next[0] = at;
    previous[at] = 0;
}

/* glibc searches all variables for each one that is set. */
NOINLINE static void export_all(size_t n, int repaired)
{
    char name[32];
    for (size_t i = 0; i < n; i++) {
        snprintf(name, sizeof name, "V%zu", repaired ? i % 10 : i);
        setenv(name, "1", 1);
    }
}

/* Finds a line by counting from the start of the file. */
NOINLINE static int read_line(FILE *file, size_t number, char *line, int size)
{
    rewind(file);
    for (size_t i = 0; i <= number; i++)
        if (!fgets(line, size, file))
            return 0;
    return 1;
}

static void lines(size_t n, int repaired)
{
    FILE *file = tmpfile();
    char line[32];
    for (size_t i = 0; i < n; i++)
        fprintf(file, "line %zu\n", i);
    if (repaired)
        for (rewind(file); fgets(line, sizeof line, file);)
            sink += strlen(line);
    else
        for (size_t i = 0; read_line(file, i, line, sizeof line); i++)
            sink += strlen(line);
}

/* Without path compression a chain is walked to its end. */
NOINLINE static size_t find_root(size_t *parent, size_t at, int repaired)
{
    while (parent[at] != at) {
        if (repaired)
            parent[at] = parent[parent[at]];
        at = parent[at];
    }
    return at;
}

static void connect(size_t n, int repaired)
{
    size_t *parent = malloc(n * sizeof *parent);
    for (size_t i = 0; i < n; i++)
        parent[i] = i;
    for (size_t i = 1; i < n; i++)
        parent[find_root(parent, 0, repaired)] = i;
    sink = find_root(parent, 0, repaired);
}

struct part {
    const unsigned long *items;
    size_t from, to, count;
    unsigned long inversions;
};

NOINLINE static void *count_inversions(void *words)
{
    struct part *part = words;
    for (size_t i = part->from; i < part->to; i++)
        for (size_t j = i + 1; j < part->count; j++)
            part->inversions += part->items[j] < part->items[i];
    return NULL;
}

static void threads(const unsigned long *items, size_t n)
{
    struct part parts[2] = {{items, 0, n / 4, n, 0}, {items, n / 4, n, n, 0}};
    pthread_t workers[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&workers[i], NULL, count_inversions, &parts[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(workers[i], NULL);
    sink = parts[0].inversions + parts[1].inversions;
}

/* The child does the work. */
static void forked(const unsigned long *items, size_t n)
{
    pid_t child = fork();
    if (child == 0) {
        struct part whole = {items, 0, n, n, 0};
        count_inversions(&whole);
        exit(whole.inversions == 0);
    }
    waitpid(child, NULL, 0);
}

/* Searches each word in the text of all earlier words. */
NOINLINE static int known_word(const char *text, const char *word)
{
    return strstr(text, word) != NULL;
}

static void distinct(size_t n)
{
    char *text = calloc(n + 1, 12), *end = text, word[16];
    for (size_t i = 0; i < n; i++) {
        snprintf(word, sizeof word, "<%06lu>", mixed(i));
        if (!known_word(text, word))
            end = stpcpy(end, word);
    }
    sink = (unsigned long)(end - text);
}

int main(int count, char **words)
{
    if (count < 3)
        return 2;
    const char *what = words[1];
    int repaired = count > 3;
    size_t n = strtoul(words[2], NULL, 10);
    unsigned long *items = malloc(n * sizeof *items);
    for (size_t i = 0; i < n; i++)
        items[i] = mixed(i);
    if (!strcmp(what, "timers"))
        (repaired ? expire_heap : expire)(items, n);
    else if (!strcmp(what, "cache")) {
        unsigned *next = malloc((n + 1) * sizeof *next), *previous = malloc((n + 1) * sizeof *next);
        for (size_t i = 0; i <= n; i++) {
            next[i] = (unsigned)((i + 1) % (n + 1));
            previous[i] = (unsigned)((i + n) % (n + 1));
        }
        for (size_t i = 0; i < n; i++)
            if (repaired)
                relink(next, previous, (unsigned)(items[i] % n + 1));
            else
                touch(next, items[i] % n);
        sink = next[0];
    } else if (!strcmp(what, "variables"))
        export_all(n, repaired);
    else if (!strcmp(what, "lines"))
        lines(n, repaired);
    else if (!strcmp(what, "roots"))
        connect(n, repaired);
    else if (!strcmp(what, "threads"))
        threads(items, n);
    else if (!strcmp(what, "forked"))
        forked(items, n);
    else
        distinct(n);
    return 0;
}
