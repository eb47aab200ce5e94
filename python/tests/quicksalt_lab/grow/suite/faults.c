/* Faults of programs in C and their repairs: faults NAME N. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOINLINE __attribute__((noinline))

static volatile unsigned long sink;

static unsigned long random_number(void)
{
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

/* Joel Spolsky, "Back to Basics" (2001): strcat searches for the end at every call. */
NOINLINE static void join(char *to, size_t n, int repaired)
{
    char *end = to;
    *to = 0;
    for (size_t i = 0; i < n; i++) {
        strcat(repaired ? end : to, "word ");
        end += 5;
    }
}

NOINLINE static void upper(char *text, int repaired)
{
    size_t length = strlen(text);
    for (size_t i = 0; i < (repaired ? length : strlen(text)); i++)
        text[i] &= ~0x20;
}

struct node {
    struct node *next, *left, *right;
    unsigned long key;
};

NOINLINE static void list_append(struct node **head, struct node **tail, struct node *new, int repaired)
{
    struct node **at = repaired ? tail : head;
    while (*at)
        at = &(*at)->next;
    *at = new;
    *tail = new;
}

NOINLINE static char *push(char *items, size_t count, size_t *room, int repaired)
{
    if (count < *room)
        return items;
    *room = repaired ? 2 * *room + 16 : count + 16;
    char *larger = malloc(*room);
    memcpy(larger, items, count);
    free(items);
    return larger;
}

NOINLINE static void pop_front(unsigned long *items, size_t *first, size_t *count, int repaired)
{
    --*count;
    if (repaired)
        ++*first;
    else
        memmove(items, items + 1, *count * sizeof *items);
}

NOINLINE static int seen(const unsigned long *items, size_t count, unsigned long key)
{
    for (size_t i = 0; i < count; i++)
        if (items[i] == key)
            return 1;
    return 0;
}

