import MediaTypes

/// A type of data, identified by a reverse-DNS name, with its place in a hierarchy.
///
/// The declared types are a fixed table of the formats in photo libraries and their supertypes. Unlike Apple's
/// module, this module doesn't read a system registry or an `Info.plist`. Therefore
/// ``init(exportedAs:conformingTo:)`` and ``init(importedAs:conformingTo:)`` create types whose ``isDeclared`` is
/// `false` unless the table contains them.
///
/// Two types are equal if their identifiers are equal, ignoring case.
public struct UTType: Sendable {
    private enum Origin {
        case declared
        case dynamic
        /// A type that a client named or an archive contains, and that isn't in the table.
        case undeclared
    }

    private let mediaType: MediaType
    private let origin: Origin

    /// The direct supertypes of an undeclared type. Empty for a declared type.
    private let undeclaredParents: [UTType]

    /// Creates the declared or dynamic type with an identifier. Returns `nil` if there is no such type.
    public init?(_ identifier: String) {
        if let mediaType = MediaType.declared(identifier: identifier) {
            self.init(mediaType)
        } else if let dynamic = DynamicTypeIdentifier(encoded: identifier) {
            self.init(dynamic)
        } else {
            return nil
        }
    }

    /// Creates a type that another program declares. If the table doesn't contain the type, it has no tags and only
    /// the given supertype.
    @inline(never)
    public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
        // The declared types are a hundred calls. They took a minute to compile when each contained this code.
        if let type = UTType(identifier) {
            self = type
        } else {
            mediaType = MediaType(identifier, conformsTo: parentType.map { [$0.identifier] } ?? [])
            origin = .undeclared
            undeclaredParents = parentType.map { [$0] } ?? []
        }
    }

    /// Creates a type that this program declares. See ``init(importedAs:conformingTo:)``.
    public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.init(importedAs: identifier, conformingTo: parentType)
    }

    /// Creates the type for a filename extension.
    ///
    /// If no declared type has that extension and conforms to `supertype`, the result is a dynamic type. Returns
    /// `nil` if the extension is empty or longer than a filename can be.
    ///
    /// - Parameters:
    ///   - filenameExtension: The extension without the dot, in any case.
    ///   - supertype: A type that the result conforms to. Directories don't conform to `data`; pass `.package` or
    ///     `.directory` for them.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        self.init(tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype)
    }

    /// Creates the type for a MIME type.
    ///
    /// If no declared type has that MIME type and conforms to `supertype`, the result is a dynamic type. Returns
    /// `nil` if the MIME type is empty or too long.
    ///
    /// - Parameters:
    ///   - mimeType: The MIME type without parameters, in any case.
    ///   - supertype: A type that the result conforms to.
    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype)
    }

    /// Creates the type for a tag.
    ///
    /// If no declared type has that tag and conforms to `supertype`, the result is a dynamic type. Returns `nil` if
    /// the tag is empty or too long.
    public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
        if let type = UTType.types(tag: tag, tagClass: tagClass, conformingTo: supertype).first {
            self = type
        } else if let dynamic = DynamicTypeIdentifier(tag: tag, tagClass: tagClass, supertype: supertype) {
            self.init(dynamic)
        } else {
            return nil
        }
    }

    private init(_ mediaType: MediaType) {
        self.mediaType = mediaType
        origin = .declared
        undeclaredParents = []
    }

    private init(_ dynamic: DynamicTypeIdentifier) {
        mediaType = MediaType(
            dynamic.encoded, conformsTo: dynamic.supertypes, filenameExtensions: dynamic.filenameExtensions,
            mimeTypes: dynamic.mimeTypes)
        origin = .dynamic
        undeclaredParents = dynamic.supertypes.map { UTType(importedAs: $0) }
    }

    /// Returns the declared types with a tag that conform to `supertype`, with the preferred type first.
    public static func types(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) -> [UTType] {
        let candidates: [MediaType]
        switch tagClass {
        case .filenameExtension: candidates = MediaType.declared(filenameExtension: tag)
        case .mimeType: candidates = MediaType.declared(mimeType: tag)
        default: candidates = []
        }
        return candidates.map { UTType($0) }.filter { type in supertype.map { type.conforms(to: $0) } ?? true }
    }
}

// MARK: - Properties

extension UTType {
    /// The identifier, such as `public.jpeg`.
    public var identifier: String { mediaType.identifier }

    /// The preferred filename extension, without the dot.
    public var preferredFilenameExtension: String? { mediaType.preferredFilenameExtension }

    /// The preferred MIME type.
    public var preferredMIMEType: String? { mediaType.preferredMIMEType }

    /// A description of the type for people. Always in English.
    public var localizedDescription: String? { mediaType.localizedDescription }

    /// All filename extensions and MIME types of the type, with the preferred one of each class first.
    public var tags: [UTTagClass: [String]] {
        let tags: [UTTagClass: [String]] = [
            .filenameExtension: mediaType.filenameExtensions, .mimeType: mediaType.mimeTypes,
        ]
        return tags.filter { !$0.value.isEmpty }
    }

    /// Whether the type was created for a tag that no declared type has.
    public var isDynamic: Bool { origin == .dynamic }

    /// Whether the table of declared types contains the type.
    public var isDeclared: Bool { origin == .declared }

    /// Whether the type is declared and its identifier starts with `public.`.
    public var isPublic: Bool { isDeclared && identifier.hasPrefix("public.") }
}

// MARK: - Hierarchy

extension UTType {
    /// Returns whether this type equals another type or is a subtype of it.
    public func conforms(to type: UTType) -> Bool {
        if self == type {
            return true
        }
        return isDeclared
            ? mediaType.conforms(to: type.identifier) : undeclaredParents.contains { $0.conforms(to: type) }
    }

    /// Returns whether this type is a subtype of another type. A type isn't a subtype of itself.
    public func isSubtype(of type: UTType) -> Bool {
        self != type && conforms(to: type)
    }

    /// Returns whether this type is a supertype of another type. A type isn't a supertype of itself.
    public func isSupertype(of type: UTType) -> Bool {
        type.isSubtype(of: self)
    }

    /// All direct and indirect supertypes of this type.
    public var supertypes: Set<UTType> {
        isDeclared
            ? Set(mediaType.ancestors.map { UTType(importedAs: $0) })
            : undeclaredParents.reduce(into: []) { $0.formUnion($1.supertypes.union([$1])) }
    }
}

// MARK: - Equality and coding

extension UTType: Hashable {
    public static func == (left: UTType, right: UTType) -> Bool {
        left.identifier == right.identifier || left.identifier.lowercased() == right.identifier.lowercased()
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(identifier.lowercased())
    }
}

extension UTType: Codable {
    /// Decodes an identifier. An undeclared identifier creates a type without supertypes, so that files of other
    /// machines stay readable.
    public init(from decoder: any Decoder) throws {
        self.init(importedAs: try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the identifier.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(identifier)
    }
}

extension UTType: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { identifier }

    public var debugDescription: String {
        "\(identifier) (\(isDynamic ? "dynamic" : "not dynamic"), \(isDeclared ? "declared" : "not declared"))"
    }
}
