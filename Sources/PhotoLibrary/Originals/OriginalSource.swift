package import Records

/// An original that a request names.
package protocol OriginalSource: Sendable {
    var digest: BlobDigest { get }
    /// The name for errors.
    var filename: String { get }
}

extension PictureSource: OriginalSource {}
extension MovieSource: OriginalSource {}
