/// Reads a TAR archive forward, from pieces of any size.
struct TarReader {
    /// A file of the archive.
    struct Member {
        var path: [UInt8]
        var size: Int64
        /// Seconds since 1970.
        var modificationTime: Int64
        /// The position in the uncompressed archive.
        var offset: Int64
        /// The bytes of a file that was asked for.
        var bytes: [UInt8]?
    }

    /// The largest name or list of fields, in bytes.
    private static let extraLimit: Int64 = 1 << 20

    private var block: [UInt8] = []
    private var header: TarHeader?
    /// The content's bytes that are collected, or `nil` if they are skipped.
    private var content: [UInt8]?
    private var rest: Int64 = 0
    private var padding: Int64 = 0
    private var longName: [UInt8]?
    private var fields: [UInt8]?
    private var offset: Int64 = 0
    private var contentOffset: Int64 = 0
    /// Whether the end of the archive was read.
    private(set) var isFinished = false
    /// Whether bytes of small files are kept in `Member.bytes`.
    private let isWanted: ([UInt8], Int64) -> Bool
    private let limits: ArchiveLimits
    private var count = 0

    /// - Parameter isWanted: Returns whether the bytes of the file with a path and a size are needed.
    init(limits: ArchiveLimits, isWanted: @escaping ([UInt8], Int64) -> Bool) {
        self.limits = limits
        self.isWanted = isWanted
    }

    /// Reads the next bytes, and passes the files that have ended.
    ///
    /// - Throws: `damaged` if a header is wrong, and `unsupported` if there are too many files.
    mutating func read(_ piece: UnsafeRawBufferPointer, _ body: (Member) throws -> Void) throws {
        var position = 0
        while position < piece.count, !isFinished {
            if header != nil {
                let count = Int(min(rest, Int64(piece.count - position)))
                if content != nil { content?.append(contentsOf: piece[position..<position + count]) }
                advance(&position, count)
                rest -= Int64(count)
                if rest == 0 { try finishMember(body) }
            } else if padding > 0 {
                let count = Int(min(padding, Int64(piece.count - position)))
                advance(&position, count)
                padding -= Int64(count)
            } else {
                let count = min(TarHeader.byteCount - block.count, piece.count - position)
                block.append(contentsOf: piece[position..<position + count])
                advance(&position, count)
                if block.count == TarHeader.byteCount { try startMember(body) }
            }
        }
    }

    private mutating func advance(_ position: inout Int, _ count: Int) {
        position += count
        offset += Int64(count)
    }

    private mutating func startMember(_ body: (Member) throws -> Void) throws {
        defer { block.removeAll(keepingCapacity: true) }
        if block.allSatisfy({ $0 == 0 }) {
            isFinished = true
            return
        }
        guard var header = TarHeader(block) else { throw SourceError(.damaged, "a header in it is damaged") }
        count += 1
        guard count <= limits.memberCount else {
            throw SourceError(.unsupported, "it has more than \(limits.memberCount) files")
        }
        let isExtra = header.kind == .fields || header.kind == .longName
        if isExtra {
            guard header.size <= Self.extraLimit else { throw SourceError(.damaged, "a name in it is too long") }
        } else {
            if let longName { header.path = longName }
            if let fields { header.apply(fields: fields) }
            (longName, fields) = (nil, nil)
        }
        guard header.size <= limits.memberByteCount else { throw SourceError(.damaged, "a size in it is impossible") }
        self.header = header
        (rest, contentOffset) = (header.size, offset)
        let isKept = isExtra || header.kind == .file && isWanted(header.path, header.size)
        content = isKept ? [] : nil
        let size = Int64(TarHeader.byteCount)
        padding = (size - header.size % size) % size
        if rest == 0 { try finishMember(body) }
    }

    private mutating func finishMember(_ body: (Member) throws -> Void) throws {
        guard let header else { return }
        self.header = nil
        switch header.kind {
        case .fields: fields = content
        case .longName: longName = content.map { Array($0.prefix { $0 != 0 }) }
        case .file:
            try body(
                Member(
                    path: header.path, size: header.size, modificationTime: header.modificationTime,
                    offset: contentOffset, bytes: content))
        case .other: break
        }
        content = nil
    }
}