NOINLINE static int less(const void *a, const void *b)
{
    const unsigned long *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

NOINLINE static void add_sorted(unsigned long *items, size_t count, int last)
{
    if (last)
        qsort(items, count, sizeof *items, less);
}

NOINLINE static struct node *tree_insert(struct node *root, struct node *new)
{
    struct node **at = &root;
    while (*at)
        at = new->key < (*at)->key ? &(*at)->left : &(*at)->right;
    *at = new;
    return root;
}

NOINLINE static void table_add(struct node **table, size_t size, struct node *new, int repaired)
{
    struct node **at = &table[(repaired ? new->key * 0x9E3779B97F4A7C15u >> 40 : new->key & 7) % size];
    while (*at && (*at)->key != new->key)
        at = &(*at)->next;
    if (!*at)
        *at = new;
}

NOINLINE static void multiply(const unsigned long *a, const unsigned long *b, unsigned long *c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            unsigned long sum = 0;
            for (size_t k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
}

NOINLINE static unsigned long fibonacci(unsigned n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

NOINLINE static void bubble_sort(unsigned long *items, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j + 1 < n - i; j++)
            if (items[j] > items[j + 1]) {
                unsigned long kept = items[j];
                items[j] = items[j + 1];
                items[j + 1] = kept;
            }
}

NOINLINE static void sift_down(unsigned long *items, size_t at, size_t n)
{
    for (size_t child; (child = 2 * at + 1) < n; at = child) {
        child += child + 1 < n && items[child + 1] > items[child];
        if (items[at] >= items[child])
            return;
        unsigned long kept = items[at];
        items[at] = items[child];
        items[child] = kept;
    }
}

NOINLINE static void heap_sort(unsigned long *items, size_t n)
{
    for (size_t i = n / 2; i-- > 0;)
        sift_down(items, i, n);
    while (n-- > 1) {
        unsigned long kept = items[0];
        items[0] = items[n];
        items[n] = kept;
        sift_down(items, 0, n);
    }
}

NOINLINE static void quick_sort(unsigned long *items, long low, long high)
{
    while (low < high) {
        unsigned long pivot = items[(low + high) / 2];
        long i = low, j = high;
        while (i <= j) {
            while (items[i] < pivot)
                i++;
            while (items[j] > pivot)
                j--;
            if (i <= j) {
                unsigned long kept = items[i];
                items[i++] = items[j];
                items[j--] = kept;
            }
        }
        quick_sort(items, low, j);
        low = i;
    }
}

/* A table that grows and is cleared, as in CVE-2011-4885 and similar faults. */
NOINLINE static unsigned long *grow_table(unsigned long *old, size_t size, size_t *room)
{
    unsigned long *table = malloc(2 * *room * sizeof *table);
    memset(table, 0, 2 * *room * sizeof *table);
    for (size_t i = 0; i < size; i++)
        table[i] = old[i];
    free(old);
    *room *= 2;
    return table;
}

static unsigned long *numbers(size_t n, int sorted)
{
    unsigned long *items = malloc((n + 1) * sizeof *items);
    for (size_t i = 0; i < n; i++)
        items[i] = sorted ? i : random_number() >> 8;
    return items;
}

static void lists(const char *what, size_t n, int repaired)
{
    struct node *nodes = calloc(n, sizeof *nodes), *head = NULL, *tail = NULL, *root = NULL;
    struct node **table = calloc(4 * n, sizeof *table);
    for (size_t i = 0; i < n; i++) {
        nodes[i].key = repaired ? random_number() >> 8 : 8 * i;
        if (!strcmp(what, "tail"))
            list_append(&head, &tail, &nodes[i], repaired && tail);
        else if (!strcmp(what, "tree"))
            root = tree_insert(root, &nodes[i]);
        else
            table_add(table, 4 * n, &nodes[i], repaired);
    }
    sink = (unsigned long)head + (unsigned long)root;
}

static void arrays(const char *what, size_t n, int repaired)
{
    unsigned long *items = numbers(n, 0);
    size_t first = 0, count = n, room = 16;
    if (!strcmp(what, "front"))
        while (count)
            pop_front(items, &first, &count, repaired);
    else if (!strcmp(what, "unique"))
        for (size_t i = 0; i < n; i++)
            sink += seen(items, repaired ? 0 : i, items[i]);
    else if (!strcmp(what, "resort"))
        for (size_t i = 1; i <= n; i++)
            add_sorted(items, i, !repaired || i == n);
    else if (!strcmp(what, "bubble"))
        repaired ? heap_sort(items, n) : bubble_sort(items, n);
    else if (!strcmp(what, "quick"))
        quick_sort(items, 0, (long)n - 1);
    else if (!strcmp(what, "qsort"))
        qsort(items, n, sizeof *items, less);
    else if (!strcmp(what, "table")) {
        unsigned long *table = malloc(room * sizeof *table);
        for (size_t i = 0; i < n; i++) {
            if (i == room)
                table = grow_table(table, i, &room);
            table[i] = items[i];
        }
    } else if (!strcmp(what, "multiply")) {
        unsigned long *a = numbers(n * n, 0), *b = numbers(n * n, 0), *c = numbers(n * n, 1);
        multiply(a, b, c, n);
        sink = c[n];
    }
    sink = items[0];
}

static void texts(const char *what, size_t n, int repaired)
{
    char *text = malloc(5 * n + 1);
    memset(text, 'a', 5 * n);
    text[n] = 0;
    if (!strcmp(what, "join"))
        join(text, n, repaired);
    else if (!strcmp(what, "upper"))
        upper(text, repaired);
    else {
        size_t room = 16;
        char *items = malloc(room);
        for (size_t i = 0; i < 16 * n; i++) {
            items = push(items, i, &room, repaired);
            items[i] = (char)i;
        }
    }
    sink = text[0];
}

int main(int count, char **words)
{
    if (count < 3)
        return 2;
    const char *what = words[1];
    int repaired = count > 3;
    size_t n = strtoul(words[2], NULL, 10);
    if (strstr("tail tree hash", what))
        lists(what, n, repaired);
    else if (strstr("join upper push", what))
        texts(what, n, repaired);
    else if (!strcmp(what, "fibonacci"))
        sink = fibonacci(n);
    else
        arrays(what, n, repaired);
    return 0;
}
