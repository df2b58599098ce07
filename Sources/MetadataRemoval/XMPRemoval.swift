import MediaContainers
import MediaRequests
import XMLTokens

extension MetadataRemoval {
    /// Replaces properties of an XMP packet with spaces.
    ///
    /// - Returns: Whether the packet is readable. Otherwise the caller removes it as a whole.
    mutating func removeFromXMP(_ packet: Range<Int>) throws(MediaError) -> Bool {
        guard let ranges = XMPProperties.ranges(in: ByteView(slice(packet)), removing: removed) else { return false }
        for range in ranges {
            try changes.fill(packet.lowerBound + range.lowerBound..<packet.lowerBound + range.upperBound, with: 0x20)
        }
        return true
    }

    /// Replaces properties of an XMP packet with spaces, or the entire packet if it can't be read.
    mutating func removeOrClearXMP(_ packet: Range<Int>) throws(MediaError) {
        if try !removeFromXMP(packet) { try changes.fill(packet, with: 0x20) }
    }
}

/// The properties of an XMP packet by their positions in its text.
struct XMPProperties {
    private static let depthLimit = 128

    /// Longer values without spaces are pictures or other data in base64.
    private static let dataLimit = 1_024
    /// Longer processing instructions aren't those of a packet.
    private static let instructionLimit = 256

    private struct Element {
        var name: String
        var start: Int
        var isRemoved: Bool
        /// Whether the element is a property or part of one, so that it can have a text.
        var isProperty: Bool
        var prefixes: [String: String]
        var hasData = false
    }

    private var tokens: XMLTokenizer
    private let removed: RemovedMetadata
    private var elements: [Element] = []
    private var ranges: [Range<Int>] = []
    /// The number of open elements that are removed. Only the outermost one counts.
    private var removedDepth = 0

    /// Returns the ranges of the properties to remove, or `nil` if the text isn't well-formed XML in UTF-8.
    static func ranges(in text: ByteView, removing removed: RemovedMetadata) -> [Range<Int>]? {
        var properties = XMPProperties(tokens: XMLTokenizer(Array(text.bytes)), removed: removed)
        return properties.scan() ? properties.ranges : nil
    }

    private init(tokens: XMLTokenizer, removed: RemovedMetadata) {
        self.tokens = tokens
        self.removed = removed
    }

    private var bytes: [UInt8] { tokens.bytes }

    private mutating func scan() -> Bool {
        do {
            while let token = try tokens.next() {
                switch token.kind {
                case .text:
                    guard let end = bytes[token.range].firstIndex(of: 0) else {
                        note(token.range)
                        continue
                    }
                    // Zeros are padding after the packet, or UTF-16, which is refused.
                    guard bytes[end...].allSatisfy({ $0 == 0 }) else { return false }
                    note(token.range.lowerBound..<end)
                case .literal: note(token.range)
                case .instruction: instruction(token.range)
                // Nobody reads a comment, and it can contain anything.
                case .comment: if removedDepth == 0 { ranges.append(token.range) }
                case .documentType: return false
                case .start(let name, let attributes, let isEmpty):
                    guard elements.count < Self.depthLimit else { return false }
                    open(tokens.text(name), attributes, isEmpty: isEmpty, token.range)
                case .end(let name):
                    guard let element = elements.popLast(), element.name == tokens.text(name) else { return false }
                    close(element, at: token.range.upperBound)
                }
            }
            return elements.isEmpty
        } catch {
            return false
        }
    }

    /// Removes a text that belongs to no property, and marks the element of a text that is data.
    private mutating func note(_ range: Range<Int>) {
        guard removedDepth == 0, !bytes[range].allSatisfy(Self.isSpace) else { return }
        guard let element = elements.last, element.isProperty else { return ranges.append(range) }
        if isData(range) { elements[elements.count - 1].hasData = true }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// Whether a long text has hardly any spaces and is in ASCII. Some languages have no spaces, but aren't in ASCII.
    private func isData(_ range: Range<Int>) -> Bool {
        guard range.count > Self.dataLimit else { return false }
        return bytes[range].count { $0 == 0x20 || $0 >= 0x80 } < range.count / 64
    }

    /// Removes a processing instruction, unless it's that of a packet or of XML.
    private mutating func instruction(_ range: Range<Int>) {
        let isKept =
            (bytes[range].starts(with: "<?xpacket ".utf8) || bytes[range].starts(with: "<?xml ".utf8))
            && range.count <= Self.instructionLimit
        if removedDepth == 0, !isKept { ranges.append(range) }
    }

    private mutating func close(_ element: Element, at end: Int) {
        guard element.isRemoved else {
            if element.hasData, removedDepth == 0 { ranges.append(element.start..<end) }
            return
        }
        removedDepth -= 1
        if removedDepth == 0 { ranges.append(element.start..<end) }
    }

    private mutating func open(_ name: String, _ all: [XMLAttribute], isEmpty: Bool, _ range: Range<Int>) {
        var attributes: [(name: String, range: Range<Int>)] = []
        var declarations: [Range<Int>] = []
        var prefixes = elements.last?.prefixes ?? [:]
        for attribute in all {
            let name = tokens.text(attribute.name)
            if name == "xmlns" || name.hasPrefix("xmlns:") {
                let value = tokens.text(attribute.value)
                prefixes[String(name.dropFirst(6))] = value
                if removed.includes(namespace: value) { declarations.append(attribute.range) }
            } else {
                attributes.append((name, attribute.range))
            }
        }
        let full = XMPName(name, prefixes, isElement: true)
        let element = Element(
            name: name, start: range.lowerBound, isRemoved: removed.includes(full),
            isProperty: elements.last?.isProperty ?? false || !full.isSyntax, prefixes: prefixes)
        if element.isRemoved { removedDepth += 1 }
        if removedDepth == 0 {
            ranges += declarations
            ranges += attributes.filter { attribute in
                removed.includes(XMPName(attribute.name, prefixes, isElement: false)) || isData(attribute.range)
            }.map(\.range)
        }
        if isEmpty { close(element, at: range.upperBound) } else { elements.append(element) }
    }
}

/// The name of a property with its namespace.
struct XMPName {
    var namespace: String
    /// In lower case.
    var local: String

    /// - Parameter isElement: Whether the name is that of an element. The namespace of an attribute without a prefix is
    ///   that of RDF, as in old packets.
    init(_ name: String, _ prefixes: [String: String], isElement: Bool) {
        let parts = name.split(separator: ":", maxSplits: 1)
        let prefix = parts.count == 2 ? String(parts[0]) : ""
        local = (parts.last.map(String.init) ?? name).lowercased()
        namespace =
            if prefix == "xml" { XMPNamespaces.xml } else if prefix.isEmpty, !isElement { XMPNamespaces.syntax } else {
                prefixes[prefix] ?? ""
            }
    }

    /// Whether the name belongs to the syntax of a packet and means nothing.
    var isSyntax: Bool {
        switch namespace {
        case XMPNamespaces.syntax: XMPNamespaces.syntaxNames.contains(local) || Self.isMember(local)
        case XMPNamespaces.packet: XMPNamespaces.packetNames.contains(local)
        case XMPNamespaces.xml: local == "lang" || local == "space"
        default: false
        }
    }

    /// Whether the name is that of a numbered member of a list, such as `_1`.
    private static func isMember(_ local: String) -> Bool {
        local.hasPrefix("_") && local.count < 8 && local.dropFirst().allSatisfy(\.isNumber)
    }
}
