import CLibAV
import CLibSwscale
import MediaWork
import Pixels

/// Samples of one kind, brightness or a difference of colour, as rows; scaled by libswscale as if they were grey, whose conversions of
/// colours are not used: a plane of grey comes out as exact as it goes in.
struct SamplePlane {
    let memory: PixelMemory
    let size: PixelSize
    /// Bytes from one row to the next.
    let stride: Int
    /// Bits of a sample: 8, or 10 or 12 in two bytes of the machine's order.
    let depth: Int

    /// The most that one step of libswscale's filters reduces.
    private static let largestRatio = 16
    private static let noMemory = MediaError(
        .limitExceeded, "the picture cannot be reduced: there is not enough memory")

    /// Nil: libswscale has no grey of such samples.
    private static func format(_ depth: Int) -> AVPixelFormat? {
        switch depth {
        case 8: AV_PIX_FMT_GRAY8
        case 10: AV_PIX_FMT_GRAY10LE
        case 12: AV_PIX_FMT_GRAY12LE
        default: nil
        }
    }

    static func isSupported(depth: Int) -> Bool { format(depth) != nil }

    /// A plane of its own, zero everywhere.
    init(size: PixelSize, depth: Int = 8) throws(MediaError) {
        let bytesPerSample = depth > 8 ? 2 : 1
        self.size = size
        self.depth = depth
        stride = (size.width * bytesPerSample + 63) / 64 * 64
        memory = try PixelMemory(count: stride * size.height)
    }

    /// A plane in memory of somebody else's.
    init(memory: PixelMemory, size: PixelSize, stride: Int, depth: Int) {
        self.memory = memory
        self.size = size
        self.stride = stride
        self.depth = depth
    }

    var bytesPerSample: Int { depth > 8 ? 2 : 1 }

    /// This plane in another size; itself where that is its own.
    func scaled(to target: PixelSize) throws(MediaError) -> SamplePlane {
        if target == size { return self }
        let step = PixelSize(
            width: max(target.width, (size.width + Self.largestRatio - 1) / Self.largestRatio),
            height: max(target.height, (size.height + Self.largestRatio - 1) / Self.largestRatio))
        let result = try SamplePlane(size: step, depth: depth)
        try write(to: result)
        return try result.scaled(to: target)
    }

    /// Scales into a plane of the same depth.
    func write(to destination: SamplePlane) throws(MediaError) {
        guard let format = Self.format(depth),
            let context = sws_getContext(
                Int32(size.width), Int32(size.height), format, Int32(destination.size.width),
                Int32(destination.size.height), format, SWS_AREA, nil, nil, nil)
        else { throw Self.noMemory }
        defer { sws_freeContext(context) }
        // It reads four planes and strides, whatever the format.
        let input = UnsafePointer(memory.base.assumingMemoryBound(to: UInt8.self))
        let output = destination.memory.base.assumingMemoryBound(to: UInt8.self)
        let rows = sws_scale(
            context, [input, nil, nil, nil], [Int32(stride), 0, 0, 0], 0, Int32(size.height), [output, nil, nil, nil],
            [Int32(destination.stride), 0, 0, 0])
        guard rows == Int32(destination.size.height) else { throw Self.noMemory }
    }
}
