internal import Foundation

/// The originals of a server.
final class ImmichFiles: RemoteFiles {
    /// The identity of an original: that of its asset, and the checksum that its bytes must have.
    struct Identity: Equatable {
        var asset: ImmichIdentifier
        /// The SHA-1 of the bytes, or `nil` if the server doesn't know it.
        var sha1: [UInt8]?

        init(asset: ImmichIdentifier, sha1: [UInt8]?) {
            (self.asset, self.sha1) = (asset, sha1)
        }

        /// Reads a text such as `0aa7…-…#sha1=da39…`.
        init?(_ text: String) {
            let parts = text.split(separator: "#sha1=", omittingEmptySubsequences: false)
            guard parts.count <= 2, let asset = ImmichIdentifier(parts.first.map(String.init)) else { return nil }
            self.asset = asset
            guard parts.count == 2 else { return }
            let digits = Array(parts[1].utf8)
            // A number could begin with a sign.
            guard digits.count == 40, !digits.contains(0x2B), !digits.contains(0x2D) else { return nil }
            var bytes: [UInt8] = []
            for index in stride(from: 0, to: 40, by: 2) {
                guard let byte = UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16) else {
                    return nil
                }
                bytes.append(byte)
            }
            sha1 = bytes
        }

        var text: String {
            guard let sha1 else { return asset.text }
            let digits = sha1.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            return "\(asset.text)#sha1=\(digits)"
        }

        var request: ImmichRequest {
            ImmichRequest("assets/\(asset.text)/original", permission: "asset.download")
        }
    }

    private let connection: ImmichConnection

    init(_ connection: ImmichConnection) {
        self.connection = connection
    }

    func read(_ identifier: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        guard let original = Identity(identifier) else {
            throw SourceError(.unreadable, "“\(identifier)” isn't an original of an Immich server.")
        }
        let digest = SHA1()
        try connection.download(original.request) { piece in
            if original.sha1 != nil { digest.update(piece) }
            try body(piece)
        }
        guard let sha1 = original.sha1, let found = digest.finish(), found != sha1 else { return }
        throw SourceError(
            .damaged,
            """
            The original of \(original.asset.text) from \(connection.address.text) doesn't have the checksum that \
            Immich stores of it. Import it again, and check the file on the server.
            """)
    }

    /// Returns the size of an original, or `nil` if the server doesn't say it or has no original.
    func size(of asset: ImmichIdentifier) throws(SourceError) -> Int64? {
        do throws(SourceError) {
            return try connection.size(of: Identity(asset: asset, sha1: nil).request)
        } catch {
            guard error.code == .unsupported else { throw error }
            return nil
        }
    }
}
