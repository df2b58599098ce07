internal import CLibCrypto
internal import Foundation

/// Reads and writes OpenSSL's objects as PEM.
enum PEMText {
    /// Returns what `write` writes.
    static func text(_ write: (OpaquePointer) -> Int32) throws(CertificateError) -> Data {
        guard let memory = BIO_new(BIO_s_mem()) else { throw .failed("allocate memory") }
        defer { BIO_free_all(memory) }
        guard write(memory) == 1 else { throw .failed("write PEM") }
        var bytes = [UInt8](repeating: 0, count: BIO_ctrl_pending(memory))
        guard BIO_read(memory, &bytes, Int32(bytes.count)) == Int32(bytes.count) else { throw .failed("write PEM") }
        return Data(bytes)
    }

    /// Returns what `read` reads of a text.
    static func read<Value>(_ text: Data, _ read: (OpaquePointer) -> Value?) -> Value? {
        text.withUnsafeBytes { bytes in
            guard let memory = BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count)) else { return nil }
            defer {
                BIO_free_all(memory)
                ERR_clear_error()
            }
            return read(memory)
        }
    }
}
