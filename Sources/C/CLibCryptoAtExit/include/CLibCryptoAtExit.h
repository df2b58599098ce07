#ifndef CLibCryptoAtExit_h
#define CLibCryptoAtExit_h

// Linking this target keeps libcrypto usable until the process has ended. It declares nothing.

#endif
