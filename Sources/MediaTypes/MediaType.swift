/// A uniform type identifies the format of a file for PhotoKit's clients, the engine and the worker.
///
/// The table of types is constant, and nothing here reads a file. `UTType` is its public interface.
package struct MediaType: Sendable, Hashable {
    /// The reverse-DNS name, such as `public.jpeg`.
    package let identifier: String

    /// The identifiers of the direct supertypes. ``ancestors`` contains all supertypes.
    package let conformsTo: [String]

    /// The extensions in lower case without a dot, with the preferred one first.
    package let filenameExtensions: [String]

    /// The MIME types in lower case, with the preferred one first.
    package let mimeTypes: [String]

    /// A description in English.
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
    /// Returns the declared type with an identifier, ignoring case.
    package static func declared(identifier: String) -> MediaType? {
        MediaTypeIndex.shared.type(identifier: identifier)
    }

    /// Returns the declared types with an extension (without a dot, ignoring case), with the preferred type first.
    package static func declared(filenameExtension: String) -> [MediaType] {
        MediaTypeIndex.shared.types(filenameExtension: filenameExtension)
    }

    /// Returns the declared types with a MIME type (without parameters, ignoring case), with the preferred type
    /// first.
    package static func declared(mimeType: String) -> [MediaType] {
        MediaTypeIndex.shared.types(mimeType: mimeType)
    }
}

// MARK: - Conformance

extension MediaType {
    /// The identifiers of all direct and indirect supertypes.
    package var ancestors: Set<String> {
        MediaTypeIndex.shared.ancestors(of: self)
    }

    /// Returns whether this type has an identifier or is a subtype of the type that has it.
    package func conforms(to identifier: String) -> Bool {
        let identifier = identifier.lowercased()
        return self.identifier.lowercased() == identifier || ancestors.contains(identifier)
    }

    /// Returns whether the first identifier equals the second or names a subtype of it. An undeclared type only
    /// equals itself.
    package static func conforms(_ identifier: String, to ancestor: String) -> Bool {
        declared(identifier: identifier)?.conforms(to: ancestor)
            ?? (identifier.lowercased() == ancestor.lowercased())
    }
}
