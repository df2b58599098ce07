import BlobStore
import CAlbumenSystem
import Cancellation
import Catalog
import Foundation
import PhotoLibrary
import PhotoSources
import Records
import SystemCalls
import SystemPackage
import ZipArchives

/// A pack that came from a place, in the memory of this process, or only its directory. Its bytes can be anybody's.
final class ThumbnailPackFile {
    /// A thumbnail in the pack.
    struct Member {
        let sha256: BlobDigest
        let isWhole: Bool
        let isPNG: Bool
        /// The number of bytes that it takes in the pack.
        let storedSize: Int
        fileprivate let size: Int
        fileprivate let place: ZipPlace
    }

    /// The bytes at the end of an archive without a comment.
    private static let endSize: Int64 = 22
    private static let headerSize = 30

    private static let limits: ArchiveLimits = {
        var limits = ArchiveLimits()
        limits.memberCount = ThumbnailPack.countLimit
        limits.directoryByteCount = ThumbnailPack.sizeLimit
        limits.pathByteCount = 128
        limits.memberByteCount = Int64(Derivatives.copiedThumbnailLimit)
        return limits
    }()

    let name: String
    private let size: Int64
    private let descriptor: FileDescriptor

    private init(_ name: String, size: Int64) throws {
        (self.name, self.size) = (name, size)
        let number = albumen_make_memory_file()
        guard number >= 0 else { throw Errno(rawValue: -number) }
        descriptor = FileDescriptor(rawValue: number)
    }

    deinit {
        // It's only memory, so nothing is lost.
        try? descriptor.close()
    }

    /// Makes a file of a pack's bytes.
    convenience init(_ name: String, bytes: Data) throws {
        try self.init(name, size: Int64(bytes.count))
        try bytes.withUnsafeBytes { try descriptor.write(all: $0, at: 0) }
    }

    /// Downloads a pack and compares its bytes with its name.
    ///
    /// - Throws: `RemoteBlobError`: `damaged` if it has other bytes, or `notFound` if the owner has replaced it.
    convenience init(
        _ name: String, size: Int64, from place: any RemoteBlobStore, _ cancellation: WorkCancellation
    ) throws {
        let bytes = try Self.bytes(of: name, nil, size, place, cancellation)
        guard ThumbnailPack.name(for: try BlobDigest(hashing: bytes)) == name else {
            throw Self.damaged(name, "it has other bytes")
        }
        try self.init(name, bytes: bytes)
    }

    /// Downloads only the directory of a pack, with two requests. Its thumbnails can't be read then.
    convenience init(
        directoryOf name: String, size: Int64, from place: any RemoteBlobStore, _ cancellation: WorkCancellation
    ) throws {
        guard size >= Self.endSize else { throw Self.damaged(name, "it's too short") }
        let end = try Self.bytes(of: name, size - Self.endSize..<size, Self.endSize, place, cancellation)
        // The position of the directory, the least significant byte first.
        let start = end.dropFirst(16).prefix(4).reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
        guard start < size else { throw Self.damaged(name, "its directory lies outside of it") }
        let directory = try Self.bytes(of: name, start..<size, size - start, place, cancellation)
        try self.init(name, size: size)
        try directory.withUnsafeBytes { try descriptor.write(all: $0, at: start) }
    }

    /// Returns the thumbnails of the current method, each picture once, as the directory declares them.
    ///
    /// - Throws: `RemoteBlobError` (`damaged`).
    func members() throws -> [Member] {
        let listing: ZipListing
        do {
            listing = try ZipDirectoryReader.listing(of: descriptor, byteCount: size, limits: Self.limits)
        } catch {
            throw Self.damaged(name, error.message)
        }
        var seen: Set<BlobDigest> = []
        return listing.members.compactMap { member in
            guard let picture = ThumbnailPack.picture(ofPath: member.path), !member.contents.isDeflated,
                seen.insert(picture.sha256).inserted
            else { return nil }
            return Member(
                sha256: picture.sha256, isWhole: picture.isWhole, isPNG: picture.isPNG,
                storedSize: ThumbnailPack.storedSize(path: member.path, size: Int(member.size)), size: Int(member.size),
                place: member.contents)
        }
    }

    /// Returns a thumbnail, or `nil` if its bytes aren't those that the directory declares, or no image.
    func thumbnail(_ member: Member) throws -> ThumbnailRecord? {
        let header = try bytes(at: member.place.headerOffset, count: Self.headerSize)
        guard header.starts(with: [0x50, 0x4B, 0x03, 0x04]) else { return nil }
        // The sizes of the name and of the fields after it.
        let skipped = Int(header[26]) + Int(header[27]) << 8 + Int(header[28]) + Int(header[29]) << 8
        let bytes = try bytes(
            at: member.place.headerOffset + Int64(Self.headerSize + skipped), count: member.size)
        var checksum = ZipChecksum()
        bytes.withUnsafeBytes { checksum.update($0) }
        let thumbnail = ThumbnailRecord(sha256: member.sha256, isWhole: member.isWhole, bytes: bytes)
        guard bytes.count == member.size, checksum.value == member.place.checksum,
            Derivatives.isPNG(thumbnail) == member.isPNG
        else { return nil }
        return thumbnail
    }

    // MARK: Parts

    /// Returns fewer bytes at the end of the file.
    private func bytes(at offset: Int64, count: Int) throws -> Data {
        var data = Data(count: count)
        let read = try data.withUnsafeMutableBytes { try descriptor.read(at: offset, into: $0) }
        return read < count ? data.prefix(read) : data
    }

    private static func bytes(
        of name: String, _ range: Range<Int64>?, _ size: Int64, _ place: any RemoteBlobStore,
        _ cancellation: WorkCancellation
    ) throws -> Data {
        let download = try place.download(ThumbnailPack.remoteName(name), range: range)
        defer { download.cancel() }
        var data = Data()
        try cancellation.whileWaking {
            download.cancel()
        } while: {
            while let piece = try download.next() {
                guard piece.count <= size - Int64(data.count) else { throw damaged(name, "it's longer than its size") }
                data += piece
            }
        }
        guard data.count == size else { throw damaged(name, "it's shorter than its size") }
        return data
    }

    private static func damaged(_ name: String, _ reason: String) -> RemoteBlobError {
        RemoteBlobError(
            .damaged,
            "The pack of thumbnails \(ThumbnailPack.remoteName(name)) is damaged: \(reason). Remove it from the place. "
                + "Albumen stores its thumbnails again.")
    }
}
