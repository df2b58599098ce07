import MediaRequests
import Pixels

/// The samples of one channel, luma or chroma.
struct SamplePlane {
    let memory: PixelMemory
    let size: PixelSize
    /// The number of bytes from one row to the next.
    let stride: Int
    /// The number of bits per sample: 8, or 10, 12 or 16 in two bytes of the machine's byte order.
    let depth: Int

    /// The largest reduction by one pass of libswscale's filters, whose length is limited.
    private static let largestRatio = 16

    static func isSupported(depth: Int) -> Bool { PlaneScaler.format(depth: depth) != nil }

    /// Creates a plane with new memory.
    ///
    /// - Parameter isCleared: Whether the memory is filled with zeros. Pass `false` if all samples will be written.
    init(size: PixelSize, depth: Int = 8, isCleared: Bool = true) throws(MediaError) {
        let bytesPerSample = depth > 8 ? 2 : 1
        self.size = size
        self.depth = depth
        stride = (size.width * bytesPerSample + 63) / 64 * 64
        memory = try PixelMemory(count: stride * size.height, isCleared: isCleared)
    }

    /// Creates a plane over existing memory.
    init(memory: PixelMemory, size: PixelSize, stride: Int, depth: Int) {
        self.memory = memory
        self.size = size
        self.stride = stride
        self.depth = depth
    }

    var bytesPerSample: Int { depth > 8 ? 2 : 1 }

    /// Returns the size to which one pass reduces an image on its way to a target size.
    static func step(from source: PixelSize, to target: PixelSize) -> PixelSize {
        PixelSize(
            width: max(target.width, (source.width + largestRatio - 1) / largestRatio),
            height: max(target.height, (source.height + largestRatio - 1) / largestRatio))
    }

    /// Returns this plane scaled to another size, or itself if the size is the same.
    func scaled(to target: PixelSize) throws(MediaError) -> SamplePlane {
        if target == size { return self }
        let result = try SamplePlane(size: Self.step(from: size, to: target), depth: depth, isCleared: false)
        try write(to: result)
        return try result.scaled(to: target)
    }

    /// Scales the plane into another plane of the same depth.
    func write(to destination: SamplePlane) throws(MediaError) {
        try PlaneScaler(from: size, to: destination.size, depth: depth)
            .scale(memory.base, stride: stride, count: size.height, into: destination)
    }
}
