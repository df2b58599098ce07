import XMLTokens

/// An element of a request's XML, with its namespace.
struct WebDAVElement: Equatable, Sendable {
    /// The name of an element or a property.
    struct Name: Hashable, Sendable {
        let space: String
        let name: String

        static func dav(_ name: String) -> Name { Name(space: WebDAVElement.dav, name: name) }
    }

    enum Content: Equatable, Sendable {
        case text(String)
        case element(WebDAVElement)
    }

    static let dav = "DAV:"
    static let xml = "http://www.w3.org/XML/1998/namespace"
    /// The largest body with XML, in bytes.
    static let bodyLimit = 64 << 10
    private static let depthLimit = 32
    private static let elementLimit = 1_000
    private static let spaceLimit = 256
    /// The most properties that a request names.
    static let propertyLimit = 100

    let name: Name
    var attributes: [(name: Name, value: String)] = []
    var content: [Content] = []

    static func == (one: Self, other: Self) -> Bool {
        one.name == other.name && one.content == other.content
            && one.attributes.map(\.name) == other.attributes.map(\.name)
            && one.attributes.map(\.value) == other.attributes.map(\.value)
    }

    var elements: [WebDAVElement] {
        content.compactMap { if case .element(let element) = $0 { element } else { nil } }
    }

    var text: String {
        content.map { if case .text(let text) = $0 { text } else { "" } }.joined()
    }

    func first(_ name: String) -> WebDAVElement? { elements.first { $0.name == .dav(name) } }

    // MARK: Reading

    /// Reads a document.
    ///
    /// - Throws: `XMLTokenizer.Failure` if it isn't well-formed, too deep, or has too many elements, a long namespace
    ///   or an unknown prefix.
    init(document: [UInt8]) throws(XMLTokenizer.Failure) {
        var tokens = XMLTokenizer(document)
        var open: [(element: WebDAVElement, tag: String, spaces: [String: String])] = []
        var root: WebDAVElement?
        var count = 0
        func close(_ element: WebDAVElement) throws(XMLTokenizer.Failure) {
            if open.isEmpty {
                guard root == nil else { throw XMLTokenizer.Failure() }
                root = element
            } else {
                open[open.count - 1].element.content.append(.element(element))
            }
        }
        while let token = try tokens.next() {
            switch token.kind {
            case .text:
                let text = String(decoding: try tokens.resolved(token.range), as: UTF8.self)
                if open.isEmpty {
                    guard text.allSatisfy(\.isWhitespace) else { throw XMLTokenizer.Failure() }
                } else {
                    open[open.count - 1].element.content.append(.text(text))
                }
            case .literal(let range):
                guard !open.isEmpty else { throw XMLTokenizer.Failure() }
                open[open.count - 1].element.content.append(.text(tokens.text(range)))
            case .comment, .instruction: break
            case .documentType: throw XMLTokenizer.Failure()
            case .start(let name, let attributes, let isEmpty):
                count += 1
                guard count <= Self.elementLimit, open.count < Self.depthLimit, root == nil else {
                    throw XMLTokenizer.Failure()
                }
                let tag = tokens.text(name)
                let (element, spaces) = try Self.element(
                    tag, attributes, tokens, open.last?.spaces ?? ["xml": Self.xml])
                if isEmpty { try close(element) } else { open.append((element, tag, spaces)) }
            case .end(let name):
                guard let last = open.popLast(), last.tag == tokens.text(name) else { throw XMLTokenizer.Failure() }
                try close(last.element)
            }
        }
        guard let root, open.isEmpty else { throw XMLTokenizer.Failure() }
        self = root
    }

    init(name: Name) { self.name = name }

    private static func element(
        _ tag: String, _ attributes: [XMLAttribute], _ tokens: XMLTokenizer, _ outer: [String: String]
    ) throws(XMLTokenizer.Failure) -> (WebDAVElement, [String: String]) {
        var spaces = outer
        var others: [(String, String)] = []
        for attribute in attributes {
            let name = tokens.text(attribute.name)
            let value = String(decoding: try tokens.resolved(attribute.value), as: UTF8.self)
            // A short prefix would repeat a long namespace in each property of a response.
            let isSpace = name == "xmlns" || name.hasPrefix("xmlns:")
            guard !isSpace || value.utf8.count <= spaceLimit else { throw XMLTokenizer.Failure() }
            if name == "xmlns" {
                spaces[""] = value
            } else if name.hasPrefix("xmlns:") {
                // XML 1.0 can't undeclare a prefix.
                guard !value.isEmpty else { throw XMLTokenizer.Failure() }
                spaces[String(name.dropFirst(6))] = value
            } else {
                others.append((name, value))
            }
        }
        var element = WebDAVElement(name: try resolved(tag, spaces, usesDefault: true))
        for (name, value) in others {
            element.attributes.append((try resolved(name, spaces, usesDefault: false), value))
        }
        return (element, spaces)
    }

    private static func resolved(
        _ name: String, _ spaces: [String: String], usesDefault: Bool
    ) throws(XMLTokenizer.Failure) -> Name {
        let parts = name.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }) else { throw XMLTokenizer.Failure() }
        guard parts.count == 2 else { return Name(space: usesDefault ? spaces[""] ?? "" : "", name: name) }
        guard let space = spaces[String(parts[0])] else { throw XMLTokenizer.Failure() }
        return Name(space: space, name: String(parts[1]))
    }

    // MARK: Writing

    /// The element in XML that needs no declarations around it.
    var source: String {
        var text = "<\(name.name) xmlns=\"\(XMLText.escaped(name.space))\""
        for (index, attribute) in attributes.enumerated() {
            let value = XMLText.escaped(attribute.value)
            switch attribute.name.space {
            case "": text += " \(attribute.name.name)=\"\(value)\""
            case Self.xml: text += " xml:\(attribute.name.name)=\"\(value)\""
            default:
                let prefix = "a\(index)"
                text += " xmlns:\(prefix)=\"\(XMLText.escaped(attribute.name.space))\""
                text += " \(prefix):\(attribute.name.name)=\"\(value)\""
            }
        }
        return text + ">" + inner + "</\(name.name)>"
    }

    /// The content in XML that needs no declarations around it.
    var inner: String {
        content.map { content in
            switch content {
            case .text(let text): XMLText.escaped(text)
            case .element(let element): element.source
            }
        }.joined()
    }
}

/// Text in XML.
enum XMLText {
    /// Returns a text with references in place of XML's own characters, and without those that XML can't have.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\r": result += "&#13;"
            case "\t", "\n": result.unicodeScalars.append(scalar)
            default:
                if scalar.value >= 0x20, scalar.value < 0xFFFE || scalar.value > 0xFFFF {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
    }
}
