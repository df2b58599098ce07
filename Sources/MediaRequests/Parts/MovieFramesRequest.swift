/// A request for small pictures of frames, evenly spread over a movie.
package struct MovieFramesRequest: Codable, Sendable, Equatable {
    /// The filename. Its extension decides the format if the bytes alone don't.
    package var filename: String
    /// The number of frames.
    package var count: Int
    /// The limit of the pictures' long side in pixels.
    package var longSide: Int

    package init(filename: String, count: Int, longSide: Int) {
        self.filename = filename
        self.count = count
        self.longSide = longSide
    }

    /// The sizes of the answer's pictures.
    package var sizes: [RenderRequest.Size] { Array(repeating: .longSide(longSide), count: count) }
}
