public import Foundation
import PhotoLibrary
import Records
import UniformTypeIdentifiers

/// A request to create an asset from its files: a photo, a video, a Live Photo, or a RAW beside a JPEG, each with or
/// without an edit.
///
/// The files are read after the block. The block fails with these errors:
/// - 3302 if a file doesn't match its resource type
/// - 3300 if the files together don't form an asset
/// - 3303 if there is no photo or video
/// - -1 if a photo and a video don't belong to one Live Photo
open class PHAssetCreationRequest: PHAssetChangeRequest {
    /// Creates a request for a new asset. Add resources to it.
    @discardableResult
    open class func forAsset() -> Self {
        let request = make()
        request.beginCreation()
        return request
    }

    open override class func newRequest() -> PHChangeRequest {
        PHAssetCreationRequest()
    }

    /// Returns whether resources of these types form an asset: a photo or a video, a photo with its paired video, or a
    /// photo with an alternate photo. Each of these can have the resources of its edit, so that an edited asset can be
    /// copied whole: a full-size photo or video, the adjustment data, and optionally the adjustment base. A video can
    /// also have the adjustment data of its slow motion.
    ///
    /// - Parameter types: Raw values of `PHAssetResourceType`.
    @discardableResult
    open class func supportsAssetResourceTypes(_ types: [NSNumber]) -> Bool {
        AssetDraft.supports(types.map { ResourceType(rawValue: $0.intValue) })
    }

    /// Adds a file. It's read after the block. The file stays in place unless the options' `shouldMoveFile` is `true`.
    ///
    /// - Parameter options: Options that are read at once. `nil` means the default options.
    open func addResource(with type: PHAssetResourceType, fileURL: URL, options: PHAssetResourceCreationOptions?) {
        add(type, .file(fileURL), options, movesFile: options?.shouldMoveFile ?? false)
    }

    /// Adds bytes.
    ///
    /// - Parameter options: Options that are read at once. `nil` means the default options.
    open func addResource(with type: PHAssetResourceType, data: Data, options: PHAssetResourceCreationOptions?) {
        add(type, .data(data), options, movesFile: false)
    }

    /// The original that is the base of the new asset's renderings. The default is `compressed`.
    ///
    /// Set it for an asset with a photo and a RAW as the alternate photo. If it's set for an asset with one original,
    /// the block fails with 3300. Apple doesn't document the code.
    open var originalResourceChoice: PHAsset.OriginalResourceChoice {
        get { change.originalChoice.map { PHAsset.OriginalResourceChoice($0) } ?? .compressed }
        set {
            guard case .creation = target else {
                return refuse(
                    "originalResourceChoice can be set only for a request that makes an asset. Use "
                        + "revertAssetContent(to:) for other assets.")
            }
            set { $0.originalChoice = OriginalChoice(newValue) }
        }
    }

    private func add(
        _ type: PHAssetResourceType, _ bytes: AssetDraft.Bytes, _ options: PHAssetResourceCreationOptions?,
        movesFile: Bool
    ) {
        guard case .creation = target else {
            return refuse(
                "Resources can be added only to a request that makes an asset. Make it with "
                    + "PHAssetCreationRequest.forAsset().")
        }
        addPart(
            ResourceType(type), bytes, originalFilename: options?.originalFilename,
            uniformTypeIdentifier: options?.contentType?.identifier, movesFile: movesFile)
    }
}
