import Photos

extension PHImageManager {
    /// An export session, as a value. What some apps add.
    func requestExportSession(
        forVideo asset: PHAsset, options: PHVideoRequestOptions?, exportPreset: String
    ) async -> AVAssetExportSession? {
        await withCheckedContinuation { continuation in
            _ = requestExportSession(forVideo: asset, options: options, exportPreset: exportPreset) { session, _ in
                continuation.resume(returning: session)
            }
        }
    }
}

/// Plays and exports the videos of a grid.
final class VideoLoader {
    private func makeOptions() -> PHVideoRequestOptions {
        let options = PHVideoRequestOptions()
        options.version = PHVideoRequestOptionsVersion.current
        options.deliveryMode = PHVideoRequestOptionsDeliveryMode.automatic
        options.isNetworkAccessAllowed = true
        let follow: PHAssetVideoProgressHandler = { progress, error, stop, _ in
            if error != nil || progress < 0 { stop.pointee = true }
        }
        options.progressHandler = follow
        return options
    }

    func play(_ asset: PHAsset, _ completion: @escaping (AVPlayerItem?) -> Void) -> PHImageRequestID {
        PHImageManager.default().requestPlayerItem(forVideo: asset, options: makeOptions()) { item, _ in
            completion(item)
        }
    }

    /// The file of a video, for an upload.
    func file(of asset: PHAsset, _ completion: @escaping (URL?, String?) -> Void) {
        let options = makeOptions()
        options.deliveryMode = .mediumQualityFormat
        options.version = .original
        PHImageManager.default().requestAVAsset(forVideo: asset, options: options) { asset, _, info in
            guard let file = asset as? AVURLAsset else { return completion(nil, nil) }
            let error = info?[PHImageErrorKey] as? NSError
            completion(file.url, error?.localizedDescription ?? file.url.lastPathComponent)
        }
    }

    func export(_ asset: PHAsset, to url: URL, _ completion: @escaping (Bool) -> Void) {
        PHImageManager.default().requestExportSession(
            forVideo: asset, options: makeOptions(), exportPreset: AVAssetExportPreset1280x720
        ) { session, _ in
            guard let session = session else { return completion(false) }
            session.outputURL = url
            session.outputFileType = .mp4
            session.shouldOptimizeForNetworkUse = true
            session.exportAsynchronously { completion(session.status == .completed) }
        }
    }

    func session(_ asset: PHAsset) async -> AVAssetExportSession? {
        await PHImageManager.default()
            .requestExportSession(forVideo: asset, options: nil, exportPreset: AVAssetExportPresetPassthrough)
    }
}
