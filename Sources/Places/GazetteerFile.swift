import CZlib
import Foundation

/// A mapped file of places. docs/places.md describes its format.
///
/// The checksum protects against a damaged file, not against one that somebody made with intent.
// Unchecked because of the pointer. Nobody writes to the mapped bytes.
final class GazetteerFile: @unchecked Sendable {
    static let format = 1
    private static let magic = Array("AlbPlace".utf8)
    private static let headerSize = 32

    private let mapping: UnsafeRawBufferPointer
    /// The date of the data, as 20261201.
    let version: Int
    let sections: [Section]

    /// Maps a file and verifies its checksum.
    ///
    /// - Throws: ``GazetteerError``.
    init(_ url: URL) throws {
        mapping = try Self.map(url)
        do {
            let all = Section(base: mapping.baseAddress!, count: mapping.count)
            guard all.count >= Self.headerSize, all.bytes(0..<8).elementsEqual(Self.magic) else {
                throw GazetteerError.damaged(url, "its beginning is that of another file")
            }
            guard all.uint32(8) == Self.format else {
                throw GazetteerError.otherFormat(url, all.uint32(8))
            }
            guard all.uint32(20) == all.count else {
                throw GazetteerError.damaged(url, "it has \(all.count) bytes instead of \(all.uint32(20))")
            }
            guard Self.checksum(all.bytes(Self.headerSize..<all.count)) == all.uint32(16) else {
                throw GazetteerError.damaged(url, "its checksum is wrong")
            }
            version = all.uint32(12)
            sections = try Self.sections(of: all, in: url)
        } catch {
            munmap(UnsafeMutableRawPointer(mutating: mapping.baseAddress!), mapping.count)
            throw error
        }
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: mapping.baseAddress!), mapping.count)
    }

    private static func map(_ url: URL) throws -> UnsafeRawBufferPointer {
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw GazetteerError.unreadable(url, String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw GazetteerError.unreadable(url, String(cString: strerror(errno)))
        }
        guard status.st_size >= headerSize, status.st_size <= 1 << 28 else {
            throw GazetteerError.damaged(url, "it has \(status.st_size) bytes")
        }
        let count = Int(status.st_size)
        guard let base = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), base != MAP_FAILED else {
            throw GazetteerError.unreadable(url, String(cString: strerror(errno)))
        }
        return UnsafeRawBufferPointer(start: base, count: count)
    }

    private static func sections(of all: Section, in url: URL) throws -> [Section] {
        let count = all.uint32(24)
        guard count == SectionName.allCases.count, headerSize + 8 * count <= all.count else {
            throw GazetteerError.damaged(url, "it has \(count) sections")
        }
        return try (0..<count).map { index in
            let (offset, size) = (all.uint32(headerSize + 8 * index), all.uint32(headerSize + 8 * index + 4))
            guard offset + size <= all.count else {
                throw GazetteerError.damaged(url, "section \(index) ends after the file")
            }
            let bytes = all.bytes(offset..<offset + size)
            return Section(base: bytes.baseAddress!, count: size)
        }
    }

    private static func checksum(_ bytes: UnsafeRawBufferPointer) -> Int {
        Int(crc32(0, bytes.bindMemory(to: UInt8.self).baseAddress, UInt32(bytes.count)))
    }

    func section(_ name: SectionName) -> Section { sections[name.rawValue] }
}

/// The sections of a file, in their order.
enum SectionName: Int, CaseIterable {
    case settlementStarts, settlements, areas, regions, regionCodes, countries, zones
    case nameBlocks, nameText, nameSubjects
    case english, german, french, spanish, japanese, chinese, local
    case borderStarts, borders
}
