import Foundation

/// Reads the small part of XML that S3's answers use: elements, text, and the five named entities.
///
/// A store is untrusted. So the reader is in Swift, and it refuses documents with a DTD, comments, processing
/// instructions, long names or deep elements. It doesn't build a tree: its memory is that of one text.
struct XMLEvents: ~Copyable {
    static let depthLimit = 12
    static let nameLimit = 100
    static let textLimit = 16 << 10

    /// The document isn't XML, or exceeds a limit.
    struct Failure: Error {}

    private let bytes: [UInt8]
    private var position = 0
    private var path: [String] = []
    private var text: [UInt8] = []

    /// Reads a document.
    ///
    /// - Parameter end: Called at the end of each element with the names from the root to the element, and with the
    ///   text after its last child.
    /// - Throws: `Failure`, or the error of `end`.
    static func read(_ data: Data, end: (_ path: [String], _ text: String) throws -> Void) throws {
        var reader = XMLEvents(bytes: Array(data))
        try reader.read(end)
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func read(_ end: ([String], String) throws -> Void) throws {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        if has("<?xml") {
            guard let close = bytes[position...].firstIndex(of: UInt8(ascii: ">")) else { throw Failure() }
            position = close + 1
        }
        var hasRoot = false
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "<") {
                if has("</") {
                    try readEnd(end)
                } else {
                    guard !path.isEmpty || !hasRoot else { throw Failure() }
                    hasRoot = true
                    try readStart(end)
                }
            } else {
                try readText()
            }
        }
        guard path.isEmpty, hasRoot else { throw Failure() }
    }

    // MARK: Elements

    private mutating func readStart(_ end: ([String], String) throws -> Void) throws {
        position += 1
        path.append(try readName())
        guard path.count <= Self.depthLimit else { throw Failure() }
        text = []
        while true {
            let hadSpace = skipSpaces()
            if has("/>") {
                position += 2
                return try close(end)
            }
            if has(">") {
                position += 1
                return
            }
            guard hadSpace else { throw Failure() }
            try skipAttribute()
        }
    }

    private mutating func readEnd(_ end: ([String], String) throws -> Void) throws {
        position += 2
        let name = try readName()
        _ = skipSpaces()
        guard has(">"), name == path.last else { throw Failure() }
        position += 1
        try close(end)
    }

    private mutating func close(_ end: ([String], String) throws -> Void) throws {
        guard let text = String(validating: text, as: UTF8.self) else { throw Failure() }
        try end(path, text)
        path.removeLast()
        self.text = []
    }

    /// Reads a name without its namespace's prefix.
    private mutating func readName() throws -> String {
        let start = position
        while position < bytes.count, Self.isName(bytes[position]) { position += 1 }
        guard position > start, position - start <= Self.nameLimit else { throw Failure() }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func skipAttribute() throws {
        _ = try readName()
        _ = skipSpaces()
        guard has("=") else { throw Failure() }
        position += 1
        _ = skipSpaces()
        guard position < bytes.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[position]),
            let close = bytes[(position + 1)...].firstIndex(of: bytes[position])
        else { throw Failure() }
        guard !bytes[position...close].contains(UInt8(ascii: "<")) else { throw Failure() }
        position = close + 1
    }

    // MARK: Text

    private mutating func readText() throws {
        while position < bytes.count, bytes[position] != UInt8(ascii: "<") {
            let byte = bytes[position]
            if byte == UInt8(ascii: "&") {
                text += try readEntity()
            } else {
                guard byte >= 0x20 || Self.isSpace(byte), !path.isEmpty || Self.isSpace(byte) else { throw Failure() }
                text.append(byte)
                position += 1
            }
            guard text.count <= Self.textLimit else { throw Failure() }
        }
    }

    private mutating func readEntity() throws -> [UInt8] {
        guard !path.isEmpty, let close = bytes[position...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
            throw Failure()
        }
        let name = String(decoding: bytes[(position + 1)..<close], as: UTF8.self)
        position = close + 1
        switch name {
        case "amp": return [UInt8(ascii: "&")]
        case "lt": return [UInt8(ascii: "<")]
        case "gt": return [UInt8(ascii: ">")]
        case "quot": return [UInt8(ascii: "\"")]
        case "apos": return [UInt8(ascii: "'")]
        default:
            let number =
                name.hasPrefix("#x")
                ? UInt32(name.dropFirst(2), radix: 16)
                : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
            guard let number, number != 0, let scalar = Unicode.Scalar(number) else { throw Failure() }
            return Array(String(scalar).utf8)
        }
    }

    // MARK: Bytes

    private func has(_ text: StaticString) -> Bool {
        let end = position + text.utf8CodeUnitCount
        guard end <= bytes.count else { return false }
        return text.withUTF8Buffer { bytes[position..<end].elementsEqual($0) }
    }

    private mutating func skipSpaces() -> Bool {
        let start = position
        while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
        return position > start
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x0A, 0x0D, 0x09].contains(byte) }

    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: ":"):
            true
        default: false
        }
    }
}
