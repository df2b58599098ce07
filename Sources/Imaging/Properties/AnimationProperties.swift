import MediaContainers
import MediaRequests

/// The properties of animated images: loops, delays and the size of the canvas.
enum AnimationProperties {
    /// Browsers show frames with shorter delays for a tenth of a second.
    private static let shortestDelay = 0.011

    /// Returns the properties of all images of a file.
    ///
    /// - Parameters:
    ///   - image: The properties that all images have.
    ///   - file: Gets the properties of the file.
    static func images(
        _ view: ByteView, _ format: ImageFormat, _ structure: PictureStructure, _ image: [String: ImageProperty],
        file: inout [String: ImageProperty]
    ) -> [[String: ImageProperty]] {
        let (key, delays, loopCount): (String, [Double], Int?)
        var extra: [String: ImageProperty] = [:]
        switch format {
        case .gif:
            let times = AnimationTimes(gif: view)
            (key, delays, loopCount) = ("{GIF}", times.delays, times.loopCount)
            extra["HasGlobalColorMap"] = .boolean(times.hasGlobalPalette)
        case .webp where structure.frameCount > 1:
            let times = AnimationTimes(webp: view)
            (key, delays, loopCount) = ("{WebP}", times.delays, times.loopCount)
        case .png where structure.frameCount > 1:
            let animation = AnimatedPNG(view)
            (key, delays, loopCount) = ("{PNG}", animation.frames.map(\.delay), animation.loopCount)
        default: return [image]
        }
        guard !delays.isEmpty else { return [image] }
        let frames = delays.map { delay -> [String: ImageProperty] in
            [
                "UnclampedDelayTime": .real(delay),
                "DelayTime": .real(delay < shortestDelay ? 0.1 : delay),
            ]
        }
        extra["CanvasPixelWidth"] = .integer(Int64(structure.width))
        extra["CanvasPixelHeight"] = .integer(Int64(structure.height))
        extra["FrameInfo"] = .list(frames.map(ImageProperty.dictionary))
        if let loopCount { extra["LoopCount"] = .integer(Int64(loopCount)) }
        file[key] = .dictionary(extra)
        return frames.enumerated().map { index, frame in
            // Texts and metadata belong to the file, and only the first image repeats them.
            var values = index == 0 ? image : image.filter { !$0.key.hasPrefix("{") }
            values[key] = .dictionary((values[key]?.dictionary ?? [:]).merging(frame) { $1 })
            return values
        }
    }
}
