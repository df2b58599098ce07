import Photos

func usePHLivePhotoEditingOption() {
    let option: PHLivePhotoEditingOption = .shouldRenderAtPlaybackTime
    let _: PHLivePhotoEditingOption = PHLivePhotoEditingOption(rawValue: option.rawValue)
    let _: [PHLivePhotoEditingOption: Any] = [PHLivePhotoEditingOption.shouldRenderAtPlaybackTime: true]
    requireHashable(option)
    requireSendable(option)
}
