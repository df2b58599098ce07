import Albumen
import BlobStore
import Foundation

/// A URL of an original under its own name: apps read the name from it. The library keeps originals under their digests, so
/// this is a link in a folder for temporary files.
enum OriginalFileURL {
    private static let longestName = 255

    /// The original's own URL where no link can be made, or none with its name.
    static func make(for source: PictureSource, in library: Library) -> URL {
        let original = library.blobs.fileURL(of: source.digest)
        let name = source.filename
        guard !["", ".", ".."].contains(name), !name.contains("/"), !name.utf8.contains(0),
            name.utf8.count <= longestName,
            let folder = folder(for: source.digest, in: library)
        else { return original }
        let link = folder.appending(path: name, directoryHint: .notDirectory)
        return make(link, to: original) ? link : original
    }

    private static func make(_ link: URL, to original: URL) -> Bool {
        let (path, target) = (link.path(percentEncoded: false), original.path(percentEncoded: false))
        if symlink(target, path) == 0 { return true }
        if (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) == target { return true }
        // The library was moved.
        let temporary = "\(path.prefix(path.count - link.lastPathComponent.count))\(UUID().uuidString)"
        return symlink(target, temporary) == 0 && rename(temporary, path) == 0
    }

    private static func folder(for digest: BlobDigest, in library: Library) -> URL? {
        let root = FileManager.default.temporaryDirectory
            .appending(path: "albumen-originals-\(getuid())", directoryHint: .isDirectory)
        let folders = [root, root.appending(path: library.identifier, directoryHint: .isDirectory)]
        let last = folders[1].appending(path: digest.hexadecimal, directoryHint: .isDirectory)
        return (folders + [last]).allSatisfy(isOwnFolder) ? last : nil
    }

    /// Makes the folder where there is none. One that another user made, and could put something in, will not do.
    private static func isOwnFolder(_ folder: URL) -> Bool {
        let path = folder.path(percentEncoded: false)
        let name = path.hasSuffix("/") ? String(path.dropLast()) : path
        guard mkdir(name, 0o700) == 0 || errno == EEXIST else { return false }
        var status = stat()
        return lstat(name, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == getuid()
            && status.st_mode & 0o022 == 0
    }
}
