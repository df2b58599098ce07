/// PhotoKit's case names of `PHAssetMediaSubtype`.
enum MediaSubtypeNames {
    private static let names: [(bit: Int, name: String)] = [
        (0, "photoPanorama"), (1, "photoHDR"), (2, "photoScreenshot"), (3, "photoLive"), (4, "photoDepthEffect"),
        (6, "photoAnimation"), (10, "spatialMedia"), (16, "videoStreamed"), (17, "videoHighFrameRate"),
        (18, "videoTimelapse"), (19, "videoScreenRecording"), (21, "videoCinematic"),
    ]

    /// Returns the names in ascending order of their bits, without unnamed bits.
    static func names(of subtypes: Int) -> [String] {
        names.filter { subtypes & (1 << $0.bit) != 0 }.map(\.name)
    }
}
