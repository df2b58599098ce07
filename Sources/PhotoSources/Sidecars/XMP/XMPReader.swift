import XMLTokens

/// Reads the RDF of an XMP document. Recursive, up to a limited depth.
struct XMPReader {
    /// The deepest elements that programs write, of masks in Adobe's settings, are half as deep.
    private static let depthLimit = 64
    /// Elements and attributes. A document of the longest size with one value for each ten bytes.
    private static let valueLimit = 100_000

    private var tokens: XMLTokenizer
    private var namespaces = XMPNamespaces()
    private var depth = 0
    private var remainingValues = Self.valueLimit

    init(_ text: [UInt8]) {
        tokens = XMLTokenizer(text)
    }

    /// Returns the properties of all descriptions in the first `rdf:RDF`.
    mutating func properties() throws(XMPFailure) -> [XMPName: XMPValue] {
        var ancestors: [XMPElement] = []
        while let token = try nextToken() {
            switch token.kind {
            case .text, .literal, .comment, .instruction: break
            case .documentType: throw .documentType
            case .start:
                let element = try open(token)
                if element.name == .rdf { return try descriptions(in: element) }
                guard !element.isEmpty else {
                    namespaces.remove(element.prefixes)
                    continue
                }
                depth += 1
                guard depth < Self.depthLimit else { throw .tooDeep }
                ancestors.append(element)
            case .end(let name):
                guard let element = ancestors.popLast(), element.tag == tokens.text(name) else { throw .malformed }
                namespaces.remove(element.prefixes)
                depth -= 1
            }
        }
        throw .noProperties
    }

    private mutating func descriptions(in rdf: XMPElement) throws(XMPFailure) -> [XMPName: XMPValue] {
        var properties: [XMPName: XMPValue] = [:]
        _ = try readContent(of: rdf) { (reader, node) throws(XMPFailure) in
            properties.merge(try reader.fields(of: node)) { first, _ in first }
        }
        return properties.filter { $0.key.isOfProperty }
    }

    // MARK: Values

    /// Reads a description, with its properties as attributes and as elements.
    private mutating func fields(of node: XMPElement) throws(XMPFailure) -> [XMPName: XMPValue] {
        var fields = node.fields
        _ = try readContent(of: node) { (reader, property) throws(XMPFailure) in
            let value = try reader.value(of: property)
            if let name = property.name, fields[name] == nil { fields[name] = value }
        }
        return fields
    }

    /// Reads a property or a list's item.
    private mutating func value(of property: XMPElement) throws(XMPFailure) -> XMPValue {
        let parseType = property[XMPNamespace.rdf, "parseType"]
        if parseType == "Resource" { return Self.value(try fields(of: property), language: property.language) }
        if parseType == "Literal" { return XMPValue(.text(try plainText(of: property)), language: property.language) }
        var nodes: [XMPValue] = []
        let text = try readContent(of: property) { (reader, node) throws(XMPFailure) in
            nodes.append(try reader.nodeValue(node))
        }
        if parseType == "Collection" { return XMPValue(.list(.ordered, nodes)) }
        if var value = nodes.first {
            if value.language == nil { value.language = property.language }
            return value
        }
        if let address = property[XMPNamespace.rdf, "resource"] { return XMPValue(.text(address)) }
        if !property.fields.isEmpty { return Self.value(property.fields, language: property.language) }
        return XMPValue(.text(text), language: property.language)
    }

    /// Reads a list or a structure.
    private mutating func nodeValue(_ node: XMPElement) throws(XMPFailure) -> XMPValue {
        guard let name = node.name, name.namespace == XMPNamespace.rdf,
            let kind = XMPValue.ListKind(rawValue: name.name)
        else { return Self.value(try fields(of: node), language: node.language) }
        var items: [XMPValue] = []
        _ = try readContent(of: node) { (reader, item) throws(XMPFailure) in
            let value = try reader.value(of: item)
            if item.name?.isOfItem == true { items.append(value) }
        }
        return XMPValue(.list(kind, items))
    }

