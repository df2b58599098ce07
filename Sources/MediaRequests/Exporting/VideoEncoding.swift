package import Pixels

/// How an export encodes the video track.
package enum VideoEncoding: Codable, Hashable, Sendable {
    /// Copies the packets of the source without decoding them.
    case copy
    /// H.264 with 8 bits per sample. HDR becomes SDR.
    case h264(VideoLimits)
    /// HEVC. It keeps the source's bit depth up to 10 bits, and its HDR.
    case hevc(VideoLimits)
    /// ProRes 422 with 10 bits per sample. HDR becomes SDR.
    case proRes422(VideoLimits)

    /// The limits, or `nil` for a copy.
    package var limits: VideoLimits? {
        switch self {
        case .copy: nil
        case .h264(let limits), .hevc(let limits), .proRes422(let limits): limits
        }
    }
}

/// The upper limits of an encoded video. An export never enlarges its source.
package struct VideoLimits: Codable, Hashable, Sendable {
    package enum Quality: String, Codable, Sendable, CaseIterable {
        case low, medium, high, highest
    }

    /// The largest displayed size, for a video that is wider than high. A portrait video has the sides exchanged.
    /// `nil` keeps the source's size.
    package var maximumSize: PixelSize?
    package var quality: Quality
    /// The largest number of frames per second. The encoder skips frames of a faster source. `nil` keeps all frames.
    package var maximumFrameRate: Double?

    package init(maximumSize: PixelSize? = nil, quality: Quality = .high, maximumFrameRate: Double? = nil) {
        self.maximumSize = maximumSize
        self.quality = quality
        self.maximumFrameRate = maximumFrameRate
    }
}
