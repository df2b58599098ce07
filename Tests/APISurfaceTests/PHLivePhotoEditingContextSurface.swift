import Photos

func usePHLivePhotoEditingContext(
    _ input: PHContentEditingInput, _ output: PHContentEditingOutput, _ view: CGSize
) async throws {
    guard let context: PHLivePhotoEditingContext = PHLivePhotoEditingContext(livePhotoEditingInput: input) else {
        return
    }
    let _: CIImage = context.fullSizeImage
    let _: CMTime = context.duration
    let _: CMTime = context.photoTime
    let _: CGImagePropertyOrientation = context.orientation
    context.audioVolume = 0.5
    let _: Float = context.audioVolume
    let block: PHLivePhotoFrameProcessingBlock = { frame, error in
        usePHLivePhotoFrame(frame)
        guard frame.type == .video else { return frame.image }
        error?.pointee = NSError(domain: "com.example", code: 1)
        return nil
    }
    context.frameProcessor = block
    let _: PHLivePhotoFrameProcessingBlock? = context.frameProcessor
    context.prepareLivePhotoForPlayback(withTargetSize: view, options: nil) { livePhoto, error in
        print(livePhoto?.size ?? .zero, error ?? "")
    }
    context.prepareLivePhotoForPlayback(
        withTargetSize: view, options: [PHLivePhotoEditingOption.shouldRenderAtPlaybackTime.rawValue: true]
    ) { (_: PHLivePhoto?, _: Error?) in }
    let _: PHLivePhoto = try await context.livePhotoForPlayback(targetSize: view, options: nil)
    context.saveLivePhoto(to: output, options: nil) { (_: Bool, _: Error?) in }
    context.saveLivePhoto(to: output) { (_: Bool, _: Error?) in }
    try await context.saveLivePhoto(to: output, options: nil)
    context.cancel()
    let _: NSObject = context
}

class StandInContext: PHLivePhotoEditingContext {
    override var fullSizeImage: CIImage { .black }
    override var duration: CMTime { CMTime(value: 3, timescale: 1) }
    override func saveLivePhoto(
        to output: PHContentEditingOutput, options: [String: Any]?,
        completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        completionHandler(true, nil)
    }
    override func cancel() {}
}

/// As tests of an app make one.
func makeStandInContext() -> PHLivePhotoEditingContext { StandInContext() }
