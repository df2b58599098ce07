/// The bits of `PHAssetMediaSubtype`.
package struct MediaSubtypes: NamedOptions {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    package static let photoPanorama = MediaSubtypes(rawValue: 1 << 0)
    package static let photoHDR = MediaSubtypes(rawValue: 1 << 1)
    package static let photoScreenshot = MediaSubtypes(rawValue: 1 << 2)
    package static let photoLive = MediaSubtypes(rawValue: 1 << 3)
    package static let photoDepthEffect = MediaSubtypes(rawValue: 1 << 4)
    package static let photoAnimation = MediaSubtypes(rawValue: 1 << 6)
    package static let spatialMedia = MediaSubtypes(rawValue: 1 << 10)
    package static let videoStreamed = MediaSubtypes(rawValue: 1 << 16)
    package static let videoHighFrameRate = MediaSubtypes(rawValue: 1 << 17)
    package static let videoTimelapse = MediaSubtypes(rawValue: 1 << 18)
    package static let videoScreenRecording = MediaSubtypes(rawValue: 1 << 19)
    package static let videoCinematic = MediaSubtypes(rawValue: 1 << 21)
}

extension MediaSubtypes {
    package static let optionNames: [(option: MediaSubtypes, name: String)] = [
        (.photoPanorama, "photoPanorama"), (.photoHDR, "photoHDR"), (.photoScreenshot, "photoScreenshot"),
        (.photoLive, "photoLive"), (.photoDepthEffect, "photoDepthEffect"), (.photoAnimation, "photoAnimation"),
        (.spatialMedia, "spatialMedia"), (.videoStreamed, "videoStreamed"),
        (.videoHighFrameRate, "videoHighFrameRate"), (.videoTimelapse, "videoTimelapse"),
        (.videoScreenRecording, "videoScreenRecording"), (.videoCinematic, "videoCinematic"),
    ]
}
