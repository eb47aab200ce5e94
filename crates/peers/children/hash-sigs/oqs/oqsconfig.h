/* Enables key generation and signing, which liboqs disables by default. */
#ifndef PEERS_OQSCONFIG_H
#define PEERS_OQSCONFIG_H
#define OQS_ALLOW_LMS_KEY_AND_SIG_GEN 1
#endif
