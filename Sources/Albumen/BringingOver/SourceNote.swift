package import PhotoSources
package import Records

/// A fact of a source that isn't in the library, and why.
package struct SourceNote: Sendable, Equatable {
    package let source: SourceKey
    /// The identifier of the item, album or folder in the source, or `nil` for something else.
    package let identifier: String?
    /// Its name for people.
    package let name: String
    package let difference: SourceDifference
}
