public import Foundation
public import UniformTypeIdentifiers

/// What is told about a resource of a new asset, beside its bytes.
open class PHAssetResourceCreationOptions: NSObject, NSCopying {
    /// The name that the file has in the library; `nil`, as at first, for that of the file's URL, or one that is made
    /// up.
    open var originalFilename: String?

    /// The type of the bytes; `nil`, as at first, to find it out from them.
    open var contentType: UTType?

    /// The type of the bytes, as ``contentType``. What is no identifier of a type counts as `nil`.
    open var uniformTypeIdentifier: String? {
        get { contentType?.identifier }
        set { contentType = newValue.flatMap { UTType($0) } }
    }

    /// Whether the file is moved into the library: it is gone from its place after the block has succeeded; `false` at
    /// first.
    open var shouldMoveFile = false

    public override init() {}

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHAssetResourceCreationOptions()
        copy.originalFilename = originalFilename
        copy.contentType = contentType
        copy.shouldMoveFile = shouldMoveFile
        return copy
    }
}
