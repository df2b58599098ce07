#include "CLibCryptoAtExit.h"

#include <openssl/crypto.h>
#include <stddef.h>

// libcrypto frees its state when a program exits. A thread that has used it and ends at that moment then reads freed
// memory and crashes the program, although its work is done. The system frees the memory in any case.
// The flag has an effect only before libcrypto's first use, therefore this runs when the program is loaded.
__attribute__((constructor)) static void keep_libcrypto(void) {
    OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
}
