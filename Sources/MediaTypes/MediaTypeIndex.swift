/// An index of the declared types by identifier, extension and MIME type, with the supertypes of each. Created on
/// first use.
struct MediaTypeIndex: Sendable {
    static let shared = MediaTypeIndex(types: MediaType.declared)

    private let byIdentifier: [String: MediaType]
    private let byFilenameExtension: [String: [MediaType]]
    private let byMIMEType: [String: [MediaType]]
    private let ancestorsByIdentifier: [String: Set<String>]

    /// If two types have the same tag, the earlier one is preferred. If two types have the same identifier, the index
    /// ignores the later one.
    init(types: [MediaType]) {
        var byFilenameExtension: [String: [MediaType]] = [:]
        var byMIMEType: [String: [MediaType]] = [:]
        for type in types {
            for filenameExtension in type.filenameExtensions {
                byFilenameExtension[filenameExtension, default: []].append(type)
            }
            for mimeType in type.mimeTypes {
                byMIMEType[mimeType, default: []].append(type)
            }
        }
        let byIdentifier = Dictionary(types.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
        self.byIdentifier = byIdentifier
        self.byFilenameExtension = byFilenameExtension
        self.byMIMEType = byMIMEType
        ancestorsByIdentifier = byIdentifier.mapValues { Self.ancestors(of: $0, in: byIdentifier) }
    }

    func type(identifier: String) -> MediaType? {
        byIdentifier[identifier] ?? byIdentifier[identifier.lowercased()]
    }

    func types(filenameExtension: String) -> [MediaType] {
        byFilenameExtension[filenameExtension.lowercased()] ?? []
    }

    func types(mimeType: String) -> [MediaType] {
        byMIMEType[mimeType.lowercased()] ?? []
    }

    func ancestors(of type: MediaType) -> Set<String> {
        ancestorsByIdentifier[type.identifier] ?? Self.ancestors(of: type, in: byIdentifier)
    }

    private static func ancestors(of type: MediaType, in types: [String: MediaType]) -> Set<String> {
        var ancestors: Set<String> = []
        var pending = type.conformsTo
        while let identifier = pending.popLast() {
            if ancestors.insert(identifier).inserted {
                pending += types[identifier]?.conformsTo ?? []
            }
        }
        return ancestors
    }
}
