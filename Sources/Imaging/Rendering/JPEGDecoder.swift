import CLibTurboJPEG
import MediaContainers
import MediaRequests
import Pixels

/// Decodes JPEG with libjpeg-turbo, at the smallest sufficient scale of 1/8, 1/4, 1/2 and 1. The scales between them
/// are slower than the next larger one, for which libjpeg-turbo has vectorized code.
struct JPEGDecoder {
    private static let denominators = [8, 4, 2, 1]
    /// The largest area of a small picture. It's decoded at twice its target's size or more, because libjpeg-turbo's
    /// reduction is less sharp than libswscale's, and costs little time.
    private static let smallAreaInPixels = 2_000_000

    let bytes: UnsafeRawBufferPointer
    let structure: JPEGStructure
    /// The size of the stored picture.
    let size: PixelSize
    private let coding: JPEGStructure.Coding

    /// - Throws: `unreadable` if there is no picture, `unsupported` for kinds of JPEG without a decoder,
    ///   `limitExceeded` if the picture is too large.
    init(_ view: ByteView) throws(MediaError) {
        bytes = view.bytes
        structure = JPEGStructure(view)
        guard let picture = structure.picture, let coding = structure.coding else {
            throw MediaError(
                .unreadable, "the file starts like a picture, but no picture can be found in it; it may be damaged")
        }
        try picture.checkSize()
        guard structure.hasScan else { throw MediaError(.unreadable, PictureStructure.isEmpty) }
        size = PixelSize(width: picture.width, height: picture.height)
        self.coding = coding
        guard coding.bitsPerSample == 8 else {
            throw MediaError(
                .unsupported, "a JPEG with \(coding.bitsPerSample) bits a sample; albumen decodes those with 8")
        }
        guard [1, 3, 4].contains(coding.componentCount) else {
            throw MediaError(
                .unsupported, "a JPEG of \(coding.componentCount) components; albumen decodes those of 1, 3 or 4")
        }
        if coding.isProgressive, size.width * size.height > RenderLimits.wholeAreaInPixels {
            throw MediaError(
                .limitExceeded,
                "a progressive JPEG of \(size.width) by \(size.height) pixels takes more memory than albumen gives it")
        }
    }

    var componentCount: Int { coding.componentCount }

    /// Whether the file stores colours, neither grey nor inks.
    var hasThreeComponents: Bool { coding.componentCount == 3 }

    var colour: SourceColour {
        structure.profile.withUnsafeBytes { SourceColour(profile: $0) }
    }

    /// Returns the size of the picture at a scale, in pixels.
    func size(dividedBy denominator: Int) -> PixelSize {
        PixelSize(
            width: (size.width + denominator - 1) / denominator, height: (size.height + denominator - 1) / denominator)
    }

    /// Returns the denominator of the scale at which to decode the picture for a target size.
    func denominator(for target: PixelSize) -> Int {
        Self.denominators.first { denominator in
            let scaled = size(dividedBy: denominator)
            return scaled.width >= target.width && scaled.height >= target.height
        } ?? 1
    }

    private var isSmall: Bool { size.width * size.height <= Self.smallAreaInPixels }

    /// - Parameter sizes: The sizes of the images, largest first.
    func decode(_ sizes: [PixelSize]) throws(MediaError) -> DecodedPicture {
        guard let handle = tjInitDecompress() else {
            throw MediaError(.limitExceeded, "the picture takes more memory than albumen gives it")
        }
        defer { tjDestroy(handle) }
        guard let largest = sizes.first else { return DecodedPicture(rasters: []) }
        let scaled = size(dividedBy: denominator(for: isSmall ? largest.doubled : largest))
        var run = JPEGRun(handle: handle, bytes: bytes)
        var decoded = DecodedPicture(rasters: [], colour: colour)
        if let planes = try run.planes(scaled, for: sizes) {
            for target in try planes.scaled(to: sizes) { decoded.rasters.append(try target.raster(handle)) }
        } else {
            let raster = try run.raster(scaled, coding.componentCount, isInverted: structure.hasAdobeMark)
            decoded.rasters = try raster.reduced(to: sizes)
        }
        decoded.damage = structure.picture?.damage ?? run.damage
        return decoded
    }
}

extension PixelSize {
    fileprivate var doubled: PixelSize { PixelSize(width: 2 * width, height: 2 * height) }
}
