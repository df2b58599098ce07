package import Records
package import SystemPackage

/// A library, an export or a device whose photos an import brings over. It is read only, hostile, and can vanish.
///
/// Used by one thread at a time.
package protocol PhotoSource: AnyObject {
    var key: SourceKey { get }
    /// The source in a few words for people, such as “Photos library of macOS 13 (model 16119)”.
    var summary: String { get }
    /// The number of items that `forEachItem` passes.
    var itemCount: Int { get }
    /// The albums and folders, each folder before what it contains, in the order that the source shows.
    var collections: [SourceCollection] { get }
    /// What is known to be in the source and belongs to no item, such as smart albums: a name, and the difference.
    var otherDifferences: [(name: String, difference: SourceDifference)] { get }
    /// Parts of the source that can't be read, or that are missing, with the reasons.
    var unreadableParts: [(path: String, reason: String)] { get }
    /// Files on disk that are no part of the source. An import takes them in as usual.
    var unknownFiles: [FilePath] { get }

    /// Passes the items in the order of the source until `body` returns `false`. Memory doesn't grow with their number.
    ///
    /// - Throws: `SourceError`, or the error of `body`.
    func forEachItem(_ body: (SourceItem) throws -> Bool) throws

    /// Removes temporary files. The source can't be used afterwards.
    func close()
}

extension PhotoSource {
    package var unreadableParts: [(path: String, reason: String)] { [] }
    package var unknownFiles: [FilePath] { [] }
}
