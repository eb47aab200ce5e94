/* Loads a bundle into GnuTLS's trust list. */
#include <gnutls/x509.h>

int main(int argc, char **argv)
{
    gnutls_x509_trust_list_t list;
    if (argc != 2 || gnutls_x509_trust_list_init(&list, 0) < 0)
        return 2;
    int loaded =
        gnutls_x509_trust_list_add_trust_file(list, argv[1], NULL, GNUTLS_X509_FMT_PEM, 0, 0);
    gnutls_x509_trust_list_deinit(list, 1);
    return loaded > 0 ? 0 : 1;
}
