package import Records

/// A photo or video of a source, with all its files and what the source knows of it.
package struct SourceItem: Sendable, Equatable {
    /// The item's identity in the source, such as a UUID. Unique in the source, and the same in each of its copies.
    package var identifier: String
    /// The name for people, such as the name of the original file.
    package var name: String
    package var isVideo: Bool
    /// The originals that are here, the one that describes the asset first, such as a photo before its paired video.
    package var originals: [SourceFile] = []
    /// The edit, or `nil` for an item that isn't edited.
    package var edit: SourceEdit?
    /// The file with the recipe of a video's slow motion, which is no edit.
    package var slowMotion: SourceFile?
    package var facts = SourceFacts()
    /// Whether the date is a moment without a time zone, which says little unless the user changed it in the source.
    /// `resolveCapture(file:)` decides between it and the file's own.
    package var hasMomentOnly = false
    /// Whether the date is a local time, as if it were UTC. `resolveCapture(file:)` compares it with the file's own. It
    /// takes the time zone of the source, if the source knows one, and otherwise the file's.
    package var hasLocalTimeOnly = false
    /// Whether the item is in the source's trash, which doesn't say since when.
    package var isTrashed = false
    /// Why the item as a whole isn't brought over, or `nil` if it is. Its facts are counted as found.
    package var exclusion: SourceDifference.Reason?
    /// More of that reason, such as the path of the absent file.
    package var exclusionDetail: String?
    /// The parts of an item that is brought over which can't be, such as the video of a Live Photo that isn't here.
    package var differences: [SourceDifference] = []

    package init(identifier: String, name: String, isVideo: Bool) {
        self.identifier = identifier
        self.name = name
        self.isVideo = isVideo
    }
}
