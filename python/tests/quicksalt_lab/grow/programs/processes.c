/* Does work quadratic in n in a child process (-DTHREAD: in a thread) and waits for it. -DBEFORE:
 * does the same work before the fork. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline))

static unsigned long n;
static volatile unsigned long sink;

NOINLINE static void pairs(void)
{
    for (unsigned long i = 0; i < n; i++)
        for (unsigned long j = 0; j < n; j++)
            sink += i ^ j;
}

#ifdef THREAD
static void *work(void *nothing)
{
    pairs();
    return nothing;
}
#endif

int main(int argc, char **argv)
{
    n = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
#ifdef BEFORE
    pairs();
#endif
#ifdef THREAD
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0)
        return 1;
    return pthread_join(thread, NULL);
#else
    pid_t child = fork();
    if (child == 0) {
        pairs();
        return 0;
    }
    int status = 1;
    waitpid(child, &status, 0);
    return status;
#endif
}
