import BlobStore
import Cancellation
import Catalog
import PhotoLibrary
import Records
import ZipArchives

/// The names and limits of packs: objects of a place that have many thumbnails each.
///
/// A pack is a ZIP archive without compression, so other programs can read it. Its files have the names of `path(of:)`. The
/// archive's directory says which thumbnails it has. The pack's name is the start of its SHA-256, so a pack is never
/// overwritten.
enum ThumbnailPack {
    static let prefix = "albumen/thumbs/"
    /// The largest size of a pack in bytes.
    static let sizeLimit: Int64 = 8 << 20
    /// The largest number of thumbnails in a pack.
    static let countLimit = 8_192
    /// The size of a thumbnail's records in a pack, in bytes, at most.
    static let recordSize = 300

    private static let nameLength = 16

    /// Returns the name of a pack with these bytes.
    static func name(for digest: BlobDigest) -> String { String(digest.hexadecimal.prefix(nameLength)) }

    /// Returns the name of a pack, or `nil` for an object that isn't one.
    static func name(of object: RemoteName) -> String? {
        guard object.text.hasPrefix(prefix) else { return nil }
        let name = object.text.dropFirst(prefix.count)
        guard name.utf8.count == nameLength, [UInt8](hexadecimal: name) != nil else { return nil }
        return String(name)
    }

    static func remoteName(_ name: String) -> RemoteName {
        guard let remote = RemoteName(prefix + name) else { preconditionFailure("Digits and letters are a name.") }
        return remote
    }

    /// Returns the packs in a place, by name. Objects that are too large or too small aren't packs.
    ///
    /// - Complexity: A request for each 1,000 objects.
    static func all(in place: any RemoteBlobStore, _ cancellation: WorkCancellation) throws -> [String: Int64] {
        var packs: [String: Int64] = [:]
        try RemotePage.forEach(of: place.address) { position in
            try place.list(prefix, after: position, limit: 1000, cancellation)
        } _: { page in
            for object in page.elements where (1...sizeLimit).contains(object.size) {
                if let name = name(of: object.name) { packs[name] = object.size }
            }
        }
        return packs
    }

    /// Returns the name of a thumbnail's file in a pack: the number of the method that made it, and the original's digest.
    static func path(of thumbnail: ThumbnailRecord, recipe: Int = Derivatives.thumbnailRecipe) -> String {
        path(thumbnail.sha256, isWhole: thumbnail.isWhole, isPNG: Derivatives.isPNG(thumbnail), recipe: recipe)
    }

    private static func path(_ sha256: BlobDigest, isWhole: Bool, isPNG: Bool, recipe: Int) -> String {
        "\(recipe)/\(isWhole ? "whole/" : "")\(sha256).\(isPNG ? "png" : "jpg")"
    }

    /// Returns the picture of a file in a pack, or `nil` if it isn't a thumbnail of the current method.
    static func picture(ofPath path: String) -> (sha256: BlobDigest, isWhole: Bool, isPNG: Bool)? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard let last = parts.last, let sha256 = BlobDigest(hexadecimal: last.dropLast(4)) else { return nil }
        let (isWhole, isPNG) = (parts.count == 3, last.hasSuffix(".png"))
        // Only the exact spelling, because an archive could have other names of the same picture.
        guard Self.path(sha256, isWhole: isWhole, isPNG: isPNG, recipe: Derivatives.thumbnailRecipe) == path else {
            return nil
        }
        return (sha256, isWhole, isPNG)
    }

    /// Returns the number of bytes that a thumbnail takes in a pack.
    static func storedSize(path: String, size: Int) -> Int {
        // The record in the directory has 46 bytes and the name.
        Int(ZipEntry(name: path, size: Int64(size)).storedByteCount) + 46 + path.utf8.count
    }
}
