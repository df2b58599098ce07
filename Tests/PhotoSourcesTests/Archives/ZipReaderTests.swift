import AlbumenTestSupport
import Foundation
import PhotoSources
import Records
import SystemPackage
import Testing
import ZipArchives

/// Reads ZIP archives (imports 2.4).
@Suite struct ZipReaderTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private func listing(_ bytes: Data, limits: ArchiveLimits = ArchiveLimits()) throws -> (ZipListing, FilePath) {
        let path = try folder.write(bytes, to: "\(UUID().uuidString).zip")
        return (try listing(at: path, limits: limits), path)
    }

    private func listing(at path: FilePath, limits: ArchiveLimits = ArchiveLimits()) throws -> ZipListing {
        let file = try FileDescriptor.open(path, .readOnly)
        defer { try? file.close() }
        return try ZipDirectoryReader.listing(of: file, byteCount: Int64(try path.stat().size), limits: limits)
    }

    private func contents(_ member: ZipMember, in path: FilePath) throws -> Data {
        let file = SourceFile(
            type: .photo, path: path, member: .zip(member.contents), name: member.path, size: member.size,
            modificationTime: member.modificationTime, identity: nil)
        return try SourceFileReader().contents(of: file, limit: 1 << 24)
    }

    private func noise(_ count: Int, seed: UInt64 = 1) -> Data {
        var generator = SeededGenerator(seed: seed)
        return Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }

    @Test(arguments: [0, 1, 1_000, 262_144, 262_145, 1_000_003], [false, true])
    func `stored and deflated members have their bytes`(count: Int, isDeflated: Bool) throws {
        let noise = noise(count)
        let text = Data(repeating: 65, count: count)
        let zip = TestZip([
            .init("a/Füße 照片.jpg", noise, isDeflated: isDeflated), .init("a/b.json", text, isDeflated: isDeflated),
        ])
        let (listing, path) = try listing(zip.bytes())
        #expect(listing.members.map(\.path) == ["a/Füße 照片.jpg", "a/b.json"])
        #expect(listing.members.map(\.size) == [Int64(count), Int64(count)])
        #expect(listing.refusalCount == 0)
        #expect(try contents(listing.members[0], in: path) == noise)
        #expect(try contents(listing.members[1], in: path) == text)
    }

    @Test func `members are read in pieces of bounded size`() throws {
        let zip = TestZip([.init("a/b.jpg", Data(count: 3_000_000), isDeflated: true)])
        let (listing, path) = try listing(zip.bytes())
        let member = try #require(listing.members.first)
        let file = SourceFile(
            type: .photo, path: path, member: .zip(member.contents), name: "b", size: member.size, modificationTime: 0,
            identity: nil)
        var (largest, sum) = (0, 0)
        try SourceFileReader().read(file) { piece in
            largest = max(largest, piece.count)
            sum += piece.count
        }
        #expect(sum == 3_000_000 && largest <= SourceFileReader.pieceByteCount)
        let copy = try FileDescriptor.open(
            folder.path.appending("copy"), .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
        defer { try? copy.close() }
        try SourceFileReader().copy(file, to: copy)
        #expect(try folder.path.appending("copy").stat().size == 3_000_000)
    }

    @Test func `numbers of ZIP64 are read`() throws {
        var zip = TestZip([.init("a/b.jpg", Data("photo".utf8)), .init("a/c.jpg", Data("more".utf8), isDeflated: true)])
        zip.hasLargeEnd = true
        for index in zip.members.indices { zip.members[index].isLarge = true }
        let (listing, path) = try listing(zip.bytes())
        #expect(try listing.members.map { try contents($0, in: path) } == [Data("photo".utf8), Data("more".utf8)])
    }

    @Test func `an archive of our own writer with 70,000 files is listed`() throws {
        let entries = (0..<70_000).map { ZipEntry(name: "a/\($0).jpg", size: 0, unixTime: 1_600_000_000) }
        var (bytes, directory) = (Data(), Data())
        for entry in entries {
            directory.append(contentsOf: entry.directoryRecord(checksum: 0, offset: Int64(bytes.count)))
            bytes.append(contentsOf: entry.header)
            bytes.append(contentsOf: entry.descriptor(checksum: 0))
        }
        let offset = Int64(bytes.count)
        bytes += directory
        bytes += Data(ZipDirectory.end(count: entries.count, offset: offset, byteCount: Int64(directory.count)))
        let (listing, path) = try listing(bytes)
        #expect(listing.members.count == 70_000)
        #expect(listing.members.allSatisfy { $0.modificationTime == 1_600_000_000_000_000_000 })
        #expect(try contents(listing.members[69_999], in: path).isEmpty)
        var limits = ArchiveLimits()
        limits.memberCount = 69_999
        #expect(throws: SourceError.self) { try self.listing(at: path, limits: limits) }
    }

    @Test func `members beyond 4 GiB are found in a sparse archive`() throws {
        let far: UInt64 = 5 << 30
        var zip = TestZip([.init("a/b.jpg", Data("photo".utf8))])
        zip.members[0].isLarge = true
        zip.members[0].declaredOffset = far
        zip.hasLargeEnd = true
        // The member, a hole of 5 GiB before it, and the directory with its offsets.
        let bytes = zip.bytes()
        let path = folder.path.appending("far.zip")
        let file = try FileDescriptor.open(
            path, .readWrite, options: [.create], permissions: .ownerReadWrite)
        defer { try? file.close() }
        var moved = bytes
        let end = moved.count
        // The offset in the record and that in the locator of ZIP64.
        for position in [end - 22 - 20 - 56 + 48, end - 22 - 20 + 8] {
            let number = moved[position..<position + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) } + far
            moved.replaceSubrange(position..<position + 8, with: withUnsafeBytes(of: number.littleEndian) { Data($0) })
        }
        try moved.withUnsafeBytes { _ = try file.writeAll(toAbsoluteOffset: Int64(far), $0) }
        let listing = try listing(at: path)
        #expect(try listing.members.map { try contents($0, in: path) } == [Data("photo".utf8)])
    }

    @Test(arguments: [
        ("/etc/passwd", "absolute"), ("C:/a/b.jpg", "absolute"), ("a/../../b.jpg", "out of its folder"),
        ("../b.jpg", "out of its folder"), ("a//b.jpg", "empty"), ("a/./b.jpg", "empty"), ("a\\b.jpg", "backslash"),
        ("a/b\u{0}.jpg", "control"), ("", "empty"), ("a/" + String(repeating: "x", count: 256), "too long"),
        (String(repeating: "abc/", count: 1_100) + "d", "too long"),
    ])
    func `dangerous paths are refused with a reason, and the rest is read`(name: String, reason: String) throws {
        let zip = TestZip([.init(name, Data("x".utf8)), .init("a/b.jpg", Data("y".utf8))])
        let (listing, path) = try listing(zip.bytes())
        #expect(listing.refusals.count == 1)
        #expect(listing.refusals.first?.reason.contains(reason) == true, "\(listing.refusals)")
        #expect((listing.refusals.first?.name.count ?? 0) <= 300)
        #expect(try listing.members.map { try contents($0, in: path) } == [Data("y".utf8)])
    }

    @Test func `names that aren't UTF-8, repeated, encrypted or of unknown methods are refused`() throws {
        var zip = TestZip(
            ["a/1.jpg", "a/2.jpg", "a/3.jpg", "a/4.jpg", "a/4.jpg", "a/5.jpg"].enumerated().map {
                .init($1, Data("\($0)".utf8))
            })
        zip.members[0].name = Array("a/".utf8) + [0xFF, 0xFE]
        zip.members[1].flags = 1
        zip.members[2].method = 12
        let (listing, path) = try listing(zip.bytes())
        #expect(
            listing.refusals.map(\.reason) == [
                "the name isn't UTF-8", "it's encrypted", "it's compressed with method 12",
                "the archive has the path twice",
            ])
        #expect(listing.members.map(\.path) == ["a/4.jpg", "a/5.jpg"])
        #expect(try listing.members.map { try contents($0, in: path) } == [Data("3".utf8), Data("5".utf8)])
    }

    @Test func `bombs are refused`() throws {
        var zip = TestZip([
            .init("a/1.jpg", Data("x".utf8), isDeflated: true), .init("a/2.jpg", Data("y".utf8), isDeflated: true),
            .init("a/3.jpg", Data("z".utf8)), .init("a/4.jpg", Data("fine".utf8)),
        ])
        // A large size in few bytes, an impossible size, and the bytes of another member.
        zip.members[0].declaredSize = 1 << 31
        zip.members[1].declaredSize = 1 << 50
        zip.members[1].isLarge = true
        var overlapping = zip.members[3]
        (overlapping.name, overlapping.declaredOffset) = (Array("a/5.jpg".utf8), 0)
        zip.members.append(overlapping)
        let (listing, _) = try listing(zip.bytes())
        #expect(listing.members.map(\.path) == ["a/3.jpg", "a/4.jpg", "a/5.jpg"])
        #expect(listing.refusals.map(\.name) == ["a/1.jpg", "a/2.jpg"])
        var twice = TestZip([.init("a/1.jpg", Data("x".utf8)), .init("a/2.jpg", Data("y".utf8))])
        twice.members[1].declaredOffset = 0
        let (second, _) = try self.listing(twice.bytes())
        #expect(second.members.count == 1)
        #expect(second.refusals.map(\.reason) == ["its bytes are also another file's"])
    }

    @Test func `a member that is larger or smaller than declared, or damaged, is an error and no crash`() throws {
        for change in 0..<3 {
            var zip = TestZip([.init("a/1.jpg", Data(repeating: 66, count: 100_000), isDeflated: true)])
            switch change {
            case 0: zip.members[0].declaredSize = 99_999
            case 1: zip.members[0].declaredSize = 100_001
            default: zip.members[0].declaredChecksum = 1
            }
            let (listing, path) = try listing(zip.bytes())
            let member = try #require(listing.members.first)
            let failure = #expect(throws: SourceError.self) { try contents(member, in: path) }
            #expect(failure?.message.contains("a/1.jpg") == true)
        }
    }

    @Test func `an archive that ends at any byte is refused or read`() throws {
        var zip = TestZip([
            .init("a/1.jpg", Data("photo".utf8)), .init("a/2.json", Data(repeating: 32, count: 100), isDeflated: true),
        ])
        for hasLargeEnd in [false, true] {
            zip.hasLargeEnd = hasLargeEnd
            let bytes = zip.bytes()
            for end in bytes.indices {
                #expect(throws: SourceError.self) { try listing(bytes.prefix(end)) }
            }
        }
    }

    @Test func `an archive with any byte changed is refused or read`() throws {
        var generator = SeededGenerator(seed: 3)
        var zip = TestZip([
            .init("a/1.jpg", Data("photo".utf8)), .init("a/2.json", Data(repeating: 32, count: 100), isDeflated: true),
        ])
        zip.hasLargeEnd = true
        zip.members[1].isLarge = true
        let bytes = zip.bytes()
        var (read, refused) = (0, 0)
        for _ in 0..<3 {
            for index in bytes.indices {
                var changed = bytes
                changed[index] = UInt8.random(in: 0...255, using: &generator)
                do {
                    let (listing, path) = try listing(changed)
                    for member in listing.members {
                        let data = try contents(member, in: path)
                        #expect(data == Data("photo".utf8) || data.count == 100)
                        read += 1
                    }
                } catch is SourceError {
                    refused += 1
                }
            }
        }
        #expect(read > 0 && refused > 0)
    }

    @Test(arguments: ["zip", "python3"])
    func `archives of other programs are read`(program: String) throws {
        try folder.write(Data(repeating: 67, count: 5_000), to: "tree/Takeout/a/1.json")
        try folder.write(noise(5_000), to: "tree/Takeout/a/ü.jpg")
        let arguments =
            program == "zip" ? ["-q", "-r", "../a.zip", "Takeout"] : ["-m", "zipfile", "-c", "../a.zip", "Takeout"]
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.currentDirectoryURL = folder.url.appending(path: "tree")
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { return }
        let path = folder.path.appending("a.zip")
        let members = try listing(at: path).members.sorted { $0.path < $1.path }
        #expect(members.map(\.path) == ["Takeout/a/1.json", "Takeout/a/ü.jpg"])
        #expect(try contents(members[0], in: path) == Data(repeating: 67, count: 5_000))
        #expect(try contents(members[1], in: path) == noise(5_000))
    }
}
