import AlbumenTestSupport
import Foundation
import Testing
import ZipArchives

/// Other programs read the archives.
@Suite(.blocking) struct ZipArchiveTests {
    @Test func `unzip and Python read names, dates and bytes`() throws {
        let clock = ZipEntry.ClockTime(year: 2024, month: 5, day: 7, hour: 9, minute: 33, second: 4)
        let files: [(ZipEntry, Data)] = [
            (ZipEntry(name: "IMG_1.JPG", size: 5, clockTime: clock, unixTime: 1_715_045_584), Data("photo".utf8)),
            (ZipEntry(name: "Füße 照片.jpg", size: 0), Data()),
            (ZipEntry(name: "old.tif", size: 3, clockTime: .init(year: 1912, month: 1, day: 1)), Data("old".utf8)),
            (
                ZipEntry(name: "far.mov", size: 3, clockTime: .init(year: 2300, month: 1, day: 1), unixTime: 1 << 33),
                Data("far".utf8)
            ),
        ]
        let folder = try TemporaryFolder()
        let archive = folder.file("a.zip")
        let bytes = Self.archive(files)
        #expect(Int64(bytes.count) == ZipDirectory.archiveByteCount(of: files.map(\.0)))
        try bytes.write(to: archive)
        let test = try ProgramRun.run(URL(filePath: "/usr/bin/unzip"), ["-t", archive.path])
        #expect(test.exitStatus == 0, "\(test.output)\(test.error)")
        #expect(test.output.contains("No errors"))
        let listed = try Self.python(
            """
            import sys, zipfile
            archive = zipfile.ZipFile(sys.argv[1])
            assert archive.testzip() is None
            for entry in archive.infolist():
                print(entry.filename, entry.file_size, *entry.date_time, archive.read(entry).decode())
            """, archive)
        #expect(
            listed == [
                "IMG_1.JPG 5 2024 5 7 9 33 4 photo", "Füße 照片.jpg 0 1980 1 1 0 0 0 ",
                "old.tif 3 1980 1 1 0 0 0 old", "far.mov 3 2107 12 31 23 59 58 far",
            ])
        let details = try ProgramRun.run(URL(filePath: "/usr/bin/zipinfo"), ["-v", archive.path, "IMG_1.JPG"])
        #expect(details.output.contains("2024 May 7 01:33:04 UTC"), "\(details.output)")
    }

    @Test func `an archive can have more than 65,535 files`() throws {
        let files = (0..<70_000).map { (ZipEntry(name: "\($0)", size: 1), Data([UInt8($0 % 251)])) }
        let folder = try TemporaryFolder()
        let archive = folder.file("a.zip")
        let bytes = Self.archive(files)
        #expect(Int64(bytes.count) == ZipDirectory.archiveByteCount(of: files.map(\.0)))
        try bytes.write(to: archive)
        let count = try Self.python(
            """
            import sys, zipfile
            archive = zipfile.ZipFile(sys.argv[1])
            assert archive.testzip() is None
            print(len(archive.namelist()), archive.read("69999")[0])
            """, archive)
        #expect(count == ["70000 \(69_999 % 251)"])
    }

    /// Writes a sparse file, so that the large entry takes no room on the disk.
    @Test func `files and archives can be larger than 4 GB`() throws {
        let size: Int64 = 5 << 30
        let large = ZipEntry(name: "large.mov", size: size)
        let small = ZipEntry(name: "small.jpg", size: 5)
        let folder = try TemporaryFolder()
        let archive = folder.file("a.zip")
        try Data(large.header).write(to: archive)
        let file = try FileHandle(forWritingTo: archive)
        var checksum = ZipChecksum()
        let zeros = [UInt8](repeating: 0, count: 1 << 24)
        for _ in 0..<(size >> 24) { zeros.withUnsafeBytes { checksum.update($0) } }
        try file.truncate(atOffset: UInt64(Int64(large.header.count) + size))
        try file.seekToEnd()
        try file.write(contentsOf: large.descriptor(checksum: checksum.value))
        let offset = large.storedByteCount
        #expect(Int64(try file.offset()) == offset)
        var photo = ZipChecksum()
        Data("photo".utf8).withUnsafeBytes { photo.update($0) }
        try file.write(contentsOf: Data(small.header) + Data("photo".utf8) + small.descriptor(checksum: photo.value))
        let start = Int64(try file.offset())
        let records =
            large.directoryRecord(checksum: checksum.value, offset: 0)
            + small.directoryRecord(checksum: photo.value, offset: offset)
        try file.write(contentsOf: records + ZipDirectory.end(count: 2, offset: start, byteCount: Int64(records.count)))
        #expect(Int64(try file.offset()) == ZipDirectory.archiveByteCount(of: [large, small]))
        try file.close()
        let listed = try Self.python(
            """
            import sys, zipfile
            archive = zipfile.ZipFile(sys.argv[1])
            print(*[entry.file_size for entry in archive.infolist()], archive.read("small.jpg").decode())
            """, archive)
        #expect(listed == ["\(size) 5 photo"])
        let info = try ProgramRun.run(URL(filePath: "/usr/bin/zipinfo"), ["-1", archive.path])
        #expect(info.exitStatus == 0, "\(info.output)\(info.error)")
    }

    private static func archive(_ files: [(ZipEntry, Data)]) -> Data {
        var (bytes, records) = (Data(), [UInt8]())
        for (entry, content) in files {
            var checksum = ZipChecksum()
            content.withUnsafeBytes { checksum.update($0) }
            records += entry.directoryRecord(checksum: checksum.value, offset: Int64(bytes.count))
            bytes += entry.header + content + entry.descriptor(checksum: checksum.value)
        }
        let end = ZipDirectory.end(count: files.count, offset: Int64(bytes.count), byteCount: Int64(records.count))
        return bytes + records + end
    }

    private static func python(_ script: String, _ file: URL) throws -> [String] {
        let run = try ProgramRun.run(
            URL(filePath: "/usr/bin/python3"), ["-c", script, file.path], environment: ["PYTHONUTF8": "1"])
        #expect(run.exitStatus == 0, "\(run.error)")
        return run.output.split(separator: "\n").map(String.init)
    }
}
