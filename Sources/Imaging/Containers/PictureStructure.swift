import CExiv2
import MediaContainers
import MediaRequests

/// The facts that a container states about its picture, apart from the metadata that exiv2 reads.
struct PictureStructure {
    /// The size as stored, in pixels, before any orientation.
    var width: Int
    var height: Int
    var frameCount = 1
    /// The EXIF orientation that the container itself declares. If it's `nil`, the orientation in the EXIF metadata
    /// counts.
    var orientation: Int?
    /// Blocks of EXIF (from the TIFF header on) and XMP to read separately.
    var exifBlocks: [UnsafeRawBufferPointer] = []
    var xmpPackets: [UnsafeRawBufferPointer] = []
    /// Dates in the container's own text, as written.
    var creationTexts: [String] = []
    /// The exposure according to the container itself.
    var exposure = MediaProbe.Exposure()
    /// The brightest light of the picture, relative to white, or `nil` if none is brighter than white.
    var headroom: Double?
    /// A description of the damage for people, or `nil` if the file is complete.
    var damage: String?
    /// The estimated decoding time per pixel. It's 0 if the size limits already bound the time well enough.
    var nanosecondsPerPixel: Double = 0

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

extension PictureStructure {
    static let endsEarly = "the file ends before its picture does"
    static let isEmpty = "the file has no picture data"
    static let isCorrupt = "a part of the picture's data is corrupt"

    /// Returns the part of a block that starts at the TIFF header. The block may start with "Exif" and two zeros.
    static func exifBlock(in payload: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        let view = ByteView(payload)
        let start = view.has("Exif\0\0", at: 0) ? 6 : 0
        guard view.has("II*\0", at: start) || view.has("MM\0*", at: start) else { return nil }
        return view.part(at: start, count: view.count - start)
    }

    /// Returns the EXIF orientation of the stored picture, 1 to 8. An invalid value in the file counts as 1.
    func orientation(_ metadata: MetadataReading) -> Int {
        let number = orientation ?? metadata.values.map { Int(truncatingIfNeeded: $0.orientation) } ?? 1
        return (1...8).contains(number) ? number : 1
    }

    /// - Throws: `limitExceeded` if decoding would take too long.
    func checkCost() throws(MediaError) {
        let seconds = Double(width) * Double(height) * nanosecondsPerPixel / 1e9
        guard seconds <= DecodingCost.budgetInSeconds else {
            throw MediaError(
                .limitExceeded,
                "a picture of \(width) by \(height) pixels in this format takes some \(Int(seconds)) s to decode, and "
                    + "albumen decodes none for longer than \(Int(DecodingCost.budgetInSeconds)) s")
        }
    }

    /// - Throws: `unreadable` if the picture has no size, `limitExceeded` if it's too large.
    func checkSize() throws(MediaError) {
        guard width > 0, height > 0 else {
            throw MediaError(.unreadable, "the file names no size for its picture; it may be damaged")
        }
        guard width <= ImageLimits.sideInPixels, height <= ImageLimits.sideInPixels,
            width * height <= ImageLimits.areaInPixels
        else {
            throw MediaError(
                .limitExceeded, "a picture of \(width) by \(height) pixels is larger than albumen takes")
        }
    }
}
