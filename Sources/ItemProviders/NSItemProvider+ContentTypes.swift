public import Foundation
public import UniformTypeIdentifiers

/// The members with types in place of identifiers.
extension NSItemProvider {
    /// Creates a provider of a file's content.
    ///
    /// - Parameters:
    ///   - contentType: The file's type. If it's `nil`, the type follows from the filename extension.
    ///   - openInPlace: Whether receivers may open the file itself.
    ///   - coordinated: Ignored on Linux.
    public convenience init(
        contentsOf fileURL: URL, contentType: UTType?, openInPlace: Bool = false, coordinated: Bool = false,
        visibility: NSItemProviderRepresentationVisibility = .all
    ) {
        self.init()
        let type = contentType ?? UTType(filenameExtension: fileURL.pathExtension) ?? .data
        suggestedName = fileURL.lastPathComponent
        registerFileRepresentation(for: type, visibility: visibility, openInPlace: openInPlace) { completion in
            completion(fileURL, coordinated, nil)
            return nil
        }
    }

    /// The registered types, with the highest fidelity first.
    public var registeredContentTypes: [UTType] {
        representations([]).map(\.type)
    }

    /// The registered types whose files can be opened in place.
    public var registeredContentTypesForOpenInPlace: [UTType] {
        representations(.openInPlace).map(\.type)
    }

    /// Returns the registered types that conform to a type, with the highest fidelity first.
    public func registeredContentTypes(conformingTo contentType: UTType) -> [UTType] {
        registeredContentTypes.filter { $0.conforms(to: contentType) }
    }

    /// Registers data of a type. See ``registerDataRepresentation(forTypeIdentifier:visibility:loadHandler:)``.
    @preconcurrency
    public func registerDataRepresentation(
        for contentType: UTType, visibility: NSItemProviderRepresentationVisibility = .all,
        loadHandler: @escaping @Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?
    ) {
        register(contentType, visibility, source: .data(loadHandler))
    }

    /// Registers a file of a type. See
    /// ``registerFileRepresentation(forTypeIdentifier:fileOptions:visibility:loadHandler:)``.
    @preconcurrency
    public func registerFileRepresentation(
        for contentType: UTType, visibility: NSItemProviderRepresentationVisibility = .all, openInPlace: Bool = false,
        loadHandler: @escaping @Sendable (@escaping @Sendable (URL?, Bool, (any Error)?) -> Void) -> Progress?
    ) {
        register(contentType, visibility, openInPlace ? .openInPlace : [], source: .file(loadHandler))
    }

    /// Loads the data of a type. See ``loadDataRepresentation(forTypeIdentifier:completionHandler:)``.
    @discardableResult
    @preconcurrency
    public func loadDataRepresentation(
        for contentType: UTType, completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress {
        loadDataRepresentation(forTypeIdentifier: contentType.identifier, completionHandler: completionHandler)
    }

    /// Loads the file of a type.
    ///
    /// - Parameters:
    ///   - openInPlace: Whether to open the provider's own file if it permits that. A copy can then be used until the
    ///     process ends. Otherwise the copy is deleted when the handler returns.
    ///   - completionHandler: Takes the file, and whether it's the provider's own.
    @discardableResult
    @preconcurrency
    public func loadFileRepresentation(
        for contentType: UTType, openInPlace: Bool = false,
        completionHandler: @escaping @Sendable (URL?, Bool, (any Error)?) -> Void
    ) -> Progress {
        let identifier = contentType.identifier
        guard openInPlace else {
            return loadFileRepresentation(forTypeIdentifier: identifier) { url, error in
                completionHandler(url, false, error)
            }
        }
        return loadInPlaceFileRepresentation(forTypeIdentifier: identifier, completionHandler: completionHandler)
    }
}
