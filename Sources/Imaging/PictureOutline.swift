import MediaContainers
import MediaRequests

/// The facts about a file's picture that are known before decoding. Doesn't support HEIF and AVIF, which libheif
/// describes.
struct PictureOutline {
    let format: ImageFormat
    let structure: PictureStructure
    let identifier: String
    let isRAW: Bool

    /// Returns `nil` if there is no picture.
    init?(_ view: ByteView, _ format: ImageFormat, filename: String) {
        guard let (structure, identifier, isRAW) = Self.picture(in: view, format, filename: filename) else {
            return nil
        }
        self.format = format
        self.structure = structure
        self.identifier = identifier
        self.isRAW = isRAW
    }

    /// Returns the tags of the file and its blocks that can be read.
    func metadata(_ bytes: UnsafeRawBufferPointer) -> MetadataReading {
        let metadata = MetadataReading()
        let isComplete = format.holdsMetadataOfItsOwn && metadata.add(image: bytes)
        // Reads separately the blocks after a point where exiv2 stopped, and blocks that exiv2 ignores.
        if !isComplete || format == .png { metadata.add(blocksOf: structure) }
        return metadata
    }

    private static func picture(
        in view: ByteView, _ format: ImageFormat, filename: String
    ) -> (PictureStructure, identifier: String, isRAW: Bool)? {
        switch format {
        case .jpeg: JPEGStructure.read(view).map { ($0, "public.jpeg", false) }
        case .png: PNGStructure.read(view).map { ($0, "public.png", false) }
        case .gif: GIFStructure.read(view).map { ($0, "com.compuserve.gif", false) }
        case .webp: WebPStructure.read(view).map { ($0, "org.webmproject.webp", false) }
        case .bitmap: BitmapStructure.read(view).map { ($0, "com.microsoft.bmp", false) }
        case .photoshop: PhotoshopStructure.read(view).map { ($0, "com.adobe.photoshop-image", false) }
        case .jpeg2000: JPEG2000Structure.read(view).map { ($0, "public.jpeg-2000", false) }
        case .tiff: tiffPicture(in: view, filename: filename)
        case .raw(let camera):
            (RawPicture.read(view) ?? TIFFStructure(view)?.picture).map { ($0, camera.rawValue, true) }
        case .highEfficiency: nil
        }
    }

    /// Returns the picture of a TIFF. It's raw if the file is a digital negative, or if it has the filename extension
    /// of a camera format and LibRaw supports it.
    private static func tiffPicture(
        in view: ByteView, filename: String
    ) -> (PictureStructure, identifier: String, isRAW: Bool)? {
        guard let tiff = TIFFStructure(view) else { return nil }
        let ending = filename.split(separator: ".").last?.lowercased() ?? ""
        let camera = tiff.isDigitalNegative ? .adobe : CameraRawFormat(filenameExtension: ending)
        if let camera, let developed = RawPicture.read(view) { return (developed, camera.rawValue, true) }
        guard let picture = tiff.picture else { return nil }
        return tiff.isDigitalNegative
            ? (picture, CameraRawFormat.adobe.rawValue, true) : (picture, "public.tiff", false)
    }
}

extension ImageFormat {
    /// Whether exiv2 reads the entire file. For other formats, the container provides the blocks.
    fileprivate var holdsMetadataOfItsOwn: Bool {
        switch self {
        case .jpeg, .png, .tiff, .photoshop, .jpeg2000, .raw: true
        case .gif, .webp, .bitmap, .highEfficiency: false
        }
    }
}
