package import Cancellation
package import MediaRequests
import Pixels

extension ImagePipeline {
    /// Returns the tiles of an image in its own size. Decodes the original if they aren't in memory, once for all
    /// callers. Blocks, and may do the work on the calling thread.
    ///
    /// An image that is too large to decode as a whole is reduced.
    ///
    /// - Parameters:
    ///   - lane: The lane of the calling thread. Tiles are made in the slow lane, because other images are small.
    ///   - cancellation: Cancels the decode if no other caller waits for it.
    /// - Throws: `takesLong` if the thread belongs to the quick lane and the tiles aren't in memory.
    package func tiles(
        of source: PictureSource, lane: RenderLane? = nil, cancellation: WorkCancellation? = nil
    ) throws -> TilePyramid {
        if let known = shared.pyramids[source.digest] { return known }
        return try shared.tilings.value(source.digest, cancellation, lane: lane) { cancellation, lane in
            if let known = self.shared.pyramids[source.digest] { return known }
            guard lane == .slow else { throw MediaError.takesLong }
            let request = ImageRequest(source: source, layout: ImageLayout(size: source.size.decodable))
            let bitmap = try self.maker.decodedPicture(request, lane, cancellation)
            let pyramid = try TilePyramid(of: bitmap, cancellation)
            self.shared.pyramids.insert(pyramid, for: source.digest)
            return pyramid
        }
    }
}

extension PixelSize {
    /// The largest size that the worker returns: this size, or a half, a quarter, and so on.
    fileprivate var decodable: PixelSize {
        var size = self
        while size.width * size.height > RenderLimits.outputAreaInPixels { size = fitting(longSide: size.longSide / 2) }
        return size
    }
}
