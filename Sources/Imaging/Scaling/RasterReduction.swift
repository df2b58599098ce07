import MediaRequests
import Pixels

extension Raster {
    /// Returns this image reduced to several sizes. Later sizes derive from the first one if it's at least twice as
    /// large.
    func reduced(to sizes: [PixelSize]) throws(MediaError) -> [Raster] {
        guard let first = sizes.first else { return [] }
        let largest = try reduced(to: first)
        var rasters = [largest]
        for size in sizes.dropFirst() {
            rasters.append(try (size.longSide * 2 <= first.longSide ? largest : self).reduced(to: size))
        }
        return rasters
    }

    /// - Throws: `limitExceeded` if there isn't enough memory.
    func reduced(to target: PixelSize) throws(MediaError) -> Raster {
        if target == size, alpha != .premultiplied { return self }
        let reducer = try RasterReducer(format, from: size, to: target)
        try reducer.append(memory.base, bytesPerRow: bytesPerRow, count: size.height)
        return try reducer.finish()
    }
}
