import Catalog
import Foundation
import ZipArchives

/// Makes a pack of thumbnails in memory.
struct ThumbnailPackBuilder {
    private(set) var entries: [ThumbnailPackIndex.Entry] = []
    private var files = Data()
    private var directory = Data()
    private let sizeLimit: Int64

    init(sizeLimit: Int64 = ThumbnailPack.sizeLimit) { self.sizeLimit = sizeLimit }

    var isEmpty: Bool { entries.isEmpty }

    /// Adds a thumbnail. Each picture is added once.
    ///
    /// - Returns: `false` if the pack has no room for it. The first one always has.
    mutating func add(_ thumbnail: ThumbnailRecord) -> Bool {
        let path = ThumbnailPack.path(of: thumbnail)
        let size = ThumbnailPack.storedSize(path: path, size: thumbnail.bytes.count)
        let end = files.count + directory.count + size + ZipDirectory.end(count: 0, offset: 0, byteCount: 0).count
        guard isEmpty || (end <= sizeLimit && entries.count < ThumbnailPack.countLimit) else { return false }
        let entry = ZipEntry(name: path, size: Int64(thumbnail.bytes.count))
        var checksum = ZipChecksum()
        thumbnail.bytes.withUnsafeBytes { checksum.update($0) }
        directory += entry.directoryRecord(checksum: checksum.value, offset: Int64(files.count))
        files += entry.header
        files += thumbnail.bytes
        files += entry.descriptor(checksum: checksum.value)
        entries.append(ThumbnailPackIndex.Entry(sha256: thumbnail.sha256, size: size))
        return true
    }

    /// Returns the pack's bytes. Equal thumbnails in the same order have equal bytes.
    func finish() -> Data {
        files + directory
            + ZipDirectory.end(count: entries.count, offset: Int64(files.count), byteCount: Int64(directory.count))
    }
}
