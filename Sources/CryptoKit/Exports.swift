// swift-crypto has the interface of Apple's CryptoKit, on BoringSSL.
@_exported public import Crypto
