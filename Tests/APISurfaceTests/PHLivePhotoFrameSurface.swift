import Photos

func usePHLivePhotoFrame(_ frame: any PHLivePhotoFrame) {
    let _: CIImage = frame.image
    let _: CMTime = frame.time
    let _: PHLivePhotoFrameType = frame.type
    let _: CGFloat = frame.renderScale
}

struct StandInFrame: PHLivePhotoFrame {
    let image = CIImage.black
    let time = CMTime.zero
    let type = PHLivePhotoFrameType.photo
    let renderScale: CGFloat = 1
}
