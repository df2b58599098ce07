/// The properties of an XMP document, such as a sidecar.
///
/// RDF can write the same properties in several forms: as attributes, as elements and as nested descriptions. They all
/// result in the same values. If a document has a property twice, the first one counts. Text before and after the RDF
/// is ignored, so a packet can lack its end mark.
///
/// Documents are untrusted. They can't declare entities, and their size, depth and number of values are limited.
package struct XMPDocument: Sendable, Equatable {
    /// Longer documents are refused.
    package static let byteLimit = 1 << 20

    package let properties: [XMPName: XMPValue]

    package init(properties: [XMPName: XMPValue]) {
        self.properties = properties
    }

    /// Reads a document in UTF-8 or UTF-16, with or without a byte order mark.
    ///
    /// - Parameter file: The name of the file, for errors.
    /// - Throws: `SourceError` if the bytes aren't a valid document or exceed a limit.
    /// - Complexity: O(*n*) for *n* bytes.
    package init(_ bytes: some Collection<UInt8>, file: String) throws(SourceError) {
        do throws(XMPFailure) {
            guard bytes.count <= Self.byteLimit else { throw .tooLong }
            var reader = XMPReader(try XMPEncoding.text(of: Array(bytes)))
            properties = try reader.properties()
        } catch {
            throw error.error(of: file)
        }
    }

    package subscript(namespace: String, name: String) -> XMPValue? { properties[XMPName(namespace, name)] }
}
