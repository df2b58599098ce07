import AlbumenTestSupport
import BlobStore
import Cancellation
import Catalog
import Foundation
import MediaRequests
import Pixels
import Records
import Testing
import ZipArchives

@testable import Albumen
@testable import PhotoLibrary

/// A pack has the thumbnails that were put into it, and other bytes do no harm.
@Suite struct ThumbnailPackTests {
    @Test func `a pack has the thumbnails that were added, and its directory says which`() throws {
        let thumbnails = try (1...20).map { try Self.thumbnail($0, isWhole: $0 % 3 == 0) }
        let (place, name, bytes) = try Self.stored(thumbnails)
        #expect(bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]), "Other programs read it as a ZIP archive.")
        let file = try ThumbnailPackFile(name, size: Int64(bytes.count), from: place, WorkCancellation())
        let members = try file.members()
        #expect(try members.compactMap { try file.thumbnail($0) } == thumbnails)
        let directory = try ThumbnailPackFile(
            directoryOf: name, size: Int64(bytes.count), from: place, WorkCancellation())
        #expect(try directory.members().map(\.sha256) == thumbnails.map(\.sha256))
        var builder = ThumbnailPackBuilder()
        for thumbnail in thumbnails { try Self.add(thumbnail, to: &builder) }
        #expect(try directory.members().map(\.storedSize) == builder.entries.map(\.size))
        #expect(builder.entries.reduce(0) { $0 + $1.size } + 22 == bytes.count)
        #expect(thumbnails.allSatisfy { ThumbnailPack.path(of: $0).utf8.count < 128 })
    }

    @Test func `a full pack refuses a thumbnail, and is no larger than its limit`() throws {
        let thumbnails = try (1...20).map { try Self.thumbnail($0) }
        var builder = ThumbnailPackBuilder(sizeLimit: Int64(thumbnails[0].bytes.count * 5))
        let accepted = thumbnails.prefix { builder.add($0) }
        #expect(accepted.count > 1 && accepted.count < 20)
        #expect(builder.finish().count <= thumbnails[0].bytes.count * 5)
    }

    /// Bytes that aren't those of a pack.
    enum Fault: CaseIterable {
        case otherByte, truncated, empty, noArchive, longer, directoryOutside
    }

