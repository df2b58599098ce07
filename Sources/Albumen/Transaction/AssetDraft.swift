package import Foundation
package import Records

/// What an app hands over to become one asset: files or bytes, each with its part in it.
package struct AssetDraft: Sendable {
    package enum Bytes: Sendable {
        case file(URL)
        case data(Data)
    }

    package struct Part: Sendable {
        package var type: ResourceType
        package var bytes: Bytes
        /// Nil for the file's own, or a made one for bytes.
        package var originalFilename: String?
        /// What the app says the bytes are. What they are decides; this only gives a made name its ending.
        package var uniformTypeIdentifier: String?
        /// The file is removed once the asset is in the library.
        package var movesFile: Bool

        package init(
            type: ResourceType, bytes: Bytes, originalFilename: String? = nil, uniformTypeIdentifier: String? = nil,
            movesFile: Bool = false
        ) {
            self.type = type
            self.bytes = bytes
            self.originalFilename = originalFilename
            self.uniformTypeIdentifier = uniformTypeIdentifier
            self.movesFile = movesFile
        }
    }

    package var uuid: String
    package var parts: [Part]
    /// What the app says of the asset beside its files.
    package var change: AssetChange

    package init(uuid: String, parts: [Part], change: AssetChange = AssetChange()) {
        self.uuid = uuid
        self.parts = parts
        self.change = change
    }

    /// Whether files of these types make an asset together.
    package static func supports(_ types: [ResourceType]) -> Bool {
        switch types.sorted() {
        case [.photo], [.video], [.photo, .pairedVideo], [.photo, .alternatePhoto]: true
        default: false
        }
    }

    /// - Throws: `LibraryError` that says which part is missing or does not fit.
    func validate() throws(LibraryError) {
        try change.validate()
        guard parts.contains(where: { $0.type == .photo || $0.type == .video }) else {
            throw LibraryError(
                .missingResource, "A new asset needs a photo or a video. Add a resource of that type to the request.")
        }
        guard Self.supports(parts.map(\.type)) else {
            let types = parts.map(\.type.description).sorted().joined(separator: ", ")
            throw LibraryError(
                .unsupportedChange,
                "No asset can be made of these resources: \(types). Ask supportsAssetResourceTypes first.")
        }
    }
}