    /// Returns a structure, or the value that a structure with `rdf:value` qualifies.
    private static func value(_ fields: [XMPName: XMPValue], language: String?) -> XMPValue {
        guard var value = fields[.rdfValue] else {
            return XMPValue(.structure(fields.filter { $0.key.isOfProperty }), language: language)
        }
        if value.language == nil { value.language = language }
        return value
    }

    private mutating func plainText(of element: XMPElement) throws(XMPFailure) -> String {
        var parts = ""
        let text = try readContent(of: element) { (reader, child) throws(XMPFailure) in
            parts += try reader.plainText(of: child)
        }
        return text + parts
    }

    // MARK: Elements

    /// Reads an element up to its end. Passes each child, which `readChild` has to read.
    ///
    /// - Returns: The element's own text.
    private mutating func readContent(
        of element: XMPElement, readChild: (inout XMPReader, XMPElement) throws(XMPFailure) -> Void
    ) throws(XMPFailure) -> String {
        defer { namespaces.remove(element.prefixes) }
        guard !element.isEmpty else { return "" }
        depth += 1
        guard depth < Self.depthLimit else { throw .tooDeep }
        defer { depth -= 1 }
        var text: [UInt8] = []
        while let token = try nextToken() {
            switch token.kind {
            case .comment, .instruction: break
            case .documentType: throw .documentType
            case .text: text += try resolved(token.range)
            case .literal(let content): text += tokens.bytes[content]
            case .start: try readChild(&self, try open(token))
            case .end(let name):
                guard tokens.text(name) == element.tag else { throw .malformed }
                return String(decoding: text, as: UTF8.self)
            }
        }
        throw .malformed
    }

    /// Returns a start tag with its names resolved. Its prefixes are valid until they are removed.
    private mutating func open(_ token: XMLToken) throws(XMPFailure) -> XMPElement {
        guard case .start(let tag, let attributes, let isEmpty) = token.kind else { throw .malformed }
        remainingValues -= 1 + attributes.count
        guard remainingValues >= 0 else { throw .tooManyValues }
        var element = XMPElement(tag: tokens.text(tag), isEmpty: isEmpty)
        var others: [(name: String, value: String)] = []
        for attribute in attributes {
            let name = tokens.text(attribute.name)
            let value = String(decoding: try resolvedAttribute(attribute.value), as: UTF8.self)
            if let prefix = XMPNamespaces.prefix(declaredBy: name) {
                namespaces.add(prefix, value)
                element.prefixes.append(prefix)
            } else {
                others.append((name, value))
            }
        }
        element.name = try namespaces.name(element.tag, isElement: true)
        for (name, value) in others {
            element.attributes[try namespaces.name(name, isElement: false), default: value] = value
        }
        return element
    }

    private mutating func nextToken() throws(XMPFailure) -> XMLToken? {
        do throws(XMLTokenizer.Failure) {
            return try tokens.next()
        } catch {
            // The tokenizer refuses a document type that declares entities.
            throw tokens.bytes.firstRange(of: Array("<!DOCTYPE".utf8)) == nil ? .malformed : .documentType
        }
    }

    private func resolved(_ range: Range<Int>) throws(XMPFailure) -> [UInt8] {
        do throws(XMLTokenizer.Failure) {
            return try tokens.resolved(range)
        } catch {
            throw .malformed
        }
    }

    /// Returns the text of an attribute, in which white space counts as spaces unless it's a reference.
    private func resolvedAttribute(_ range: Range<Int>) throws(XMPFailure) -> [UInt8] {
        let bytes = tokens.bytes[range]
        guard bytes.contains(where: { $0 < 0x20 }) else { return try resolved(range) }
        let spaced = bytes.map { XMLTokenizer.isSpace($0) ? 0x20 : $0 }
        do throws(XMLTokenizer.Failure) {
            return try XMLTokenizer(spaced).resolved(0..<spaced.count)
        } catch {
            throw .malformed
        }
    }
}
