import MediaContainers
import MediaWork

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
    private static let attributeLimit = 4_096
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

    private let text: ByteView
    private let removed: RemovedMetadata
    private var position = 0
    private var elements: [Element] = []
    private var ranges: [Range<Int>] = []
    /// The number of open elements that are removed. Only the outermost one counts.
    private var removedDepth = 0

    /// Returns the ranges of the properties to remove, or `nil` if the text isn't well-formed XML in UTF-8.
    static func ranges(in text: ByteView, removing removed: RemovedMetadata) -> [Range<Int>]? {
        var properties = XMPProperties(text: text, removed: removed)
        return properties.scan() ? properties.ranges : nil
    }

    private init(text: ByteView, removed: RemovedMetadata) {
        self.text = text
        self.removed = removed
    }

    private mutating func scan() -> Bool {
        while position < text.count {
            guard text.bytes[position] == UInt8(ascii: "<") else {
                guard readText() else { return false }
                continue
            }
            let isRead =
                if text.has("<?", at: position) { instruction() } else if text.has("<!--", at: position) {
                    comment()
                } else if text.has("<![CDATA[", at: position) { literalText() } else if text.has("<!", at: position) {
                    false
                } else if text.has("</", at: position) { endTag() } else { startTag() }
            guard isRead else { return false }
        }
        return elements.isEmpty
    }

    /// Reads a text up to the next tag. Zeros are padding after the packet, or UTF-16, which is refused.
    private mutating func readText() -> Bool {
        let start = position
        while position < text.count, text.bytes[position] != UInt8(ascii: "<") { position += 1 }
        guard let end = text.bytes[start..<position].firstIndex(of: 0) else {
            note(start..<position)
            return true
        }
        guard text.bytes[end...].allSatisfy({ $0 == 0 }) else { return false }
        note(start..<end)
        position = text.count
        return true
    }

    /// Removes a text that belongs to no property, and marks the element of a text that is data.
    private mutating func note(_ range: Range<Int>) {
        guard removedDepth == 0, !text.bytes[range].allSatisfy(Self.isSpace) else { return }
        guard let element = elements.last, element.isProperty else { return ranges.append(range) }
        if isData(range) { elements[elements.count - 1].hasData = true }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// Whether a long text has hardly any spaces and is in ASCII. Some languages have no spaces, but aren't in ASCII.
    private func isData(_ range: Range<Int>) -> Bool {
        guard range.count > Self.dataLimit else { return false }
        return text.bytes[range].count { $0 == 0x20 || $0 >= 0x80 } < range.count / 64
    }

    private mutating func literalText() -> Bool {
        guard let end = find("]]>") else { return false }
        note(position..<end)
        position = end
        return true
    }

    /// Removes a processing instruction, unless it's that of a packet or of XML.
    private mutating func instruction() -> Bool {
        guard let end = find("?>") else { return false }
        let isKept =
            (text.has("<?xpacket ", at: position) || text.has("<?xml ", at: position))
            && end - position <= Self.instructionLimit
        if removedDepth == 0, !isKept { ranges.append(position..<end) }
        position = end
        return true
    }

    private func find(_ end: StaticString) -> Int? {
        var place = position
        while place + end.utf8CodeUnitCount <= text.count {
            if text.has(end, at: place) { return place + end.utf8CodeUnitCount }
            place += 1
        }
        return nil
    }

    /// Removes a comment, because nobody reads it and it can contain anything.
    private mutating func comment() -> Bool {
        guard let end = find("-->") else { return false }
        if removedDepth == 0 { ranges.append(position..<end) }
        position = end
        return true
    }

    private mutating func endTag() -> Bool {
        position += 2
        guard let name = name(), let element = elements.popLast(), element.name == name else { return false }
        skipSpace()
        guard text.byte(at: position) == UInt8(ascii: ">") else { return false }
        position += 1
        close(element)
        return true
    }

    private mutating func close(_ element: Element) {
        guard element.isRemoved else {
            if element.hasData, removedDepth == 0 { ranges.append(element.start..<position) }
            return
        }
        removedDepth -= 1
        if removedDepth == 0 { ranges.append(element.start..<position) }
    }

    private mutating func startTag() -> Bool {
        let start = position
        position += 1
        guard elements.count < Self.depthLimit, let name = name() else { return false }
        var attributes: [(name: String, range: Range<Int>)] = []
        var declarations: [Range<Int>] = []
        var prefixes = elements.last?.prefixes ?? [:]
        while true {
            let space = position
            skipSpace()
            guard let byte = text.byte(at: position) else { return false }
            if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") { break }
            guard space < position, attributes.count < Self.attributeLimit else { return false }
            let first = position
            guard let attribute = self.name(), let value = value() else { return false }
            if attribute == "xmlns" || attribute.hasPrefix("xmlns:") {
                prefixes[String(attribute.dropFirst(6))] = value
                if removed.includes(namespace: value) { declarations.append(first..<position) }
            } else {
                attributes.append((attribute, first..<position))
            }
        }
        let isClosed = text.byte(at: position) == UInt8(ascii: "/")
        if isClosed { position += 1 }
        guard text.byte(at: position) == UInt8(ascii: ">") else { return false }
        position += 1
        let full = XMPName(name, prefixes, isElement: true)
        let element = Element(
            name: name, start: start, isRemoved: removed.includes(full),
            isProperty: elements.last?.isProperty ?? false || !full.isSyntax, prefixes: prefixes)
        if element.isRemoved { removedDepth += 1 }
        if removedDepth == 0 {
            ranges += declarations
            ranges += attributes.filter { attribute in
                removed.includes(XMPName(attribute.name, prefixes, isElement: false)) || isData(attribute.range)
            }.map(\.range)
        }
        if isClosed { close(element) } else { elements.append(element) }
        return true
    }

    private mutating func skipSpace() {
        while let byte = text.byte(at: position), Self.isSpace(byte) { position += 1 }
    }

    private mutating func name() -> String? {
        let start = position
        while let byte = text.byte(at: position), byte > 0x20, !"=/><\"'".utf8.contains(byte) { position += 1 }
        guard start < position, let part = text.part(at: start, count: position - start) else { return nil }
        return String(decoding: part, as: UTF8.self)
    }

    /// Reads `="value"`.
    private mutating func value() -> String? {
        skipSpace()
        guard text.byte(at: position) == UInt8(ascii: "=") else { return nil }
        position += 1
        skipSpace()
        guard let quote = text.byte(at: position), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return nil
        }
        position += 1
        let start = position
        while let byte = text.byte(at: position), byte != quote {
            if byte == UInt8(ascii: "<") { return nil }
            position += 1
        }
        guard position < text.count, let part = text.part(at: start, count: position - start) else { return nil }
        position += 1
        return String(decoding: part, as: UTF8.self)
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
