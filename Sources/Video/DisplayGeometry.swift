import CLibAV
import MediaRequests
import Pixels

/// The display geometry of a stream's frames: the shape of their pixels, and their rotation.
struct DisplayGeometry: Equatable {
    /// The size of the stored frames after making their pixels square.
    var storedSize: PixelSize
    /// The EXIF orientation of the frames, 1 to 8.
    var orientation: Int

    /// The plausible range of pixel aspect ratios. A ratio outside of it comes from a damaged header.
    private static let pixelAspectRange = 0.2...5.0
    /// The tolerance for square pixels, because containers round the ratio.
    private static let pixelAspectTolerance = 0.005

    /// - Throws: `unreadable` if the stream has no size, `limitExceeded` if it's too large.
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

    /// Converts a stored size to an upright size, or the reverse.
    func turned(_ size: PixelSize) -> PixelSize {
        isOnItsSide ? PixelSize(width: size.height, height: size.width) : size
    }

    /// The transformation of the orientation, moved so that the upright frame starts at zero.
    var transform: MovieDescription.Transform {
        let (width, height) = (Double(storedSize.width), Double(storedSize.height))
        let (a, b, c, d): (Double, Double, Double, Double) =
            switch orientation {
            case 2: (-1, 0, 0, 1)
            case 3: (-1, 0, 0, -1)
            case 4: (1, 0, 0, -1)
            case 5: (0, 1, 1, 0)
            case 6: (0, 1, -1, 0)
            case 7: (0, -1, -1, 0)
            case 8: (0, -1, 1, 0)
            default: (1, 0, 0, 1)
            }
        return MovieDescription.Transform(
            a: a, b: b, c: c, d: d, tx: max(0, -a * width) + max(0, -c * height),
            ty: max(0, -b * width) + max(0, -d * height))
    }

    /// Returns the ratio of a pixel's width to its height, or 1 if it isn't plausible. The container has precedence
    /// over the codec.
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

    /// Returns the EXIF orientation of the matrix that converts x to `ax + cy` and y to `bx + dy`. Rounds other
    /// angles to the nearest quarter turn.
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
