import MediaRequests
import Pixels

/// The source of light that's brighter than white in a picture.
enum HighDynamicRange {
    /// A gain map beside a picture for displays with sRGB's range.
    case gainMap(GainMap)
    /// PQ or HLG.
    case coded(CodedLight)

    /// Pictures with less headroom look the same on all displays.
    static let smallestHeadroom = 1.01

    /// The brightest light of the picture, relative to white.
    var headroom: Double {
        switch self {
        case .gainMap(let map): map.formula.headroom
        case .coded(let light): light.headroom
        }
    }

    /// Returns the HDR rendition of a raster. Doesn't change the raster.
    ///
    /// - Parameters:
    ///   - target: The headroom of the display. 0 means that it's unknown, and nothing is tone mapped.
    ///   - orientation: The EXIF orientation to apply.
    /// - Returns: `nil` if the picture can't have an HDR rendition: its colours aren't defined by curves and a matrix,
    ///   or it's too large.
    func bitmap(
        of raster: Raster, _ colour: SourceColour, toHeadroom target: Double, orientation: Int
    ) throws(MediaError) -> HDRBitmap? {
        let size = raster.size
        guard raster.colours != .cmyk, raster.alpha != .premultiplied,
            size.width * size.height <= RenderLimits.hdrAreaInPixels
        else { return nil }
        let memory = try PixelMemory(count: size.width * size.height * HDRBitmap.bytesPerPixel, isCleared: false)
        let hasAlpha: Bool
        switch self {
        case .gainMap(let map):
            guard let light = SourceLight(colour, raster.colours) else { return nil }
            hasAlpha = try map.write(raster, light, toHeadroom: target, into: memory)
        case .coded(let coded):
            let primaries = CodedColour(primaries: coded.colour.primaries, transfer: CodedColour.linearTransfer)
            guard let light = SourceLight(.coded(primaries), raster.colours) else { return nil }
            let tables = Array(repeating: coded.table(raster.format), count: 3)
            let writer = LightWriter(raster, into: memory, tables: tables, matrix: light.matrix)
            let conversion = coded.conversion(toHeadroom: target)
            hasAlpha = writer.write { _, row in conversion.apply(to: row, count: size.width) }
        }
        let (turned, turnedSize) = try memory.turned(orientation, size, bytesPerPixel: HDRBitmap.bytesPerPixel)
        return turned.becomeHDRBitmap(
            turnedSize, hasAlpha: hasAlpha, headroom: target >= 1 ? min(target, headroom) : headroom)
    }

    /// Returns the HDR part of a picture, or `nil` if the file is at fault: the picture can be shown without it.
    ///
    /// - Throws: Errors that don't concern the file, such as missing memory. A later attempt can then succeed, so the
    ///   picture must not pass as SDR.
    static func ifUsable<Part>(_ part: () throws(MediaError) -> Part?) throws(MediaError) -> Part? {
        do throws(MediaError) {
            return try part()
        } catch {
            guard error.concern == .file else { throw error }
            return nil
        }
    }
}
