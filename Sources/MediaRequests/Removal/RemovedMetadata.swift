/// The metadata that a copy of a photo or video leaves out.
package struct RemovedMetadata: OptionSet, Codable, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The place where the photo or video was taken, as coordinates and as names.
    package static let location = RemovedMetadata(rawValue: 1 << 0)
    /// Titles, descriptions, comments and keywords.
    package static let captions = RemovedMetadata(rawValue: 1 << 1)
    package static let all: RemovedMetadata = [.location, .captions]
}
