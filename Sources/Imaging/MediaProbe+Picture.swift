import CExiv2
import MediaRequests

extension MediaProbe {
    /// - Throws: `unreadable` if the image has no size, `limitExceeded` if it's too large.
    init(
        _ structure: PictureStructure, _ metadata: MetadataReading, _ identifier: String, filename: String
    ) throws(MediaError) {
        try structure.checkSize()
        guard let values = metadata.values else {
            throw MediaError(.exhausted, "there is not enough memory to read the picture's metadata; try again")
        }
        let orientation = structure.orientation(metadata)
        let isOnItsSide = orientation >= 5
        self.init(
            kind: .image, uniformTypeIdentifier: identifier,
            pixelWidth: isOnItsSide ? structure.height : structure.width,
            pixelHeight: isOnItsSide ? structure.width : structure.height)
        self.orientation = orientation
        frameCount = structure.frameCount
        damage = structure.damage
        contentHeadroom = structure.headroom
        describe(values, creationTexts: structure.creationTexts, filename: filename)
        // exiv2 reads Apple's maker note only if the camera's maker is Apple.
        contentIdentifier =
            contentIdentifier ?? structure.exifBlocks.lazy.compactMap { ExifBlock.contentIdentifier(in: $0) }.first
        exposure =
            PictureExposure(
                values: values, raw: structure.exposure,
                roundsTimes: identifier == CameraRawFormat.canonCIFF.rawValue
            ).exposure
        withExtendedLifetime(metadata) {}
    }

    private mutating func describe(_ values: albumen_metadata, creationTexts: [String], filename: String) {
        captureDate = CaptureDateLadder(values, creationTexts: creationTexts).captureDate
        location = PictureLocation.location(values)
        cameraMake = values.make.text ?? values.xmp_make.text
        cameraModel = values.model.text ?? values.xmp_model.text
        lensModel = values.lens_model.text ?? values.xmp_lens_model.text ?? values.xmp_lens.text
        contentIdentifier = values.apple_content_identifier.text
        burstIdentifier = values.apple_burst_identifier.text ?? values.xmp_burst_identifier.text
        subtypes = PictureSubtypes.subtypes(values, isAnimated: frameCount > 1, filename: filename)
        isSelfPortrait = lensModel?.lowercased().contains("front") ?? false
        title = PictureDescription.title(values)
        caption = PictureDescription.caption(values)
        keywords = values.uniqueKeywords
        rating = PictureDescription.rating(values)
        preservedFileName = PictureDescription.preservedFileName(values)
    }
}
