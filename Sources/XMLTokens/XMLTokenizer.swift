/// Splits an XML document in UTF-8 into its tokens, in Swift alone. Untrusted documents can't do more than fail.
///
/// There are no entities but XML's five, and a document type with declarations is an error, so no text is longer than
/// its document. The tokenizer doesn't build a tree and doesn't compare the names of tags: its callers keep the open
/// elements, and so limit their depth. A byte order mark at the start is skipped.
///
/// - Complexity: O(*n*) for *n* bytes in all.
package struct XMLTokenizer: Sendable {
    /// The document isn't well-formed XML.
    package struct Failure: Error {
        package init() {}
    }

    private static let attributeLimit = 4_096
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    package let bytes: [UInt8]
    private var position = 0

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: Self.byteOrderMark) { position = Self.byteOrderMark.count }
    }

    /// Returns the next token, or `nil` at the end of the document.
    package mutating func next() throws(Failure) -> XMLToken? {
        let start = position
        guard start < bytes.count else { return nil }
        let kind = try kind()
        return XMLToken(kind: kind, range: start..<position)
    }

    /// Returns a part of the document, such as a name.
    package func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    // MARK: Tokens

    private mutating func kind() throws(Failure) -> XMLToken.Kind {
        guard bytes[position] == UInt8(ascii: "<") else {
            position = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
            return .text
        }
        if skip("<?") {
            try skip(past: "?>")
            return .instruction
        }
        if skip("<!--") {
            try skip(past: "-->")
            return .comment
        }
        if skip("<![CDATA[") {
            let start = position
            try skip(past: "]]>")
            return .literal(start..<position - 3)
        }
        if skip("<!DOCTYPE") {
            let start = position
            try skip(past: ">")
            guard !bytes[start..<position].contains(UInt8(ascii: "[")) else { throw Failure() }
            return .documentType
        }
        if skip("</") {
            let name = try name()
            skipSpace()
            guard skip(">") else { throw Failure() }
            return .end(name: name)
        }
        guard !skip("<!") else { throw Failure() }
        position += 1
        return try startTag()
    }

    private mutating func startTag() throws(Failure) -> XMLToken.Kind {
        let name = try name()
        var attributes: [XMLAttribute] = []
        while true {
            let hasSpace = skipSpace()
            if skip(">") { return .start(name: name, attributes: attributes, isEmpty: false) }
            if skip("/>") { return .start(name: name, attributes: attributes, isEmpty: true) }
            guard hasSpace, attributes.count < Self.attributeLimit else { throw Failure() }
            attributes.append(try attribute())
        }
    }

    private mutating func attribute() throws(Failure) -> XMLAttribute {
        let name = try name()
        skipSpace()
        guard skip("=") else { throw Failure() }
        skipSpace()
        guard position < bytes.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[position]),
            let end = bytes[(position + 1)...].firstIndex(of: bytes[position])
        else { throw Failure() }
        let value = position + 1..<end
        guard !bytes[value].contains(UInt8(ascii: "<")) else { throw Failure() }
        position = end + 1
        return XMLAttribute(name: name, value: value, range: name.lowerBound..<position)
    }

    /// Reads a name with its prefix. The characters of names aren't compared with XML's table, because no other
    /// characters end a name.
    private mutating func name() throws(Failure) -> Range<Int> {
        let start = position
        while position < bytes.count, bytes[position] > 0x20, !"=/><\"'".utf8.contains(bytes[position]) {
            position += 1
        }
        guard position > start else { throw Failure() }
        return start..<position
    }

    // MARK: Bytes

    private mutating func skip(_ text: StaticString) -> Bool {
        let end = position + text.utf8CodeUnitCount
        guard end <= bytes.count, text.withUTF8Buffer({ bytes[position..<end].elementsEqual($0) }) else { return false }
        position = end
        return true
    }

    private mutating func skip(past text: StaticString) throws(Failure) {
        let first = text.withUTF8Buffer { $0[0] }
        while let found = bytes[position...].firstIndex(of: first) {
            position = found
            if skip(text) { return }
            position += 1
        }
        throw Failure()
    }

    @discardableResult private mutating func skipSpace() -> Bool {
        let start = position
        while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
        return position > start
    }

    package static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }
}
