import Pixels

extension VideoExport {
    /// The exports of `AVAssetExportSession`, by the names of Apple's presets without their common prefix.
    ///
    /// - `lowQuality`, `mediumQuality`: H.264 of at most 426 by 240, and 640 by 360 pixels.
    /// - `highestQuality`, `hevcHighestQuality`, `proRes422`: The source's size.
    /// - `640x480` to `3840x2160`: H.264 that fits in this size.
    /// - `hevc1920x1080`, `hevc3840x2160`: HEVC that fits in this size.
    /// - `passthrough`: A copy of the source's packets.
    package static let presets: [String: VideoExport] = {
        var presets: [String: VideoExport] = [
            "lowQuality": sized(426, 240, .low, audioBitRate: 64_000),
            "mediumQuality": sized(640, 360, .medium, audioBitRate: 96_000),
            "highestQuality": VideoExport(
                video: .h264(VideoLimits(quality: .highest)), audio: .aac(bitsPerSecond: 192_000), container: .mp4),
            "hevcHighestQuality": VideoExport(
                video: .hevc(VideoLimits(quality: .highest)), audio: .aac(bitsPerSecond: 192_000), container: .mp4),
            "proRes422": VideoExport(video: .proRes422(VideoLimits()), audio: .linearPCM, container: .mov),
            "passthrough": VideoExport(video: .copy, audio: .copy, container: .mov),
        ]
        for (width, height) in [(640, 480), (960, 540), (1280, 720), (1920, 1080), (3840, 2160)] {
            presets["\(width)x\(height)"] = sized(width, height, .high, audioBitRate: 128_000)
        }
        for (width, height) in [(1920, 1080), (3840, 2160)] {
            let limits = VideoLimits(maximumSize: PixelSize(width: width, height: height))
            presets["hevc\(width)x\(height)"] = VideoExport(
                video: .hevc(limits), audio: .aac(bitsPerSecond: 128_000), container: .mp4)
        }
        return presets
    }()

    private static func sized(
        _ width: Int, _ height: Int, _ quality: VideoLimits.Quality, audioBitRate: Int
    ) -> VideoExport {
        VideoExport(
            video: .h264(VideoLimits(maximumSize: PixelSize(width: width, height: height), quality: quality)),
            audio: .aac(bitsPerSecond: audioBitRate), container: .mp4)
    }
}
