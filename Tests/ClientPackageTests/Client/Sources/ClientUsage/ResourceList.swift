import Photos

extension PHAssetResource {
    /// Whether a backup takes the file.
    var isOriginal: Bool {
        switch type {
        case .photo, .video, .audio, .alternatePhoto, .pairedVideo: return true
        case .fullSizePhoto, .fullSizeVideo, .fullSizePairedVideo, .adjustmentData: return false
        case .adjustmentBasePhoto, .adjustmentBaseVideo, .adjustmentBasePairedVideo: return false
        default: return false
        }
    }

    var byteCount: Int { value(forKey: "fileSize") as? Int ?? 0 }

    var isCurrent: Bool { value(forKey: "isCurrent") as? Bool ?? false }
}

/// The files of an asset, as a backup lists them.
final class ResourceList {
    /// As apps for systems before iOS 27 write it.
    @available(*, deprecated)
    func name(of asset: PHAsset) -> String? {
        let resources = PHAssetResource.assetResources(for: asset)
        let wanted: PHAssetResourceType = asset.mediaType == .video ? .video : .photo
        return (resources.first { $0.type == wanted } ?? resources.first)?.originalFilename
    }

    func isLive(_ asset: PHAsset) -> Bool {
        PHAssetResource.assetResources(for: asset).contains { $0.type == .pairedVideo }
    }

    func lines(of asset: PHAsset) -> [String] {
        PHAssetResource.assetResources(for: asset)
            .filter { $0.isOriginal && $0.isCurrent && $0.assetLocalIdentifier == asset.localIdentifier }
            .map { resource in
                let type = resource.contentType.preferredMIMEType ?? resource.uniformTypeIdentifier
                let size = "\(resource.pixelWidth) × \(resource.pixelHeight), \(resource.byteCount) bytes"
                return "\(resource.filename ?? "file"): \(type), \(size)"
            }
    }
}
