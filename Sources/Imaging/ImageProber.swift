import MediaContainers
package import MediaWork

/// Finds out what an image file is and says, without decoding a pixel. Any thread; nothing is kept between calls.
package enum ImageProber {
    static let unreadable = MediaError(
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
        guard let outline = PictureOutline(view, format, filename: filename) else { throw unreadable }
        var probe = try MediaProbe(outline.structure, outline.metadata(bytes), outline.identifier, filename: filename)
        probe.isRAW = outline.isRAW
        return probe
    }
}
