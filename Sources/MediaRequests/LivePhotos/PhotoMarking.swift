/// A request to write a Live Photo's content identifier into a photo.
package struct PhotoMarking: Codable, Sendable, Equatable {
    /// The largest photo.
    package static let photoLimitInBytes = 512 << 20
    /// More than an EXIF block and its places take.
    private static let spareInBytes = 1 << 20

    /// Up to 128 characters of ASCII.
    package var contentIdentifier: String
    /// The size of the memory for the new file.
    package var outputLimitInBytes: Int

    /// - Parameter photoByteCount: The size of the photo's file.
    package init(contentIdentifier: String, photoByteCount: Int) {
        self.contentIdentifier = contentIdentifier
        outputLimitInBytes = photoByteCount + Self.spareInBytes
    }

    /// Whether a text can be a content identifier.
    package static func isContentIdentifier(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
