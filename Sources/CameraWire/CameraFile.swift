/// A file of a camera, as the camera describes it.
package struct CameraFile: Sendable, Hashable, Codable {
    package var name: String
    /// Bytes.
    package var size: Int64
    /// Seconds since 1970, as if the camera's clock showed UTC. 0 if the camera doesn't say it.
    package var modificationTime: Int64
    /// The MIME type, or `nil` if the camera doesn't say it.
    package var type: String?

    package init(name: String, size: Int64, modificationTime: Int64, type: String? = nil) {
        self.name = name
        self.size = size
        self.modificationTime = modificationTime
        self.type = type
    }
}
