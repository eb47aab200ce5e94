/* Faults that reach their cost through the C library, callbacks and recursion: foreign NAME N [repaired]. */
#include <search.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#define NOINLINE __attribute__((noinline))

static volatile unsigned long sink;

static char *numbers(size_t n)
{
    char *text = malloc(8 * n + 1), *at = text;
    for (size_t i = 0; i < n; i++)
        at += sprintf(at, "%zu ", i % 10000);
    return text;
}

/* sscanf measures the rest of the text for each number. */
NOINLINE static unsigned long parse(const char *text, int repaired)
{
    unsigned long sum = 0;
    int length, value;
    if (!repaired) {
        for (; sscanf(text, "%d%n", &value, &length) == 1; text += length)
            sum += (unsigned long)value;
        return sum;
    }
    for (char *end;; text = end) {
        long one = strtol(text, &end, 10);
        if (end == text)
            return sum;
        sum += (unsigned long)one;
    }
}

static int differ(const void *a, const void *b)
{
    const unsigned long *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* lfind compares with all existing items. */
NOINLINE static void add_unless_there(unsigned long *items, size_t *count, const unsigned long *item)
{
    if (!lfind(item, items, count, sizeof *items, differ))
        items[(*count)++] = *item;
}

NOINLINE static void add_to_tree(void **root, const unsigned long *item)
{
    tsearch(item, root, differ);
}

NOINLINE static int is_prime(unsigned long number)
{
    for (unsigned long i = 2; i * i <= number; i++)
        if (number % i == 0)
            return 0;
    return 1;
}

NOINLINE static unsigned long sieve(char *composite, size_t n)
{
    unsigned long found = 0;
    for (size_t i = 2; i < n; i++) {
        if (composite[i])
            continue;
        found++;
        for (size_t j = i * i; j < n; j += i)
            composite[j] = 1;
    }
    return found;
}

/* The first item is the pivot: the worst choice for sorted input. */
NOINLINE static void quick_sort(long *items, long low, long high, int repaired)
{
    if (low >= high)
        return;
    long middle = repaired ? low + (high - low) / 2 : low, kept = items[middle], at = low;
    items[middle] = items[low];
    items[low] = kept;
    for (long i = low + 1; i <= high; i++)
        if (items[i] < kept) {
            long other = items[++at];
            items[at] = items[i];
            items[i] = other;
        }
    items[low] = items[at];
    items[at] = kept;
    quick_sort(items, low, at - 1, repaired);
    quick_sort(items, at + 1, high, repaired);
}

/* A parser of two mutually recursive functions; one measures the remaining text each time. */
struct text {
    const char *at, *end;
    int repaired;
};

static unsigned long list(struct text *in);

NOINLINE static size_t left(const struct text *in)
{
    return in->repaired ? (size_t)(in->end - in->at) : strlen(in->at);
}

NOINLINE static unsigned long item(struct text *in)
{
    if (left(in) && *in->at == '(') {
        in->at++;
        unsigned long depth = list(in);
        in->at++;
        return depth + 1;
    }
    in->at++;
    return 0;
}

NOINLINE static unsigned long list(struct text *in)
{
    unsigned long sum = 0;
    while (left(in) && *in->at != ')')
        sum += item(in);
    return sum;
}

/* A table of records that grows by a fixed step and is copied each time. */
struct records {
    double (*rows)[4];
    size_t count, room;
};

NOINLINE static void append(struct records *to, double value, int repaired)
{
    if (to->count == to->room) {
        size_t room = repaired ? 2 * to->room + 8 : to->room + 8;
        double(*rows)[4] = calloc(room, sizeof *rows);
        for (size_t i = 0; i < to->count; i++)
            memcpy(rows[i], to->rows[i], sizeof *rows);
        free(to->rows);
        to->rows = rows;
        to->room = room;
    }
    to->rows[to->count++][0] = value;
}

/* Two coroutines: the producer searches for each value from the start. */
static ucontext_t giver, taker;
static unsigned long given;
static size_t wanted;
static int direct;

NOINLINE static unsigned long triangle(size_t n)
{
    unsigned long sum = 0;
    for (size_t i = 0; i < (direct ? 1 : n); i++) {
        sum += direct ? n * (n - 1) / 2 : i;
        sink = sum;
    }
    return sum;
}

static void give(void)
{
    for (size_t i = 0;; i++) {
        given = triangle(i);
        swapcontext(&giver, &taker);
    }
}

NOINLINE static unsigned long take(size_t n)
{
    static char stack[1 << 16];
    unsigned long sum = 0;
    getcontext(&giver);
    giver.uc_stack.ss_sp = stack;
    giver.uc_stack.ss_size = sizeof stack;
    giver.uc_link = &taker;
    makecontext(&giver, give, 0);
    for (wanted = 0; wanted < n; wanted++) {
        swapcontext(&taker, &giver);
        sum += given;
    }
    return sum;
}

/* Longest common subsequence, by a full table. */
NOINLINE static size_t common(const char *a, const char *b, size_t n)
{
    size_t *row = calloc(n + 1, sizeof *row);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0, before = 0; j < n; j++) {
            size_t kept = row[j + 1];
            row[j + 1] = a[i] == b[j] ? before + 1 : row[j + 1] > row[j] ? row[j + 1] : row[j];
            before = kept;
        }
    return row[n];
}

