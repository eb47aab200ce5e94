/* Loads a bundle into an X509_STORE and prints certificates and nanoseconds of processor time. */
#include <openssl/x509_vfy.h>
#include <stdio.h>
#include <time.h>

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

int main(int argc, char **argv) {
  long long start = now();
  X509_STORE *store = X509_STORE_new();
  if (argc != 2 || store == NULL || !X509_STORE_load_locations(store, argv[1], NULL)) return 1;
  long long time = now() - start;
  printf("%d %lld\n", sk_X509_OBJECT_num(X509_STORE_get0_objects(store)), time);
  return 0;
}
