/// A sample that a host appends to a track of a movie. Its bytes are at the start of the message's memory.
package struct AppendedSample: Codable, Hashable, Sendable {
    package enum Content: Codable, Hashable, Sendable {
        case pixels(SamplePixels)
        case sound(SampleSound)
        /// With the format if it's the track's first sample.
        case stored(StoredFormat?, isKeyframe: Bool)
        /// The content of a metadata sample.
        case metadata
    }

    package var input: Int
    package var content: Content
    package var byteCount: Int
    package var time: MediaTime
    package var decodeTime: MediaTime?
    package var duration: MediaTime?

    package init(input: Int, content: Content, byteCount: Int, time: MediaTime) {
        self.input = input
        self.content = content
        self.byteCount = byteCount
        self.time = time
    }

    /// The size limit of a sample. A frame of 8,192 by 8,192 pixels takes a quarter of it.
    package static let limitInBytes = 1 << 30
}
