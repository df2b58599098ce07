internal import Foundation
internal import XMLTokens

/// The XMP of an image in a catalogue: compressed with its length before it, or plain in old catalogues.
enum LightroomMetadata {
    private static let longestText = 1 << 20
    private static let deepest = 64
    private static let tokenLimit = 100_000
    private static let prefixLimit = 256
    private static let dublinCore = "http://purl.org/dc/elements/1.1/"
    private static let syntax = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    /// The bytes of the length, and of zlib's header.
    private static let lengthSize = 4
    private static let headerSize = 2

    /// Returns `dc:title` in the default language, or else in the first one. Returns `nil` if there is no title, or if
    /// the XMP is damaged.
    ///
    /// - Complexity: O(*n*) for *n* bytes of text, at most 1 MiB.
    static func title(in data: Data) -> String? {
        guard let bytes = text(of: data) else { return nil }
        var reader = TitleReader(bytes)
        return (try? reader.title()) ?? nil
    }

    /// Returns the XMP as text, or `nil` if it's damaged or larger than the limit.
    static func text(of data: Data) -> [UInt8]? {
        let bytes = Array(data)
        if bytes.starts(with: [UInt8(ascii: "<")]) { return bytes.count <= longestText ? bytes : nil }
        guard bytes.count > lengthSize + headerSize else { return nil }
        let length = bytes[..<lengthSize].reduce(0) { $0 << 8 | Int($1) }
        // zlib's header: deflated, and a multiple of 31.
        let header = Int(bytes[lengthSize]) << 8 | Int(bytes[lengthSize + 1])
        guard (1...longestText).contains(length), header >> 8 & 0xF == 8, header % 31 == 0, header & 0x20 == 0 else {
            return nil
        }
        let inflater = ZlibInflater(.bytes)
        var read = lengthSize + headerSize
        var written = 0
        var output = [UInt8](repeating: 0, count: length)
        while written < length {
            let step = bytes.withUnsafeBytes { input in
                output.withUnsafeMutableBytes { output in
                    try? inflater.inflate(
                        UnsafeRawBufferPointer(rebasing: input[read...]),
                        into: UnsafeMutableRawBufferPointer(rebasing: output[written...]), stopsAtBlocks: false)
                }
            }
            guard let step, step.readCount + step.writtenCount > 0 || step.isFinished else { return nil }
            read += step.readCount
            written += step.writtenCount
            if step.isFinished { break }
        }
        return Array(output[..<written])
    }

    private struct TooManyPrefixes: Error {}

    private struct TitleReader {
        private struct Element {
            var namespace: String?
            var name: Substring
            var prefixes: [String: String]
            /// The language of an `rdf:li`.
            var language: String?
        }

        private var tokens: XMLTokenizer
        private var open: [Element] = []
        private var text: [UInt8] = []
        private var first: String?

        init(_ bytes: [UInt8]) { tokens = XMLTokenizer(bytes) }

        mutating func title() throws -> String? {
            var count = 0
            while let token = try tokens.next() {
                count += 1
                guard count <= tokenLimit else { return nil }
                switch token.kind {
                case .start(let name, let attributes, let isEmpty):
                    guard open.count < deepest else { return nil }
                    if let title = try start(name, attributes) { return title }
                    if isEmpty { open.removeLast() }
                case .end:
                    guard !open.isEmpty else { return nil }
                    if let title = end() { return title }
                case .text:
                    if isInTitle { text += try tokens.resolved(token.range) }
                case .literal(let range):
                    if isInTitle { text += tokens.bytes[range] }
                case .comment, .instruction, .documentType:
                    break
                }
            }
            return first
        }

        private var isInTitle: Bool {
            open.last.map { $0.name == "li" && $0.namespace == syntax } == true
                && open.contains { $0.name == "title" && $0.namespace == dublinCore }
        }

        /// Returns the title if it's an attribute.
        private mutating func start(_ name: Range<Int>, _ attributes: [XMLAttribute]) throws -> String? {
            var prefixes = open.last?.prefixes ?? [:]
            var language: String?
            for attribute in attributes {
                let key = tokens.text(attribute.name)
                let value = String(decoding: try tokens.resolved(attribute.value), as: UTF8.self)
                if key == "xml:lang" { language = value }
                if key.hasPrefix("xmlns:") { prefixes[String(key.dropFirst(6))] = value }
            }
            guard prefixes.count <= prefixLimit else { throw TooManyPrefixes() }
            let (namespace, local) = Self.split(tokens.text(name), prefixes)
            open.append(Element(namespace: namespace, name: local, prefixes: prefixes, language: language))
            text = []
            guard namespace == syntax, local == "Description" else { return nil }
            for attribute in attributes {
                let (namespace, local) = Self.split(tokens.text(attribute.name), prefixes)
                guard namespace == dublinCore, local == "title" else { continue }
                return ForeignValue.text(String(decoding: try tokens.resolved(attribute.value), as: UTF8.self))
            }
            return nil
        }

        /// Returns the title if it's that of the default language.
        private mutating func end() -> String? {
            let isTitle = isInTitle
            let element = open.removeLast()
            guard isTitle, let title = ForeignValue.text(String(decoding: text, as: UTF8.self)) else { return nil }
            if first == nil { first = title }
            return element.language == "x-default" ? title : nil
        }

        private static func split(_ name: String, _ prefixes: [String: String]) -> (String?, Substring) {
            guard let colon = name.firstIndex(of: ":") else { return (nil, Substring(name)) }
            return (prefixes[String(name[..<colon])], name[name.index(after: colon)...])
        }
    }
}
