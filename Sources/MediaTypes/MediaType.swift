/// A uniform type: the name by which PhotoKit's clients, the engine and the worker speak of a format.
///
/// Tables of values only; nothing here reads a file. `UTType` is the public face of the same table.
package struct MediaType: Sendable, Hashable {
    /// The reverse-DNS name, such as `public.jpeg`.
    package let identifier: String

    /// The identifiers of the direct parents. ``ancestors`` has all of them.
    package let conformsTo: [String]

    /// Without a dot, in lower case; the preferred one is first.
    package let filenameExtensions: [String]

    /// In lower case; the preferred one is first.
    package let mimeTypes: [String]

    /// In English.
    package let localizedDescription: String?

    package init(
        _ identifier: String,
        conformsTo: [String] = [],
        filenameExtensions: [String] = [],
        mimeTypes: [String] = [],
        _ localizedDescription: String? = nil
    ) {
        self.identifier = identifier
        self.conformsTo = conformsTo
        self.filenameExtensions = filenameExtensions
        self.mimeTypes = mimeTypes
        self.localizedDescription = localizedDescription
    }

    package var preferredFilenameExtension: String? { filenameExtensions.first }

    package var preferredMIMEType: String? { mimeTypes.first }
}

// MARK: - Lookup

extension MediaType {
    /// The declared type of that name, whatever its case.
    package static func declared(identifier: String) -> MediaType? {
        MediaTypeIndex.shared.type(identifier: identifier)
    }

    /// The declared types that claim an extension (without a dot, whatever its case), the most likely first.
    package static func declared(filenameExtension: String) -> [MediaType] {
        MediaTypeIndex.shared.types(filenameExtension: filenameExtension)
    }

    /// The declared types that claim a MIME type (without parameters, whatever its case), the most likely first.
    package static func declared(mimeType: String) -> [MediaType] {
        MediaTypeIndex.shared.types(mimeType: mimeType)
    }
}

// MARK: - Conformance

extension MediaType {
    /// The identifiers of all types above this one, near and far, without its own.
    package var ancestors: Set<String> {
        MediaTypeIndex.shared.ancestors(of: self)
    }

    /// Whether this type is the named one or descends from it.
    package func conforms(to identifier: String) -> Bool {
        let identifier = identifier.lowercased()
        return self.identifier.lowercased() == identifier || ancestors.contains(identifier)
    }

    /// Whether the first named type is the second or descends from it; an undeclared type is only itself.
    package static func conforms(_ identifier: String, to ancestor: String) -> Bool {
        declared(identifier: identifier)?.conforms(to: ancestor)
            ?? (identifier.lowercased() == ancestor.lowercased())
    }
}
