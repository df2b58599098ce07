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

    private struct Element {
        var name: String
        var start: Int
        var isRemoved: Bool
        var prefixes: [String: String]
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
        // Zeros are UTF-16, or padding after the packet.
        while position < text.count {
            guard text.bytes[position] == UInt8(ascii: "<") else {
                if text.bytes[position] == 0, !text.bytes[position...].allSatisfy({ $0 == 0 }) { return false }
                position += 1
                continue
            }
            let isRead =
                if text.has("<?", at: position) { skip(past: "?>") } else if text.has("<!--", at: position) {
                    comment()
                } else if text.has("<![CDATA[", at: position) { skip(past: "]]>") } else if text.has("<!", at: position)
                { false } else if text.has("</", at: position) { endTag() } else { startTag() }
            guard isRead else { return false }
        }
        return elements.isEmpty
    }

    private func find(_ end: StaticString) -> Int? {
        var place = position
        while place + end.utf8CodeUnitCount <= text.count {
            if text.has(end, at: place) { return place + end.utf8CodeUnitCount }
            place += 1
        }
        return nil
    }

    private mutating func skip(past end: StaticString) -> Bool {
        guard let place = find(end) else { return false }
        position = place
        return true
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
        guard element.isRemoved else { return }
        removedDepth -= 1
        if removedDepth == 0 { ranges.append(element.start..<position) }
    }

    private mutating func startTag() -> Bool {
        let start = position
        position += 1
        guard elements.count < Self.depthLimit, let name = name() else { return false }
        var attributes: [(name: String, range: Range<Int>)] = []
        var prefixes = elements.last?.prefixes ?? [:]
        while true {
            let space = position
            skipSpace()
            guard let byte = text.byte(at: position) else { return false }
            if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") { break }
            guard space < position, attributes.count < Self.attributeLimit else { return false }
            let first = position
            guard let attribute = self.name(), let value = value() else { return false }
            if attribute.hasPrefix("xmlns:") {
                prefixes[String(attribute.dropFirst(6))] = value
            } else {
                attributes.append((attribute, first..<position))
            }
        }
        let isClosed = text.byte(at: position) == UInt8(ascii: "/")
        if isClosed { position += 1 }
        guard text.byte(at: position) == UInt8(ascii: ">") else { return false }
        position += 1
        let element = Element(
            name: name, start: start, isRemoved: removed.includes(XMPName(name, prefixes)), prefixes: prefixes)
        if element.isRemoved { removedDepth += 1 }
        if removedDepth == 0 {
            ranges += attributes.filter { removed.includes(XMPName($0.name, prefixes)) }.map(\.range)
        }
        if isClosed { close(element) } else { elements.append(element) }
        return true
    }

    private mutating func skipSpace() {
        while let byte = text.byte(at: position), byte == 0x20 || (0x09...0x0D).contains(byte) { position += 1 }
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

    init(_ name: String, _ prefixes: [String: String]) {
        let parts = name.split(separator: ":", maxSplits: 1)
        namespace = parts.count == 2 ? prefixes[String(parts[0])] ?? "" : ""
        local = (parts.last.map(String.init) ?? name).lowercased()
    }
}
