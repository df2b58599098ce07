import Photos

func usePHLivePhotoFrameType(_ type: PHLivePhotoFrameType) -> String {
    requireRawValue(type)
    requireSendable(type)
    switch type {
    case .photo: return "photo"
    case .video: return "video"
    @unknown default: return ""
    }
}
