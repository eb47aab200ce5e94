/* GnuTLS loads a bundle as trusted. */
#include <gnutls/gnutls.h>

#include "child.h"

static const char *version(void) { return gnutls_check_version(NULL); }

static int load(const char *path) {
  gnutls_certificate_credentials_t credentials;
  if (gnutls_certificate_allocate_credentials(&credentials) < 0) return -1;
  int count = gnutls_certificate_set_x509_trust_file(credentials, path, GNUTLS_X509_FMT_PEM);
  gnutls_certificate_free_credentials(credentials);
  return count;
}
