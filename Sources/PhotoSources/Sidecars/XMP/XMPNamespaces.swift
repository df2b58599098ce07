/// The prefixes that are declared at a place of an XML document.
struct XMPNamespaces {
    /// The addresses of each prefix. The innermost declaration is the last one.
    private var addresses: [String: [String]] = ["xml": [XMPNamespace.xml]]

    /// Returns the prefix that an attribute declares: an empty one for `xmlns`, and `nil` for other attributes.
    static func prefix(declaredBy attribute: String) -> String? {
        if attribute == "xmlns" { return "" }
        return attribute.hasPrefix("xmlns:") ? String(attribute.dropFirst(6)) : nil
    }

    mutating func add(_ prefix: String, _ address: String) {
        addresses[prefix, default: []].append(XMPNamespace.canonical(address))
    }

    mutating func remove(_ prefixes: [String]) {
        for prefix in prefixes { _ = addresses[prefix]?.popLast() }
    }

    /// Returns a name in its namespace. Only elements can be in the default namespace.
    ///
    /// - Throws: `malformed` if the prefix isn't declared.
    func name(_ text: String, isElement: Bool) throws(XMPFailure) -> XMPName {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            return XMPName(isElement ? addresses[""]?.last ?? "" : "", text)
        }
        guard let address = addresses[String(text[..<colon])]?.last else { throw .malformed }
        return XMPName(address, String(text[text.utf8.index(after: colon)...]))
    }
}
