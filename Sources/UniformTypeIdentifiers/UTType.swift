import MediaTypes

/// A type of data, named by a reverse-DNS identifier and placed in a hierarchy.
///
/// The declared types are a fixed table: the formats that a photo library meets and the types above them. There is no
/// system registry here and no `Info.plist` is read, so ``init(exportedAs:conformingTo:)`` and
/// ``init(importedAs:conformingTo:)`` make types whose ``isDeclared`` is false unless the table has them.
///
/// Two types are equal when their identifiers are, whatever the case.
public struct UTType: Sendable {
    private enum Origin {
        case declared
        case dynamic
        /// Named by a client or read from an archive; in no table.
        case undeclared
    }

    private let mediaType: MediaType
    private let origin: Origin

    /// The direct parents of a type that is in no table; empty for a declared one.
    private let undeclaredParents: [UTType]

    /// The declared or dynamic type of that name; `nil` if there is none.
    public init?(_ identifier: String) {
        if let mediaType = MediaType.declared(identifier: identifier) {
            self.init(mediaType)
        } else if let dynamic = DynamicTypeIdentifier(encoded: identifier) {
            self.init(dynamic)
        } else {
            return nil
        }
    }

    /// A type that the program uses and another owns. Without a declared type of that name, it has no tags, and no
    /// parent but the one given.
    public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
        if let type = UTType(identifier) {
            self = type
        } else {
            mediaType = MediaType(identifier, conformsTo: parentType.map { [$0.identifier] } ?? [])
            origin = .undeclared
            undeclaredParents = parentType.map { [$0] } ?? []
        }
    }

    /// A type that the program owns; see ``init(importedAs:conformingTo:)``.
    public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.init(importedAs: identifier, conformingTo: parentType)
    }

    /// The type of files with that extension that conforms to the other type.
    ///
    /// For an extension that no such type claims, the result is a dynamic type. `nil` for an empty extension and for
    /// one longer than a file name may be.
    ///
    /// - Parameters:
    ///   - filenameExtension: Without the dot; its case is ignored.
    ///   - supertype: What the result must conform to. Folders are no `data`: say `.package` or `.directory` for them.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        self.init(tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype)
    }

    /// The type of data with that MIME type that conforms to the other type.
    ///
    /// For a MIME type that no such type claims, the result is a dynamic type. `nil` for an empty or overlong one.
    ///
    /// - Parameter mimeType: Without parameters; its case is ignored.
    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype)
    }

    /// The type with that tag that conforms to the other type, if one is given.
    ///
    /// For a tag that no such type claims, the result is a dynamic type. `nil` for an empty or overlong tag.
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

    /// The declared types with that tag that conform to the other type, if one is given; the most likely is first.
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
    /// The name of the type, such as `public.jpeg`.
    public var identifier: String { mediaType.identifier }

    /// The usual extension of files of this type, without the dot.
    public var preferredFilenameExtension: String? { mediaType.preferredFilenameExtension }

    /// The usual MIME type of this type.
    public var preferredMIMEType: String? { mediaType.preferredMIMEType }

    /// What to call the type before people; always in English here.
    public var localizedDescription: String? { mediaType.localizedDescription }

    /// All extensions and MIME types of the type; the preferred one of each class is first.
    public var tags: [UTTagClass: [String]] {
        let tags: [UTTagClass: [String]] = [
            .filenameExtension: mediaType.filenameExtensions, .mimeType: mediaType.mimeTypes,
        ]
        return tags.filter { !$0.value.isEmpty }
    }

    /// Whether the type was made for a tag that no declared type claims.
    public var isDynamic: Bool { origin == .dynamic }

    /// Whether the type is in the table of declared types.
    public var isDeclared: Bool { origin == .declared }

    /// Whether the type is in the public domain: declared, with an identifier that begins with `public.`.
    public var isPublic: Bool { isDeclared && identifier.hasPrefix("public.") }
}

// MARK: - Hierarchy

extension UTType {
    /// Whether this type is the other one or descends from it.
    public func conforms(to type: UTType) -> Bool {
        if self == type {
            return true
        }
        return isDeclared
            ? mediaType.conforms(to: type.identifier) : undeclaredParents.contains { $0.conforms(to: type) }
    }

    /// Whether this type descends from the other one; no type descends from itself.
    public func isSubtype(of type: UTType) -> Bool {
        self != type && conforms(to: type)
    }

    /// Whether the other type descends from this one; no type descends from itself.
    public func isSupertype(of type: UTType) -> Bool {
        type.isSubtype(of: self)
    }

    /// All types that this one descends from, near and far.
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
    /// Reads an identifier. One that is not declared here makes a type without parents, so that what another machine
    /// wrote can be read.
    public init(from decoder: any Decoder) throws {
        self.init(importedAs: try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the identifier alone.
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
