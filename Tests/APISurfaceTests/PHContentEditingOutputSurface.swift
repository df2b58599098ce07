import Photos
import UniformTypeIdentifiers

func usePHContentEditingOutput(
    _ input: PHContentEditingInput, _ placeholder: PHObjectPlaceholder, _ photo: Data
) throws -> PHContentEditingOutput {
    let output: PHContentEditingOutput = PHContentEditingOutput(contentEditingInput: input)
    let _: PHContentEditingOutput = PHContentEditingOutput(placeholderForCreatedAsset: placeholder)
    output.adjustmentData = usePHAdjustmentData()
    let _: PHAdjustmentData? = output.adjustmentData
    let _: URL = output.renderedContentURL
    let _: UTType? = output.defaultRenderedContentType
    let types: [UTType] = output.supportedRenderedContentTypes
    if types.contains(.heic) {
        let _: URL = try output.renderedContentURL(for: .heic)
    }
    try photo.write(to: output.renderedContentURL, options: .atomicWrite)
    try photo.write(to: output.renderedContentURL, options: [.atomicWrite])
    _ = (photo as NSData).write(to: output.renderedContentURL, atomically: false)
    let _: NSObject = output
    return output
}

func commit(_ output: PHContentEditingOutput, of asset: PHAsset, completion: @escaping (Bool, Error?) -> Void) {
    PHPhotoLibrary.shared().performChanges(
        {
            let request = PHAssetChangeRequest(for: asset)
            request.contentEditingOutput = output
            let _: PHContentEditingOutput? = request.contentEditingOutput
        }, completionHandler: completion)
}

func revert(_ asset: PHAsset) async throws {
    try await PHPhotoLibrary.shared().performChanges {
        PHAssetChangeRequest(for: asset).revertAssetContentToOriginal()
    }
}

class StandInOutput: PHContentEditingOutput, @unchecked Sendable {
    override var renderedContentURL: URL { URL(fileURLWithPath: "/tmp/rendered.jpg") }
    override var defaultRenderedContentType: UTType? { .jpeg }
    override var supportedRenderedContentTypes: [UTType] { [.jpeg] }
    override func renderedContentURL(for type: UTType) throws -> URL { renderedContentURL }
}
