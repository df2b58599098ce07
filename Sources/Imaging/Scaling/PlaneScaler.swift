import CLibAV
import CLibSwscale
import MediaRequests
import Pixels
import Synchronization

/// A libswscale context that scales one plane, row by row from the top. Only one thread can use it.
///
/// For a reduction, Lanczos' filter is as sharp as libvips' and, with accurate rounding, leaves a uniform plane
/// unchanged. Chroma is also enlarged, for which a cubic filter suffices. Creating a context takes longer than scaling
/// a small plane, so the worker keeps a few idle ones for the next image.
final class PlaneScaler {
    /// The properties that determine a context.
    private struct Key: Hashable {
        var source: PixelSize
        var target: PixelSize
        var depth: Int
    }

    // Unchecked because only the thread that removes a context from the list uses it.
    private struct Idle: @unchecked Sendable {
        let key: Key
        let context: OpaquePointer
    }

    private static let idleLimit = 16
    /// The longest side of a plane whose context is kept. The filters of a larger one take much memory.
    private static let keptSideInPixels = 8192
    /// The idle contexts. The most recently used one is last.
    private static let idle = Mutex<[Idle]>([])
    private static let noMemory = MediaError(
        .limitExceeded, "the picture cannot be reduced: there is not enough memory")

    private let key: Key
    private let context: OpaquePointer
    /// The number of rows that the context has read.
    private var rowCount = 0
    private var writtenRowCount = 0

    /// - Parameter depth: The number of bits per sample, 8 to 16. More than 8 take two bytes in the machine's byte
    ///   order.
    init(from source: PixelSize, to target: PixelSize, depth: Int) throws(MediaError) {
        let key = Key(source: source, target: target, depth: depth)
        guard let context = Self.idleContext(key) ?? Self.newContext(key) else { throw Self.noMemory }
        self.key = key
        self.context = context
    }

    deinit {
        // A context that stopped in the middle of a plane would continue there.
        let isReusable =
            (rowCount == 0 || rowCount == key.source.height)
            && max(key.source.longSide, key.target.longSide) <= Self.keptSideInPixels
        guard isReusable else { return sws_freeContext(context) }
        let idle = Idle(key: key, context: context)
        let surplus = Self.idle.withLock { list in
            list.append(idle)
            return list.count > Self.idleLimit ? list.removeFirst() : nil
        }
        if let surplus { sws_freeContext(surplus.context) }
    }

    /// Scales the next rows into the plane's result.
    ///
    /// - Parameters:
    ///   - rows: The first sample of the next row.
    ///   - stride: The number of bytes from one row to the next.
    ///   - destination: The entire result, the same one for each call.
    func scale(
        _ rows: UnsafeRawPointer, stride: Int, count: Int, into destination: SamplePlane
    ) throws(MediaError) {
        // libswscale reads four planes and strides, whatever the format.
        let input = rows.assumingMemoryBound(to: UInt8.self)
        let output = destination.memory.base.assumingMemoryBound(to: UInt8.self)
        let written = sws_scale(
            context, [input, nil, nil, nil], [Int32(stride), 0, 0, 0], Int32(rowCount), Int32(count),
            [output, nil, nil, nil], [Int32(destination.stride), 0, 0, 0])
        guard written >= 0 else { throw Self.noMemory }
        rowCount += count
        writtenRowCount += Int(written)
        if rowCount == key.source.height, writtenRowCount != key.target.height { throw Self.noMemory }
    }

    private static func idleContext(_ key: Key) -> OpaquePointer? {
        idle.withLock { list -> Idle? in
            list.lastIndex { $0.key == key }.map { list.remove(at: $0) }
        }?.context
    }

    private static func newContext(_ key: Key) -> OpaquePointer? {
        guard let format = format(depth: key.depth) else { return nil }
        let isEnlarged = key.target.width >= key.source.width && key.target.height >= key.source.height
        return sws_getContext(
            Int32(key.source.width), Int32(key.source.height), format, Int32(key.target.width),
            Int32(key.target.height), format, (isEnlarged ? SWS_BICUBIC : SWS_LANCZOS) | SWS_ACCURATE_RND, nil, nil,
            nil)
    }

    /// Returns libswscale's grey format, which it doesn't convert, so that samples stay exact.
    static func format(depth: Int) -> AVPixelFormat? {
        switch depth {
        case 8: AV_PIX_FMT_GRAY8
        case 10: AV_PIX_FMT_GRAY10LE
        case 12: AV_PIX_FMT_GRAY12LE
        case 16: AV_PIX_FMT_GRAY16LE
        default: nil
        }
    }
}
