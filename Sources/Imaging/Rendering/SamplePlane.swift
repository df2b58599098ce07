import CLibAV
import CLibSwscale
import MediaWork
import Pixels

/// The samples of one channel, luma or chroma. libswscale scales them as a grey image, which it doesn't convert, so a
/// plane stays exact.
struct SamplePlane {
    let memory: PixelMemory
    let size: PixelSize
    /// The number of bytes from one row to the next.
    let stride: Int
    /// The number of bits per sample: 8, or 10 or 12 in two bytes of the machine's byte order.
    let depth: Int

    /// The largest reduction by one pass of libswscale's filters.
    private static let largestRatio = 16
    private static let noMemory = MediaError(
        .limitExceeded, "the picture cannot be reduced: there is not enough memory")

    /// Returns `nil` if libswscale has no grey format for these samples.
    private static func format(_ depth: Int) -> AVPixelFormat? {
        switch depth {
        case 8: AV_PIX_FMT_GRAY8
        case 10: AV_PIX_FMT_GRAY10LE
        case 12: AV_PIX_FMT_GRAY12LE
        default: nil
        }
    }

    static func isSupported(depth: Int) -> Bool { format(depth) != nil }

    /// Creates a plane with new memory, filled with zeros.
    init(size: PixelSize, depth: Int = 8) throws(MediaError) {
        let bytesPerSample = depth > 8 ? 2 : 1
        self.size = size
        self.depth = depth
        stride = (size.width * bytesPerSample + 63) / 64 * 64
        memory = try PixelMemory(count: stride * size.height)
    }

    /// Creates a plane over existing memory.
    init(memory: PixelMemory, size: PixelSize, stride: Int, depth: Int) {
        self.memory = memory
        self.size = size
        self.stride = stride
        self.depth = depth
    }

    var bytesPerSample: Int { depth > 8 ? 2 : 1 }

    /// Returns this plane scaled to another size, or itself if the size is the same.
    func scaled(to target: PixelSize) throws(MediaError) -> SamplePlane {
        if target == size { return self }
        let step = PixelSize(
            width: max(target.width, (size.width + Self.largestRatio - 1) / Self.largestRatio),
            height: max(target.height, (size.height + Self.largestRatio - 1) / Self.largestRatio))
        let result = try SamplePlane(size: step, depth: depth)
        try write(to: result)
        return try result.scaled(to: target)
    }

    /// Scales the plane into another plane of the same depth.
    func write(to destination: SamplePlane) throws(MediaError) {
        guard let format = Self.format(depth),
            let context = sws_getContext(
                Int32(size.width), Int32(size.height), format, Int32(destination.size.width),
                Int32(destination.size.height), format, SWS_AREA, nil, nil, nil)
        else { throw Self.noMemory }
        defer { sws_freeContext(context) }
        // libswscale reads four planes and strides, whatever the format.
        let input = UnsafePointer(memory.base.assumingMemoryBound(to: UInt8.self))
        let output = destination.memory.base.assumingMemoryBound(to: UInt8.self)
        let rows = sws_scale(
            context, [input, nil, nil, nil], [Int32(stride), 0, 0, 0], 0, Int32(size.height), [output, nil, nil, nil],
            [Int32(destination.stride), 0, 0, 0])
        guard rows == Int32(destination.size.height) else { throw Self.noMemory }
    }
}
