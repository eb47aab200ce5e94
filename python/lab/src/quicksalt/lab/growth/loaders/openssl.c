/* OpenSSL loads a bundle into an X509_STORE. */
#include <openssl/crypto.h>
#include <openssl/x509_vfy.h>

#include "child.h"

static const char *version(void) { return OpenSSL_version(OPENSSL_VERSION); }

static int load(const char *path) {
  int count = -1;
  X509_STORE *store = X509_STORE_new();
  if (store != NULL && X509_STORE_load_locations(store, path, NULL))
    count = sk_X509_OBJECT_num(X509_STORE_get0_objects(store));
  X509_STORE_free(store);
  return count;
}
