/// The metadata of an exported movie.
package enum ExportedMetadata: Codable, Hashable, Sendable {
    /// Keeps all entries of the source.
    case all
    /// Keeps titles, authors and copyrights. Drops locations, dates, cameras, descriptions of people and all others.
    case withoutPersonalFacts
    /// Writes these entries instead of the source's.
    case replaced([Entry])

    /// An entry with a text.
    package struct Entry: Codable, Hashable, Sendable {
        /// The QuickTime metadata key, such as `com.apple.quicktime.title`.
        package var key: String
        package var value: String

        package init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }
}
