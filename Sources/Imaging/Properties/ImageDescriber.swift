import CLibHeif
import MediaContainers
package import MediaRequests

/// Reads the properties of an image file, as ImageIO has them. Any thread can call it.
package enum ImageDescriber {
    /// - Parameters:
    ///   - bytes: The entire file.
    ///   - filename: The filename. Its extension distinguishes TIFF from a camera's raw format.
    /// - Returns: `nil` if the bytes don't have the signature of an image.
    /// - Throws: `unreadable` if no picture can be found, `limitExceeded` if it's too large.
    package static func describe(
        _ bytes: UnsafeRawBufferPointer, filename: String
    ) throws(MediaError) -> ImageFileDescription? {
        let view = ByteView(bytes)
        guard let format = ImageFormat(signatureOf: view) else { return nil }
        if case .highEfficiency(let coding) = format { return try highEfficiency(view, coding) }
        let structure: PictureStructure
        var type = "public.jpeg"
        var image: [String: ImageProperty]
        if format == .jpeg {
            let jpeg = JPEGStructure(view)
            guard let picture = jpeg.picture else { throw ImageProber.unreadable }
            structure = picture
            image = properties(jpeg)
        } else {
            guard let outline = PictureOutline(view, format, filename: filename) else { throw ImageProber.unreadable }
            structure = outline.structure
            type = outline.identifier
            image = PixelProperties.read(view, format, isRAW: outline.isRAW)
        }
        try structure.checkSize()
        let blocks = MetadataBlocks(of: bytes)
        add(blocks, isWholeBlock(format, view) ? view : nil, to: &image)
        image["PixelWidth"] = .integer(Int64(structure.width))
        image["PixelHeight"] = .integer(Int64(structure.height))
        if let orientation = structure.orientation, (1...8).contains(orientation) {
            image["Orientation"] = .integer(Int64(orientation))
        }
        var file: [String: ImageProperty] = ["FileSize": .integer(Int64(bytes.count))]
        let images = AnimationProperties.images(view, format, structure, image, file: &file)
        let isCutShort = structure.damage != nil || (format == .tiff && PixelProperties.isCutShort(tiff: view))
        return ImageFileDescription(type: type, isCutShort: isCutShort, properties: file, images: images)
    }

    /// libheif applies the container's rotation and ignores that of EXIF.
    private static func highEfficiency(
        _ view: ByteView, _ coding: HighEfficiencyFormat
    ) throws(MediaError) -> ImageFileDescription {
        var image: [String: ImageProperty] = [:]
        _ = HighEfficiencyPicture.withPrimary(view) { handle, _, _ in
            image = PixelProperties.read(handle)
            return true
        }
        guard let reading = HighEfficiencyPicture.read(view) else { throw ImageProber.unreadable }
        let structure = reading.structure
        try structure.checkSize()
        add(MetadataBlocks(of: structure), nil, to: &image)
        if image["Orientation"] != nil {
            image["Orientation"] = .integer(1)
            if case .dictionary(var tiff)? = image["{TIFF}"] {
                tiff["Orientation"] = .integer(1)
                image["{TIFF}"] = .dictionary(tiff)
            }
        }
        image["PixelWidth"] = .integer(Int64(structure.width))
        image["PixelHeight"] = .integer(Int64(structure.height))
        return ImageFileDescription(
            type: coding.rawValue, isCutShort: structure.damage != nil,
            properties: ["FileSize": .integer(Int64(view.count))], images: [image])
    }

    /// Whether the file itself has the form of an EXIF block.
    private static func isWholeBlock(_ format: ImageFormat, _ view: ByteView) -> Bool {
        format == .tiff || format == .raw(.canon2)
    }

    /// Adds the dictionaries of EXIF and IPTC.
    private static func add(_ blocks: MetadataBlocks, _ whole: ByteView?, to image: inout [String: ImageProperty]) {
        let exif = whole.map(ExifProperties.read)
        let properties = exif ?? (blocks.exif ?? []).withUnsafeBytes { ExifProperties.read(ByteView($0)) }
        image.merge(properties) { own, _ in own }
        let iptc = PhotoshopResources(blocks.resources).iptc.map { IPTCRecords($0).properties } ?? [:]
        ExifProperties.add(iptc, "{IPTC}", to: &image)
        if image["ProfileName"] == nil, image["{Exif}"]?["ColorSpace"]?.integer == 1 {
            image["ProfileName"] = .text("sRGB IEC61966-2.1")
        }
    }

    private static func properties(_ jpeg: JPEGStructure) -> [String: ImageProperty] {
        var image: [String: ImageProperty] = [:]
        if let coding = jpeg.coding {
            image["Depth"] = .integer(Int64(coding.bitsPerSample))
            image["ColorModel"] = .text(
                coding.componentCount == 1 ? "Gray" : coding.componentCount == 4 ? "CMYK" : "RGB")
        }
        if let name = ProfileName.text(jpeg.profile) { image["ProfileName"] = .text(name) }
        guard let header = jpeg.header, let major = header.byte(at: 0), let minor = header.byte(at: 1),
            let unit = header.byte(at: 2), let x = header.uint16(at: 3), let y = header.uint16(at: 5)
        else { return image }
        var jfif: [String: ImageProperty] = [
            "JFIFVersion": .list([.integer(Int64(major)), .integer(Int64(minor))]),
            "DensityUnit": .integer(Int64(unit)), "XDensity": .integer(Int64(x)), "YDensity": .integer(Int64(y)),
        ]
        if jpeg.coding?.isProgressive == true { jfif["IsProgressive"] = .boolean(true) }
        image["{JFIF}"] = .dictionary(jfif)
        return image
    }
}
