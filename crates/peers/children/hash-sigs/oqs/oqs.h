/* The parts of liboqs that its copy of cisco/hash-sigs needs: memory, and SHA-256, here from OpenSSL
 * as upstream. */
#ifndef PEERS_OQS_H
#define PEERS_OQS_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include "oqsconfig.h"
#include "sha2.h"

#define OQS_MEM_malloc malloc
#define OQS_MEM_insecure_free free

#endif
