import XMLTokens

/// Reads the properties of motion photos from an XMP packet.
///
/// Names count by their namespace. A property can be an attribute or an element, at any place of the packet. If a
/// packet has a property twice, the first one counts. If a packet isn't well-formed, the properties before the error
/// count: callers check all numbers anyway.
struct MotionPhotoPropertyReader {
    private enum Namespace: String {
        case camera = "http://ns.google.com/photos/1.0/camera/"
        case container = "http://ns.google.com/photos/1.0/container/"
        case item = "http://ns.google.com/photos/1.0/container/item/"
        case oppo = "http://ns.oplus.com/photos/1.0/camera/"
        case note = "http://ns.adobe.com/xmp/note/"
        case syntax = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    }

    private struct Name {
        var namespace: Namespace
        var local: String
    }

    private struct Element {
        let tag: Range<Int>
        /// `nil` in other namespaces.
        let name: Name?
        let prefixes: [String]
        var text: [UInt8] = []
    }

    private static let depthLimit = 64
    private static let itemLimit = 1_000
    private static let textLimitInBytes = 256

    private var tokens: XMLTokenizer
    private var namespaces: [String: [Namespace?]] = [:]
    private var elements: [Element] = []
    /// The depths of the open directory and of its open item.
    private var directoryDepth: Int?
    private var itemDepth: Int?
    private var properties = MotionPhotoProperties()
    private var hasTooManyItems = false

    /// - Complexity: O(*n*) for *n* bytes. Packets without one of the namespaces are only searched for their addresses.
    static func properties(in packet: [UInt8]) -> MotionPhotoProperties {
        let marks: [StaticString] = [
            "ns.google.com/photos/1.0/c", "ns.oplus.com/photos/1.0/camera", "HasExtendedXMP",
        ]
        guard marks.contains(where: packet.contains) else { return MotionPhotoProperties() }
        var reader = MotionPhotoPropertyReader(packet)
        reader.read()
        if reader.hasTooManyItems { reader.properties.items = [] }
        return reader.properties
    }

    private init(_ packet: [UInt8]) {
        tokens = XMLTokenizer(packet)
    }

    private mutating func read() {
        while let token = try? tokens.next() {
            switch token.kind {
            case .comment, .instruction, .documentType: break
            case .text: if let text = try? tokens.resolved(token.range) { append(text[...]) }
            case .literal(let content): append(tokens.bytes[content])
            case .start(let tag, let attributes, let isEmpty):
                guard elements.count < Self.depthLimit else { return }
                open(tag, attributes)
                if isEmpty { close() }
            case .end(let tag):
                guard let element = elements.last, tokens.bytes[element.tag].elementsEqual(tokens.bytes[tag]) else {
                    return
                }
                close()
            }
        }
    }

    private mutating func append(_ text: ArraySlice<UInt8>) {
        guard let element = elements.last, element.name != nil,
            element.text.count + text.count <= Self.textLimitInBytes
        else { return }
        elements[elements.count - 1].text += text
    }

    private mutating func open(_ tag: Range<Int>, _ attributes: [XMLAttribute]) {
        var prefixes: [String] = []
        var others: [(name: String, value: Range<Int>)] = []
        for attribute in attributes {
            let name = tokens.text(attribute.name)
            guard name == "xmlns" || name.hasPrefix("xmlns:") else {
                others.append((name, attribute.value))
                continue
            }
            let prefix = String(name.dropFirst(6))
            namespaces[prefix, default: []].append(text(attribute.value).flatMap(Namespace.init(rawValue:)))
            prefixes.append(prefix)
        }
        let name = name(tokens.text(tag), isElement: true)
        elements.append(Element(tag: tag, name: name, prefixes: prefixes))
        if name?.namespace == .container, name?.local == "Directory", directoryDepth == nil {
            directoryDepth = elements.count
        }
        if name?.namespace == .syntax, name?.local == "li", directoryDepth != nil, itemDepth == nil {
            itemDepth = elements.count
            hasTooManyItems = properties.items.count >= Self.itemLimit
            if !hasTooManyItems { properties.items.append(MotionPhotoProperties.Item()) }
        }
        for other in others {
            guard let name = self.name(other.name, isElement: false), let value = text(other.value) else { continue }
            set(name, to: value)
        }
    }

    private mutating func close() {
        if itemDepth == elements.count { itemDepth = nil }
        if directoryDepth == elements.count { directoryDepth = nil }
        guard let element = elements.popLast() else { return }
        for prefix in element.prefixes { _ = namespaces[prefix]?.popLast() }
        let text = String(decoding: element.text, as: UTF8.self)
        if let name = element.name, !text.allSatisfy(\.isWhitespace) { set(name, to: text) }
    }

    private func name(_ text: String, isElement: Bool) -> Name? {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 || isElement, let local = parts.last,
            let namespace = namespaces[parts.count == 2 ? String(parts[0]) : ""]?.last ?? nil
        else { return nil }
        return Name(namespace: namespace, local: String(local))
    }

    /// Returns the text of an attribute, or `nil` if it's long or refers to an unknown entity.
    private func text(_ range: Range<Int>) -> String? {
        guard range.count <= Self.textLimitInBytes, let bytes = try? tokens.resolved(range) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func set(_ name: Name, to value: String) {
        let text = value.trimmingSpace
        switch (name.namespace, name.local) {
        case (.camera, "MotionPhoto"), (.camera, "MicroVideo"): if text == "1" { properties.isFlagged = true }
        case (.camera, "MicroVideoOffset"): properties.setLength(\.microVideoOffset, text)
        case (.camera, "MotionPhotoPresentationTimestampUs"): properties.setNumber(\.motionPhotoTime, text)
        case (.camera, "MicroVideoPresentationTimestampUs"): properties.setNumber(\.microVideoTime, text)
        case (.oppo, "VideoLength"): properties.setLength(\.videoLength, text)
        case (.oppo, "MotionPhotoPrimaryPresentationTimestampUs"): properties.setNumber(\.oppoTime, text)
        case (.note, "HasExtendedXMP"): properties.extendedPacket = properties.extendedPacket ?? text
        case (.item, let local) where itemDepth != nil && !hasTooManyItems: properties.setItemField(local, text)
        default: break
        }
    }
}

extension MotionPhotoProperties {
    fileprivate mutating func setLength(_ property: WritableKeyPath<Self, Int?>, _ text: String) {
        if self[keyPath: property] == nil { self[keyPath: property] = Self.length(text) }
    }

    fileprivate mutating func setNumber(_ property: WritableKeyPath<Self, Int?>, _ text: String) {
        if self[keyPath: property] == nil { self[keyPath: property] = Int(text) }
    }

    /// Sets a field of the last item.
    fileprivate mutating func setItemField(_ name: String, _ text: String) {
        guard var item = items.popLast() else { return }
        switch name {
        case "Mime": item.mediaType = text
        case "Semantic": item.semantic = text
        case "Length": item.length = Self.length(text)
        case "Padding": item.padding = Self.length(text)
        default: break
        }
        items.append(item)
    }
}

extension String {
    fileprivate var trimmingSpace: String {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
