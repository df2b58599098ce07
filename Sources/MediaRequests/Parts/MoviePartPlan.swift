/// The parts of a movie and how to make them.
package struct MoviePartPlan: Codable, Sendable, Equatable {
    /// The codec of encoded frames (RFC 6381): the High profile and the level of 1080 lines at 60 frames per second.
    package static let encodedCodec = "avc1.64002a"

    /// The movie's duration in seconds, or 0 if it's unknown.
    package var duration: Double
    /// Whether only the container keeps browsers from playing the movie, so that its packets are copied.
    package var isCopied: Bool
    /// The upright size in pixels.
    package var pixelWidth: Int
    package var pixelHeight: Int
    package var hasSound: Bool
    /// The codec of the video in the parts (RFC 6381), such as `avc1.640028`.
    package var videoCodec: String

    package init(
        duration: Double, isCopied: Bool, pixelWidth: Int, pixelHeight: Int, hasSound: Bool, videoCodec: String
    ) {
        self.duration = duration
        self.isCopied = isCopied
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
        self.hasSound = hasSound
        self.videoCodec = videoCodec
    }

    /// The plan for encoded frames, which a browser also plays if the movie's own packets are damaged.
    package var encoded: MoviePartPlan {
        var plan = self
        (plan.isCopied, plan.videoCodec) = (false, Self.encodedCodec)
        return plan
    }

    /// The type of the parts for Media Source.
    package var contentType: String {
        "video/mp4; codecs=\"\(videoCodec)\(hasSound ? ", mp4a.40.2" : "")\""
    }

    /// Whether a sound worker could have reported this. The codec becomes a part of a header.
    package var isPlausible: Bool {
        (0...1_000_000_000).contains(duration) && (1...1_000_000).contains(pixelWidth)
            && (1...1_000_000).contains(pixelHeight)
            && videoCodec.wholeMatch(of: /avc1\.[0-9a-f]{6}/) != nil
    }
}
