import Records

extension AssetDocument {
    struct Location: Encodable {
        /// In degrees.
        let latitude: Double
        let longitude: Double
        /// In metres.
        @OrNull var altitude: Double?
    }

    struct Metadata: Encodable {
        @OrNull var cameraMake: String?
        @OrNull var cameraModel: String?
        @OrNull var lensModel: String?
        /// In seconds.
        @OrNull var exposureTime: Double?
        /// The f-number.
        @OrNull var aperture: Double?
        @OrNull var iso: Int?
        /// In millimetres.
        @OrNull var focalLength: Double?
        @OrNull var focalLengthIn35mmFilm: Int?
        /// In frames per second.
        @OrNull var frameRate: Double?
        @OrNull var videoCodec: String?
        @OrNull var title: String?
        @OrNull var caption: String?
        let keywords: [String]
        @OrNull var rating: Int?
    }
}

extension AssetDocument.Location {
    init?(of asset: AssetRecord) {
        guard let latitude = asset.latitude, let longitude = asset.longitude else { return nil }
        self.latitude = latitude
        self.longitude = longitude
        altitude = asset.altitude
    }
}

extension AssetDocument.Metadata {
    init(_ record: MetadataRecord) {
        cameraMake = record.cameraMake
        cameraModel = record.cameraModel
        lensModel = record.lensModel
        exposureTime = record.exposureTime
        aperture = record.aperture
        iso = record.iso
        focalLength = record.focalLength
        focalLengthIn35mmFilm = record.focalLengthIn35mmFilm
        frameRate = record.frameRate
        videoCodec = record.videoCodec
        title = record.title
        caption = record.caption
        keywords = record.keywords
        rating = record.rating
    }
}
