package import MediaWork

/// Finds out what an image file is and says, without decoding a pixel. Any thread; nothing is kept between calls.
package enum ImageProber {
    private static let unreadable = MediaError(
        .unreadable, "the file starts like a picture, but no picture can be found in it; it may be damaged")

    /// - Parameters:
    ///   - bytes: the whole file; only its head, its tail and its directories are touched.
    ///   - filename: tells TIFF from a camera's raw format, and hints at screenshots.
    /// - Returns: nil where the bytes bear no image's signature.
    /// - Throws: `unreadable` for an image without a size, `limitExceeded` for one too large. Faulty metadata never
    ///   refuses a picture.
    package static func probe(
        _ bytes: UnsafeRawBufferPointer, filename: String
    ) throws(MediaError) -> MediaProbe? {
        let view = ByteView(bytes)
        guard let format = ImageFormat(signatureOf: view) else { return nil }
        if case .highEfficiency(let coding) = format {
            guard let reading = HighEfficiencyPicture.read(view) else { throw unreadable }
            let metadata = MetadataReading()
            metadata.add(blocksOf: reading.structure)
            return try MediaProbe(reading.structure, metadata, coding.rawValue, filename: filename)
        }
        guard let (structure, identifier, isRAW) = picture(in: view, format, filename: filename) else {
            throw unreadable
        }
        let metadata = MetadataReading()
        let isComplete = format.holdsMetadataOfItsOwn && metadata.add(image: bytes)
        // What exiv2 stopped before, or does not look for, is read by itself.
        if !isComplete || format == .png { metadata.add(blocksOf: structure) }
        var probe = try MediaProbe(structure, metadata, identifier, filename: filename)
        probe.isRAW = isRAW
        return probe
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

    /// A TIFF that says it is a digital negative, or is named like a camera's format and taken by LibRaw, is raw.
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
    /// Whether exiv2 is given the whole file; of the other formats the container hands out the blocks.
    fileprivate var holdsMetadataOfItsOwn: Bool {
        switch self {
        case .jpeg, .png, .tiff, .photoshop, .jpeg2000, .raw: true
        case .gif, .webp, .bitmap, .highEfficiency: false
        }
    }
}
