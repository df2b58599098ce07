package import Pixels

/// The facts about a finished export.
package struct ExportedVideo: Codable, Hashable, Sendable {
    /// The file's size.
    package var byteCount: Int64
    package var duration: MediaTime
    /// The stored size of the frames, before the rotation, or `nil` if there is no video track.
    package var storedSize: PixelSize?
    /// Whether the export ended early because of its size limit.
    package var isCutToLengthLimit: Bool
    /// A description for people of missing or invalid data in the source, or `nil` if the export is complete.
    package var damage: String?

    package init(
        byteCount: Int64, duration: MediaTime, storedSize: PixelSize?, isCutToLengthLimit: Bool = false,
        damage: String? = nil
    ) {
        self.byteCount = byteCount
        self.duration = duration
        self.storedSize = storedSize
        self.isCutToLengthLimit = isCutToLengthLimit
        self.damage = damage
    }
}
