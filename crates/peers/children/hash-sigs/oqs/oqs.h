/* What the sources of cisco/hash-sigs inside liboqs want of liboqs: memory, and SHA-256, which is
 * OpenSSL's here, as it is upstream. */
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
