import Albumen
public import Foundation
import Records
import UniformTypeIdentifiers

/// A request to create an asset from its files: a photo, a video, a Live Photo, or a RAW beside a JPEG.
///
/// The files are read after the block. One that cannot be what it is given as makes the block fail with 3302; files
/// that are no asset together, with 3300, and without a photo or a video with 3303; a photo and a video that are not
/// of one Live Photo, with -1.
open class PHAssetCreationRequest: PHAssetChangeRequest {
    /// A request for a new asset, to which resources are to be added.
    @discardableResult
    open class func forAsset() -> Self {
        let request = make()
        request.beginCreation()
        return request
    }

    open override class func newRequest() -> PHChangeRequest {
        PHAssetCreationRequest()
    }

    /// Whether resources of these types, one of each, make an asset: a photo or a video, a photo with its paired video,
    /// a photo with an alternate. Sets with edits are not taken yet.
    ///
    /// - Parameter types: raw values of `PHAssetResourceType`.
    open class func supportsAssetResourceTypes(_ types: [NSNumber]) -> Bool {
        AssetDraft.supports(types.map { ResourceType(rawValue: $0.intValue) })
    }

    /// Adds a file. It is read after the block, and stays where it is unless the options say otherwise.
    ///
    /// - Parameter options: read at once; `nil` for those that new options have.
    open func addResource(with type: PHAssetResourceType, fileURL: URL, options: PHAssetResourceCreationOptions?) {
        add(type, .file(fileURL), options, movesFile: options?.shouldMoveFile ?? false)
    }

    /// Adds bytes.
    ///
    /// - Parameter options: read at once; `nil` for those that new options have.
    open func addResource(with type: PHAssetResourceType, data: Data, options: PHAssetResourceCreationOptions?) {
        add(type, .data(data), options, movesFile: false)
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
