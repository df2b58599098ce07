import BlobStore
internal import CLibCrypto
import Foundation
import Records

/// Encrypts the number of a change for one client: AES-128 of a single block with six zero bytes, two bytes of the epoch
/// and the number.
///
/// Equal numbers result in equal blocks, so tokens of one state are equal. The zero bytes reveal a forged or foreign
/// block.
struct ChangeNumberCipher {
    private static let blockSize = 16
    private static let padding = 6
    private static let numberSize = 8

    private let key: [UInt8]

    /// - Parameters:
    ///   - key: The library's secret.
    ///   - client: The name of the client. No other client can read its tokens.
    init(key: Data, client: String) throws {
        self.key = Array(try BlobDigest(hashing: key + Data(client.utf8)).bytes.prefix(Self.blockSize))
    }

    /// - Parameter epoch: The library's epoch, at most 65,535.
    func seal(_ number: Int64, epoch: Int64) throws -> Data {
        let epochBytes = withUnsafeBytes(of: UInt16(truncatingIfNeeded: epoch).bigEndian) { Array($0) }
        let bytes = withUnsafeBytes(of: number.bigEndian) { Array($0) }
        return Data(try transform([UInt8](repeating: 0, count: Self.padding) + epochBytes + bytes, encrypts: true))
    }

    /// Returns `nil` if `seal` didn't make the block for this library and client.
    func open(_ block: Data) throws -> (number: Int64, epoch: Int64)? {
        guard block.count == Self.blockSize else { return nil }
        let plain = try transform(Array(block), encrypts: false)
        guard plain.prefix(Self.padding).allSatisfy({ $0 == 0 }) else { return nil }
        let (epoch, number) = (plain.dropFirst(Self.padding).dropLast(Self.numberSize), plain.suffix(Self.numberSize))
        return (number.reduce(0) { $0 << 8 | Int64($1) }, epoch.reduce(0) { $0 << 8 | Int64($1) })
    }

    private func transform(_ block: [UInt8], encrypts: Bool) throws -> [UInt8] {
        var result = [UInt8](repeating: 0, count: 2 * Self.blockSize)
        var count: Int32 = 0
        let context = EVP_CIPHER_CTX_new()
        defer { EVP_CIPHER_CTX_free(context) }
        guard context != nil,
            EVP_CipherInit_ex(context, EVP_aes_128_ecb(), nil, key, nil, encrypts ? 1 : 0) == 1,
            EVP_CIPHER_CTX_set_padding(context, 0) == 1,
            EVP_CipherUpdate(context, &result, &count, block, Int32(block.count)) == 1, Int(count) == block.count
        else {
            throw BlobStoreError(
                .ioFailure,
                "libcrypto can't encrypt. Free some memory, or check that OpenSSL's configuration allows AES-128.")
        }
        return Array(result.prefix(block.count))
    }
}
