/// A start tag of an XMP document with its names resolved.
struct XMPElement {
    /// The name as it's written, which the end tag repeats.
    let tag: String
    let isEmpty: Bool
    /// The name in its namespace, or `nil` if it has none.
    var name: XMPName?
    var attributes: [XMPName: String] = [:]
    /// The prefixes that the tag declares.
    var prefixes: [String] = []

    init(tag: String, isEmpty: Bool) {
        self.tag = tag
        self.isEmpty = isEmpty
    }

    subscript(namespace: String, name: String) -> String? { attributes[XMPName(namespace, name)] }

    var language: String? { self[XMPNamespace.xml, "lang"] }

    /// The properties that are written as attributes.
    var fields: [XMPName: XMPValue] {
        attributes.filter { $0.key.isOfProperty || $0.key == .rdfValue }.mapValues { XMPValue(.text($0)) }
    }
}

extension XMPName {
    /// Whether it's `rdf:li`, or `rdf:_1` and so on.
    var isOfItem: Bool { namespace == XMPNamespace.rdf && (name == "li" || name.hasPrefix("_")) }
}