/* Small static functions, which the compiler inlines into main. */
static int known(const unsigned *ids, size_t count, unsigned id)
{
    for (size_t i = 0; i < count; i++)
        if (ids[i] == id)
            return 1;
    return 0;
}

static size_t register_all(unsigned *ids, size_t n, int repaired)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned id = (unsigned)(i * 2654435761u);
        if (repaired || !known(ids, count, id))
            ids[count++] = id;
    }
    return count;
}

static void of_items(const char *what, size_t n, int repaired)
{
    unsigned long *items = malloc(n * sizeof *items), *kept = malloc(n * sizeof *items);
    size_t count = 0;
    void *root = NULL;
    for (size_t i = 0; i < n; i++)
        items[i] = i * 2654435761u % 1000003;
    for (size_t i = 0; i < n; i++) {
        if (repaired)
            add_to_tree(&root, &items[i]);
        else
            add_unless_there(kept, &count, &items[i]);
    }
    sink = count + (root != NULL) + (unsigned long)what[0];
}

static void of_texts(const char *what, size_t n, int repaired)
{
    char *text = malloc(2 * n + 1);
    for (size_t i = 0; i < 2 * n; i++)
        text[i] = "(ab)"[i % 4];
    text[2 * n] = 0;
    struct text in = {text, text + 2 * n, repaired};
    sink = !strcmp(what, "nested") ? list(&in) : common(text, text + 1, n);
}

int main(int count, char **words)
{
    if (count < 3)
        return 2;
    const char *what = words[1];
    int repaired = count > 3;
    size_t n = strtoul(words[2], NULL, 10);
    if (!strcmp(what, "sscanf"))
        sink = parse(numbers(n), repaired);
    else if (!strcmp(what, "lfind"))
        of_items(what, n, repaired);
    else if (!strcmp(what, "primes") && repaired)
        sink = sieve(calloc(n, 1), n);
    else if (!strcmp(what, "primes"))
        for (size_t i = 2; i < n; i++)
            sink += (unsigned long)is_prime(i);
    else if (!strcmp(what, "sorted")) {
        long *items = malloc(n * sizeof *items);
        for (size_t i = 0; i < n; i++)
            items[i] = (long)i;
        quick_sort(items, 0, (long)n - 1, repaired);
    } else if (!strcmp(what, "records")) {
        struct records all = {0};
        for (size_t i = 0; i < n; i++)
            append(&all, (double)i, repaired);
        sink = all.count;
    } else if (!strcmp(what, "coroutines")) {
        direct = repaired;
        sink = take(n);
    } else if (!strcmp(what, "inlined"))
        sink = register_all(malloc(n * sizeof(unsigned)), n, repaired);
    else
        of_texts(what, n, repaired);
    return 0;
}
