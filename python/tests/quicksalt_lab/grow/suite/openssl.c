/* Loads a bundle into OpenSSL's store. */
#include <openssl/x509.h>

int main(int argc, char **argv)
{
    X509_STORE *store = X509_STORE_new();
    if (argc != 2 || store == NULL)
        return 2;
    int loaded = X509_STORE_load_locations(store, argv[1], NULL);
    X509_STORE_free(store);
    return loaded == 1 ? 0 : 1;
}