    @Test(arguments: Fault.allCases) func `a pack with other bytes is damaged`(fault: Fault) throws {
        let (place, name, bytes) = try Self.stored([Self.thumbnail(1), Self.thumbnail(2)])
        var wrong = bytes
        switch fault {
        case .otherByte: wrong[60] ^= 1
        case .truncated: wrong = bytes.dropLast(30)
        case .empty: wrong = Data()
        case .noArchive: wrong = Data(repeating: 7, count: bytes.count)
        case .longer: wrong += Data(count: 10)
        case .directoryOutside: wrong.replaceSubrange(wrong.count - 6..<wrong.count - 2, with: [255, 255, 255, 127])
        }
        place.replace(ThumbnailPack.remoteName(name), with: wrong)
        let whole = #expect(throws: RemoteBlobError.self) {
            try ThumbnailPackFile(name, size: Int64(bytes.count), from: place, WorkCancellation())
        }
        #expect(whole?.code == .damaged && whole?.message.contains(name) == true)
        // The directory is whole if only a thumbnail's byte is wrong, or if other bytes follow it.
        if fault == .otherByte || fault == .longer { return }
        let directory = #expect(throws: RemoteBlobError.self, "\(fault)") {
            _ = try ThumbnailPackFile(
                directoryOf: name, size: Int64(wrong.count), from: place, WorkCancellation()
            ).members()
        }
        #expect(directory?.code == .damaged)
    }

    @Test func `files that aren't thumbnails of the current method are left out`() throws {
        let digest = BlobDigest.sample(1)
        let recipe = Derivatives.thumbnailRecipe
        let names = [
            "\(recipe)/\(digest).jpg", "\(recipe)/\(digest).png", "\(recipe + 1)/\(digest).jpg",
            "0\(recipe)/\(digest).jpg",
            "\(recipe)/\(digest).JPG", "\(recipe)/\(digest.hexadecimal.uppercased()).jpg", "../\(digest).jpg",
            "\(recipe)/part/\(digest).jpg", "\(recipe)/whole/x/\(digest).jpg", "\(digest).jpg", "readme.txt",
            "\(recipe)/.jpg", "\(recipe)/\(digest).jpg/",
        ]
        let picture = try Self.thumbnail(1).bytes
        let bytes = Self.archive(names.map { ($0, picture) })
        let file = try ThumbnailPackFile("0000000000000000", bytes: bytes)
        let members = try file.members()
        #expect(members.map(\.sha256) == [digest], "The second name is the same picture.")
        #expect(try file.thumbnail(members[0])?.bytes == picture)
        // The name says another format than the bytes.
        let other = try ThumbnailPackFile(
            "0000000000000000", bytes: Self.archive([("\(recipe)/\(digest).png", picture)]))
        #expect(try other.thumbnail(other.members()[0]) == nil)
    }

    @Test func `a huge thumbnail, a wrong checksum and too many files are refused`() throws {
        let path = ThumbnailPack.path(of: try Self.thumbnail(1))
        let huge = Data([0xFF, 0xD8]) + Data(count: Derivatives.copiedThumbnailLimit) + Data([0xFF, 0xD9])
        #expect(try ThumbnailPackFile("0000000000000000", bytes: Self.archive([(path, huge)])).members().isEmpty)
        var changed = Self.archive([(path, try Self.thumbnail(1).bytes)])
        changed[200] ^= 1
        let file = try ThumbnailPackFile("0000000000000000", bytes: changed)
        #expect(try file.thumbnail(file.members()[0]) == nil)
        let many = Self.archive((0...ThumbnailPack.countLimit).map { ("\($0)", Data()) })
        let crowded = try ThumbnailPackFile("0000000000000000", bytes: many)
        #expect(throws: RemoteBlobError.self) { try crowded.members() }
    }

    @Test func `a truncated or turned archive never crashes the reader`() throws {
        let bytes = Self.archive([(ThumbnailPack.path(of: try Self.thumbnail(1)), try Self.thumbnail(1).bytes)])
        var generator = SystemRandomNumberGenerator()
        for count in stride(from: 0, to: bytes.count, by: 37) {
            for var wrong in [bytes.prefix(count), bytes] {
                if wrong.count == bytes.count { wrong[Int.random(in: 0..<bytes.count, using: &generator)] ^= 0x55 }
                let file = try ThumbnailPackFile("0000000000000000", bytes: Data(wrong))
                guard let members = try? file.members() else { continue }
                for member in members { _ = try file.thumbnail(member) }
            }
        }
    }

    @Test func `only objects with a pack's name and size are packs`() throws {
        let (place, name, bytes) = try Self.stored([Self.thumbnail(1)])
        for other in ["readme", "0123456789abcdeF", "0123456789abcde", "0123456789abcdef/x", "0123456789abcdef0"] {
            place.replace(try #require(RemoteName("albumen/thumbs/\(other)")), with: bytes)
        }
        place.replace(ThumbnailPack.remoteName("0123456789abcdef"), with: Data(count: 8 << 20 + 1))
        place.replace(ThumbnailPack.remoteName("1123456789abcdef"), with: Data())
        #expect(try ThumbnailPack.all(in: place, WorkCancellation()) == [name: Int64(bytes.count)])
    }

    @Test func `thumbnails from a place have no valid seal, and don't replace the library's own`() throws {
        let folder = try TemporaryFolder()
        let seal = DerivativeSeal(key: UserSecret.random())
        let noWorkers = LibraryWorkers(executable: "/nonexistent/albumen-media-worker")
        let derivatives = Derivatives(in: folder.url, seal: seal, workers: noWorkers)
        var hostile = try Self.thumbnail(1)
        hostile.bytes = try seal.sealed(hostile.bytes, .thumbnail, of: hostile.sha256)
        #expect(try derivatives.addCopies([hostile]) == 1)
        #expect(try derivatives.bytes(.thumbnail, of: hostile.sha256) != nil)
        #expect(try derivatives.bitmap(.thumbnail, of: hostile.sha256) == nil, "The host doesn't decode it.")
        let own = try Derivatives.Made.sample(SampleBitmap.gradient(width: 300, height: 200), of: .sample(2))
        try derivatives.store([own])
        #expect(try derivatives.addCopies([Self.thumbnail(2)]) == 0)
        #expect(try derivatives.bytes(.thumbnail, of: .sample(2)) == own.thumbnail)
        var broken = try Self.thumbnail(3)
        broken.bytes.removeLast()
        #expect(try derivatives.addCopies([broken]) == 0)
    }

    // MARK: Parts

    static func thumbnail(_ number: Int, isWhole: Bool = false) throws -> ThumbnailRecord {
        let bitmap = SampleBitmap.gradient(width: 100 + number, height: 80)
        return ThumbnailRecord(
            sha256: .sample(UInt8(number)), isWhole: isWhole,
            bytes: try isWhole ? PNGCodec.encode(bitmap) : DerivativeCodec.encode(bitmap))
    }

    private static func stored(
        _ thumbnails: [ThumbnailRecord]
    ) throws -> (place: StandInBlobStore, name: String, bytes: Data) {
        var builder = ThumbnailPackBuilder()
        for thumbnail in thumbnails { try Self.add(thumbnail, to: &builder) }
        let (place, bytes) = (StandInBlobStore(), builder.finish())
        let name = ThumbnailPack.name(for: try BlobDigest(hashing: bytes))
        place.replace(ThumbnailPack.remoteName(name), with: bytes)
        return (place, name, bytes)
    }

    private static func add(_ thumbnail: ThumbnailRecord, to builder: inout ThumbnailPackBuilder) throws {
        let isAdded = builder.add(thumbnail)
        try #require(isAdded)
    }

    /// An archive of any files.
    static func archive(_ files: [(name: String, bytes: Data)]) -> Data {
        var (archive, directory) = (Data(), Data())
        for file in files {
            let entry = ZipEntry(name: file.name, size: Int64(file.bytes.count))
            var checksum = ZipChecksum()
            file.bytes.withUnsafeBytes { checksum.update($0) }
            directory += entry.directoryRecord(checksum: checksum.value, offset: Int64(archive.count))
            archive += entry.header + file.bytes + entry.descriptor(checksum: checksum.value)
        }
        let end = ZipDirectory.end(
            count: files.count, offset: Int64(archive.count), byteCount: Int64(directory.count))
        return archive + directory + end
    }
}
