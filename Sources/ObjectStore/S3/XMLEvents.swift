import Foundation
import XMLTokens

/// Reads the small part of XML that S3's answers use: elements, text, and the five named entities.
///
/// A store is untrusted. So the reader refuses documents with a DTD, comments, processing instructions, long names or
/// deep elements. It doesn't build a tree: its memory is that of one text.
struct XMLEvents: ~Copyable {
    static let depthLimit = 12
    static let nameLimit = 100
    static let textLimit = 16 << 10

    /// The document isn't XML, or exceeds a limit.
    struct Failure: Error {}

    private var tokens: XMLTokenizer
    private var path: [String] = []
    private var text: [UInt8] = []
    private var hasRoot = false

    /// Reads a document.
    ///
    /// - Parameter end: Called at the end of each element with the names from the root to the element, and with the
    ///   text after its last child.
    /// - Throws: `Failure`, or the error of `end`.
    static func read(_ data: Data, end: (_ path: [String], _ text: String) throws -> Void) throws {
        var reader = XMLEvents(tokens: XMLTokenizer(Array(data)))
        try reader.read(end)
    }

    private init(tokens: XMLTokenizer) {
        self.tokens = tokens
    }

    private mutating func read(_ end: ([String], String) throws -> Void) throws {
        var isFirst = true
        while let token = try next() {
            switch token.kind {
            case .instruction where isFirst && tokens.text(token.range).hasPrefix("<?xml"): break
            case .text: try add(token.range)
            case .start(let name, let attributes, let isEmpty):
                guard !path.isEmpty || !hasRoot, path.count < Self.depthLimit else { throw Failure() }
                hasRoot = true
                path.append(try self.name(name))
                for attribute in attributes { _ = try self.name(attribute.name) }
                text = []
                if isEmpty { try close(end) }
            case .end(let name):
                guard try self.name(name) == path.last else { throw Failure() }
                try close(end)
            case .instruction, .literal, .comment, .documentType: throw Failure()
            }
            isFirst = false
        }
        guard path.isEmpty, hasRoot else { throw Failure() }
    }

    private mutating func next() throws(Failure) -> XMLToken? {
        do {
            return try tokens.next()
        } catch {
            throw Failure()
        }
    }

    private mutating func close(_ end: ([String], String) throws -> Void) throws {
        guard let text = String(validating: text, as: UTF8.self) else { throw Failure() }
        try end(path, text)
        path.removeLast()
        self.text = []
    }

    /// Returns a name with its namespace's prefix.
    private func name(_ range: Range<Int>) throws(Failure) -> String {
        guard range.count <= Self.nameLimit, tokens.bytes[range].allSatisfy(Self.isName) else { throw Failure() }
        return tokens.text(range)
    }

    private mutating func add(_ range: Range<Int>) throws(Failure) {
        let bytes = tokens.bytes[range]
        if path.isEmpty {
            guard bytes.allSatisfy(XMLTokenizer.isSpace) else { throw Failure() }
            return
        }
        guard bytes.allSatisfy({ $0 >= 0x20 || XMLTokenizer.isSpace($0) }) else { throw Failure() }
        do {
            text += try tokens.resolved(range)
        } catch {
            throw Failure()
        }
        guard text.count <= Self.textLimit else { throw Failure() }
    }

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
