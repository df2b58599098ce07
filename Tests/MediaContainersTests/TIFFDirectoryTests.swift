import AlbumenTestSupport
import Foundation
import Testing

@testable import MediaContainers

/// The directories of TIFF files that break the format's rules.
@Suite struct TIFFDirectoryTests {
    private typealias Fields = (tag: Int, type: Int, count: Int, value: Int)

    private static func bytes(_ number: Int, _ width: Int) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func directory(_ entries: [Fields], next: Int = 0, isBig: Bool = false) -> [UInt8] {
        let width = isBig ? 8 : 4
        return bytes(entries.count, isBig ? 8 : 2)
            + entries.flatMap { entry in
                bytes(entry.tag, 2) + bytes(entry.type, 2) + bytes(entry.count, width) + bytes(entry.value, width)
            } + bytes(next, width)
    }

    private static func file(_ entries: [Fields], next: Int = 0) -> [UInt8] {
        Array("II*\0".utf8) + bytes(8, 4) + directory(entries, next: next)
    }

    private func read(_ file: [UInt8], at offset: Int = 8, isBig: Bool = false, base: Int = 0) -> TIFFDirectory? {
        let directory = withView(file) { TIFFDirectory($0, at: offset, .little, isBig: isBig, base: base) }
        let counted = TIFFDirectory(CountedSource(file), at: offset, .little, isBig: isBig, base: base)
        #expect(directory?.entries == counted?.entries)
        return directory
    }

    @Test func `values of up to four bytes are in their entries`() throws {
        let directory = try #require(read(Self.file([(1, 3, 2, 0), (2, 3, 3, 10), (3, 2, 0, 0)], next: 99)))
        #expect(directory.entries.map(\.value) == [18..<22, 10..<16, 42..<42])
        #expect(directory.entries.map(\.offset) == [10, 22, 34])
        #expect(directory.isWhole)
        #expect(directory.end == 46)
        #expect(directory.next == 99)
    }

    @Test func `values that pass the end of the file are missing`() throws {
        let last = 8 + 2 + 5 * 12 + 4
        let directory = try #require(
            read(
                Self.file([
                    (1, 2, 8, last - 8), (2, 2, 8, last - 7), (3, 4, 0xFFFF_FFFF, 8), (4, 2, 5, 0xFFFF_FFFF),
                    (5, 99, 8, last - 7),
                ])))
        #expect(directory.entries.map(\.value) == [last - 8..<last, nil, nil, nil, nil])
    }

    @Test func `offsets count from the base`() throws {
        let file = [0, 0, 0, 0] + Self.file([(1, 2, 5, 8)])
        #expect(try #require(read(file, at: 12, base: 4)).entries.first?.value == 12..<17)
    }

    @Test func `entries of eight bytes have counts beyond any file`() throws {
        var file = [UInt8](repeating: 0, count: 16)
        file += Self.directory([(1, 16, 1, 7), (2, 16, 1 << 60, 8), (3, 12, 1 << 59, 8), (4, 4, 2, 7)], isBig: true)
        let directory = try #require(read(file, at: 16, isBig: true))
        #expect(directory.entries.map(\.value) == [36..<44, nil, nil, 96..<104])
        #expect(directory.entries.map(\.count).first == 1)
        #expect(directory.next == 0)
        file.replaceSubrange(16..<24, with: Self.bytes(65_536, 8))
        #expect(read(file, at: 16, isBig: true) == nil)
    }

    @Test func `a directory that is cut off has the entries before the cut`() throws {
        let file = Self.file([(1, 3, 1, 0), (2, 3, 1, 0)], next: 5)
        for length in 0..<file.count {
            let directory = read(Array(file.prefix(length)))
            #expect((directory != nil) == (length >= 10), "\(length) bytes")
            guard let directory else { continue }
            #expect(directory.entries.count == (length - 10) / 12)
            #expect(directory.isWhole == (length >= 34))
            #expect(directory.next == nil)
            #expect(directory.end <= length)
        }
    }

    @Test func `a directory can have 65,535 entries`() throws {
        var file = Array("II*\0".utf8) + Self.bytes(8, 4) + [0xFF, 0xFF]
        file += [UInt8](repeating: 0, count: 65_535 * 12 + 4)
        #expect(try #require(read(file)).entries.count == 65_535)
    }

    @Test func `no directory lies in the header or behind the end`() {
        let file = Self.file([])
        for offset in [-1, 0, 4, 7, file.count - 1, file.count, Int.max] { #expect(read(file, at: offset) == nil) }
        #expect(read(file)?.entries.count == 0)
    }

    @Test(
        "the header has an order, a version and an offset",
        arguments: [
            ("49492A0008000000", 42, 8), ("4D4D002A00000010", 42, 16), ("49492B0008000000", nil, nil),
            ("49492B00080000001000000000000000", 43, 16), ("4949524F08000000", 0x4F52, 8), ("49492A00080000", nil, nil),
            ("4A492A0008000000", nil, nil), ("4949", nil, nil), ("", nil, nil),
        ] as [(String, Int?, Int?)])
    func header(_ text: String, _ version: Int?, _ first: Int?) {
        let digits = Array(text)
        let file = stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0..<$0 + 2]), radix: 16) ?? 0 }
        let header = withView(file) { TIFFHeader($0) }
        #expect(header?.version == version)
        #expect(header?.first == first)
        #expect(header == TIFFHeader(CountedSource(file)))
    }

    @Test func `directories that refer to each other are read once`() throws {
        let second = 8 + 2 + 12 + 4
        let file = Self.file([(1, 3, 1, 0)], next: second) + Self.directory([(1, 3, 1, 0)], next: 8)
        withView(file) { view in
            var reader = TIFFDirectoryReader(view, .little)
            var offsets: [Int] = []
            var next = 8
            while let directory = reader.directory(at: next) {
                offsets.append(directory.offset)
                next = directory.next ?? 0
            }
            #expect(offsets == [8, second])
            #expect(reader.hasRead(8))
        }
    }

    @Test func `overlapping directories come to an end`() {
        // Each offset is a directory with 0x2020 entries.
        let file = [UInt8](repeating: 0x20, count: 200_000)
        withView(file) { view in
            var reader = TIFFDirectoryReader(view, .little)
            let counts = (8..<50_000).compactMap { reader.directory(at: $0)?.entries.count }
            #expect(counts.reduce(0, +) <= 262_144)
            #expect(counts.count > 10)
        }
        let empty = [UInt8](repeating: 0, count: 50_000)
        withView(empty) { view in
            var reader = TIFFDirectoryReader(view, .little)
            #expect((8..<40_000).count { reader.directory(at: $0) != nil } == 4_096)
        }
    }

    @Test func `a directory in a file of 100 MB takes a few reads`() throws {
        let end = Self.directory([(273, 4, 1, 8)])
        let file = CountedSource(Array("II*\0".utf8) + Self.bytes(100_000_008, 4), zeros: 100_000_000, end)
        let header = try #require(TIFFHeader(file))
        #expect(try #require(TIFFDirectory(file, at: header.first, header.order)).entries.map(\.tag) == [273])
        #expect(file.readCount < 100)
    }
}
