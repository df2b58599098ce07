import Foundation
import Pixels

/// The limits of an export's process. The kernel and the host enforce them.
package struct ExportLimits: Hashable, Sendable {
    /// Processor time of all threads.
    package var processorTimeInSeconds: Int
    /// The size of the output file.
    package var outputInBytes: Int
    /// Private memory.
    package var memoryInBytes: Int

    package init(processorTimeInSeconds: Int, outputInBytes: Int, memoryInBytes: Int) {
        self.processorTimeInSeconds = processorTimeInSeconds
        self.outputInBytes = outputInBytes
        self.memoryInBytes = memoryInBytes
    }
}

extension ExportLimits {
    private static let leastProcessorTimeInSeconds = 120.0
    private static let mostProcessorTimeInSeconds = 30.0 * 86_400
    private static let sparePartInBytes = 64.0 * 1_048_576
    /// The lowest byte rate of a movie. A file that claims a longer duration is damaged or hostile.
    private static let leastBytesPerSecond = 100.0
    /// The smallest frame. A file that claims more frames is damaged or hostile.
    private static let leastBytesPerFrame = 16.0
    private static let soundBytesPerSecond = 1_000_000.0
    private static let leastMemoryInBytes = 2.0 * 1_073_741_824
    private static let mostMemoryInBytes = 16.0 * 1_073_741_824
    private static let copiedBytesPerSecond = 5_000_000.0

    /// The description of a source, which can be wrong in a hostile file.
    package struct File {
        let probe: MediaProbe
        let byteCount: Int

        package init(probe: MediaProbe, byteCount: Int) {
            self.probe = probe
            self.byteCount = byteCount
        }
    }

    /// Computes the limits from the sources and the export. They're about ten times as much as a slow machine needs.
    ///
    /// - Parameter frames: The settings for edited frames, whose graphs can take long.
    package init(_ export: VideoExport, of files: [File], frames: FrameSettings? = nil) {
        var (time, output) = (Self.leastProcessorTimeInSeconds, Self.sparePartInBytes)
        var memory = Self.leastMemoryInBytes
        let encoder = export.video.limits?.maximumSize
        for (index, file) in files.enumerated() {
            let segments = export.segments.filter { $0.file == index }
            let claim = Claim(file, segments, plays: export.segments.isEmpty)
            let size = encoder ?? PixelSize(width: file.probe.pixelWidth, height: file.probe.pixelHeight)
            let pixels = min(claim.pixels, Double(size.width) * Double(size.height))
            time += claim.bytes / Self.copiedBytesPerSecond
            if let bitRate = EncodedBitRate.maximum(export.video, size: size, frameRate: claim.frameRate) {
                time += claim.frames * (claim.pixels * 200 + pixels * Self.nanosecondsPerPixel(export.video)) / 1e9
                output += claim.seconds * (Double(bitRate) / 8 * 1.5 + Self.soundBytesPerSecond)
            } else {
                output += claim.bytes * 1.5
            }
            memory = max(
                memory,
                Self.leastMemoryInBytes + claim.pixels * 100 + pixels * Self.bytesPerPixel(export.video))
            guard let frames else { continue }
            let rendered = frames.renderSize.map { Double($0.width) * Double($0.height) } ?? claim.pixels
            let count = frames.frameDuration.map { claim.seconds / max(0.001, $0.seconds) } ?? claim.frames
            time += max(count, claim.frames) * max(rendered, claim.pixels) * Self.nanosecondsPerEditedPixel / 1e9
            output += max(rendered, claim.pixels) * Double(Bitmap.bytesPerPixel)
            memory += Self.memoryOfGraphInBytes + max(rendered, claim.pixels) * Self.bytesPerEditedPixel
        }
        if let limit = export.fileLengthLimitInBytes, frames == nil {
            output = min(output, Double(max(0, limit)) * 1.1 + Self.sparePartInBytes)
        }
        memoryInBytes = Int(min(Self.mostMemoryInBytes, memory))
        processorTimeInSeconds = Int(min(Self.mostProcessorTimeInSeconds, time))
        outputInBytes = Int(min(1e15, output))
    }

    /// The work that a source claims, as far as its size allows.
    private struct Claim {
        var bytes: Double
        var pixels: Double
        var frameRate: Double
        /// The duration in the export.
        var seconds: Double
        var frames: Double

        init(_ file: File, _ segments: [VideoExport.Segment], plays isWhole: Bool) {
            let probe = file.probe
            bytes = Double(max(0, file.byteCount))
            let longest = bytes / ExportLimits.leastBytesPerSecond + 60
            let claimed = probe.duration > 0 ? min(probe.duration, longest) : longest
            let stretched = segments.reduce(0) { $0 + max(0, $1.targetDuration.seconds) }
            seconds = isWhole ? claimed : min(stretched, claimed * 100)
            frameRate = max(1, min(1000, probe.frameRate ?? 60))
            frames =
                min(claimed * frameRate, bytes / ExportLimits.leastBytesPerFrame) * Double(max(1, segments.count))
            pixels = Double(probe.pixelWidth) * Double(probe.pixelHeight)
        }
    }

    /// A graph of a thousand steps, or a blur of the largest radius, takes this.
    private static let nanosecondsPerEditedPixel = 20_000.0
    /// The pixels of a frame and of its graph's images.
    private static let bytesPerEditedPixel = 150.0
    /// The decoded pictures that a graph contains.
    private static let memoryOfGraphInBytes = 1.0 * 1_073_741_824

    /// The frames that an encoder holds. For frames of 3,840 by 2,160 pixels on two cores, libx264 took 120 bytes per
    /// pixel, and libx265 took 270.
    private static func bytesPerPixel(_ encoding: VideoEncoding) -> Double {
        switch encoding {
        case .copy: 0
        case .proRes422: 100
        case .h264: 250
        case .hevc: 500
        }
    }

    private static func nanosecondsPerPixel(_ encoding: VideoEncoding) -> Double {
        switch encoding {
        case .copy: 0
        case .h264: 700
        case .proRes422: 900
        case .hevc: 2500
        }
    }
}
