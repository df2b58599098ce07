/// A step of an import, for progress bars. Sizes are in bytes, and efforts are those of `ImportSurvey`.
package enum IngestStep: Sendable, Equatable {
    /// A source was opened, and has so many items.
    case found(items: Int)
    /// The files of an item of a source were read, or didn't need to be.
    case item(size: Int64)
    /// A file was read. The import commits and reports it later, together with other files.
    case read(size: Int64, effort: Double)
    /// A file didn't need to be read, for example because it hasn't changed since an earlier import.
    case passed(size: Int64, effort: Double)
    /// All files are in the library, and so many of the pictures that take long have been decoded.
    case slowPictures(done: Int, total: Int)
}
