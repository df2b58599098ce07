import MediaContainers
package import MediaRequests

/// Reads the format and metadata of an image file without decoding pixels. Any thread can call it. It keeps no state.
package enum ImageProber {
    static let unreadable = MediaError(
        .unreadable, "the file starts like a picture, but no picture can be found in it; it may be damaged")

    /// - Parameters:
    ///   - bytes: The entire file. The method only reads its start, its end and its directories.
    ///   - filename: The filename, which distinguishes TIFF from a camera's raw format and can identify screenshots.
    /// - Returns: `nil` if the bytes don't have the signature of an image.
    /// - Throws: `unreadable` if the image has no size, `limitExceeded` if it's too large. Invalid metadata never
    ///   causes an error.
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
        if format == .jpeg { probe.contentHeadroom = JPEGGainMap.find(view, JPEGStructure(view))?.formula.headroom }
        return probe
    }
}
