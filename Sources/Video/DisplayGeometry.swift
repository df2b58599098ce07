import CLibAV
import MediaWork
import Pixels

/// How a stream's frames are to be shown: the shape of their pixels, and how they are turned.
struct DisplayGeometry: Equatable {
    /// As the frames are stored, with pixels that are square.
    var storedSize: PixelSize
    /// EXIF's, 1 to 8: how a frame is to be turned.
    var orientation: Int

    /// Pixels of another shape than this are a broken header's.
    private static let pixelAspectRange = 0.2...5.0
    /// By which a pixel is still square: containers round.
    private static let pixelAspectTolerance = 0.005

    /// - Throws: `unreadable` for a stream without a size, `limitExceeded` for one too large.
    init(_ stream: AVStream) throws(MediaError) {
        let parameters = stream.codecpar.pointee
        let (width, height) = (Int(parameters.width), Int(parameters.height))
        guard width > 0, height > 0 else {
            throw MediaError(.unreadable, "the file names no size for its movie; it may be damaged")
        }
        let side = RenderLimits.sideInPixels
        guard width <= side, height <= side, width * height <= RenderLimits.areaInPixels else {
            throw MediaError(.limitExceeded, "a movie of \(width) by \(height) pixels is larger than albumen takes")
        }
        storedSize = PixelSize(
            width: min(side, max(1, Int((Double(width) * Self.pixelAspect(stream)).rounded()))), height: height)
        orientation = Self.orientation(stream)
    }

    init(storedSize: PixelSize, orientation: Int) {
        self.storedSize = storedSize
        self.orientation = orientation
    }

    var isOnItsSide: Bool { orientation >= 5 }

    var uprightSize: PixelSize { turned(storedSize) }

    /// An upright size as stored, or the other way round.
    func turned(_ size: PixelSize) -> PixelSize {
        isOnItsSide ? PixelSize(width: size.height, height: size.width) : size
    }

    /// A pixel's width for one of height, 1 where nothing sensible is said. The container's word comes first.
    private static func pixelAspect(_ stream: AVStream) -> Double {
        for ratio in [stream.sample_aspect_ratio, stream.codecpar.pointee.sample_aspect_ratio]
        where ratio.num > 0 && ratio.den > 0 {
            let aspect = av_q2d(ratio)
            guard pixelAspectRange.contains(aspect), abs(aspect - 1) > pixelAspectTolerance else { return 1 }
            return aspect
        }
        return 1
    }

    private static func orientation(_ stream: AVStream) -> Int {
        var stream = stream
        var size = 0
        guard let data = av_stream_get_side_data(&stream, AV_PKT_DATA_DISPLAYMATRIX, &size), size >= 36 else {
            return 1
        }
        return data.withMemoryRebound(to: Int32.self, capacity: 9) { matrix in
            orientation(a: matrix[0], b: matrix[1], c: matrix[3], d: matrix[4])
        }
    }

    /// EXIF's orientation for the matrix that takes x to `ax + cy` and y to `bx + dy`; one that turns by some other angle counts
    /// as the quarter turn that is nearest.
    static func orientation(a: Int32, b: Int32, c: Int32, d: Int32) -> Int {
        if abs(Int(a)) + abs(Int(d)) >= abs(Int(b)) + abs(Int(c)) {
            return switch (a < 0, d < 0) {
            case (false, false): 1
            case (true, false): 2
            case (true, true): 3
            case (false, true): 4
            }
        }
        return switch (b < 0, c < 0) {
        case (false, false): 5
        case (false, true): 6
        case (true, true): 7
        case (true, false): 8
        }
    }
}
