import BlobStore
import Foundation
import Records

/// A seal on stored images that this user's Albumen made. The host decodes no other stored images.
///
/// A library can come from another person, with thumbnails that attack a decoder. A seal consists of a mark of 4
/// bytes and the first 16 bytes of an HMAC-SHA256 of the original's digest, the size and the image, with the user's
/// secret. It follows the image, where all decoders of JPEG and PNG ignore it.
struct DerivativeSeal: Sendable {
    private static let mark = Data("AlbS".utf8)
    private static let codeSize = 16

    private let key: Data

    init(key: Data) {
        self.key = key
    }

    func sealed(_ picture: Data, _ step: Derivatives.Step, of digest: BlobDigest) throws -> Data {
        picture + Self.mark + (try code(picture, step, digest))
    }

    /// Returns whether this user's Albumen stored these bytes as this size of this original.
    func isValid(_ stored: Data, _ step: Derivatives.Step, of digest: BlobDigest) throws -> Bool {
        let picture = Self.picture(in: stored)
        guard picture.count < stored.count else { return false }
        let code = try code(picture, step, digest)
        return HMACSHA256.areEqual(code, stored.suffix(Self.codeSize))
    }

    /// Returns the image without its seal, if it has one.
    static func picture(in stored: Data) -> Data {
        let size = mark.count + codeSize
        guard stored.count > size, stored.suffix(size).starts(with: mark) else { return stored }
        return stored.prefix(stored.count - size)
    }

    private func code(_ picture: Data, _ step: Derivatives.Step, _ digest: BlobDigest) throws -> Data {
        let message = digest.bytes + [UInt8(step == .thumbnail ? 0 : 1)] + (try BlobDigest(hashing: picture).bytes)
        return try HMACSHA256.code(of: message, key: key).prefix(Self.codeSize)
    }
}
