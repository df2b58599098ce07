/// The name of an XMP property in its namespace. The prefix in the document doesn't count.
package struct XMPName: Hashable, Sendable {
    /// The namespace's address, or an empty text for a name without a namespace.
    package let namespace: String
    package let name: String

    package init(_ namespace: String, _ name: String) {
        self.namespace = namespace
        self.name = name
    }
}

extension XMPName {
    static let rdf = XMPName(XMPNamespace.rdf, "RDF")
    static let rdfValue = XMPName(XMPNamespace.rdf, "value")

    /// Whether a property can have the name. The names of RDF and XML describe values.
    var isOfProperty: Bool {
        !namespace.isEmpty && namespace != XMPNamespace.rdf && namespace != XMPNamespace.xml
    }
}
