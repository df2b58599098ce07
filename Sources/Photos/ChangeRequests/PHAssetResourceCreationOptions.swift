public import Foundation
public import UniformTypeIdentifiers

/// The properties of a new asset's resource.
open class PHAssetResourceCreationOptions: NSObject, NSCopying {
    /// The filename in the library. If it's `nil`, the default, the library uses the name of the file's URL or
    /// generates one.
    open var originalFilename: String?

    /// The type of the data. If it's `nil`, the default, the library detects the type.
    open var contentType: UTType?

    /// The identifier of ``contentType``. An invalid identifier counts as `nil`.
    open var uniformTypeIdentifier: String? {
        get { contentType?.identifier }
        set { contentType = newValue.flatMap { UTType($0) } }
    }

    /// Whether to move the file into the library instead of copying it. The library deletes the file after the block
    /// has succeeded. The default is `false`.
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
