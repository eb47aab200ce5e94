/* Loads a bundle as trusted and prints certificates and nanoseconds of processor time. */
#include <gnutls/gnutls.h>
#include <stdio.h>
#include <time.h>

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

int main(int argc, char **argv) {
  gnutls_certificate_credentials_t credentials;
  if (argc != 2 || gnutls_certificate_allocate_credentials(&credentials) < 0) return 1;
  long long start = now();
  int count =
      gnutls_certificate_set_x509_trust_file(credentials, argv[1], GNUTLS_X509_FMT_PEM);
  long long time = now() - start;
  if (count < 0) return 1;
  printf("%d %lld\n", count, time);
  return 0;
}
