package import Records

extension BlobDigest {
    /// A digest of no file, with the same byte 32 times.
    package init(repeating byte: UInt8) {
        self.init(byte, repeating: byte)
    }

    /// A digest of no file, with a first byte and the same byte 31 times.
    package init(_ first: UInt8, repeating byte: UInt8) {
        guard let digest = BlobDigest(bytes: [first] + Array(repeating: byte, count: 31)) else {
            preconditionFailure("32 bytes are a digest")
        }
        self = digest
    }
}
