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
        _altitude = OrNull(wrappedValue: asset.altitude)
    }
}

extension AssetDocument.Metadata {
    init(_ record: MetadataRecord) {
        _cameraMake = OrNull(wrappedValue: record.cameraMake)
        _cameraModel = OrNull(wrappedValue: record.cameraModel)
        _lensModel = OrNull(wrappedValue: record.lensModel)
        _exposureTime = OrNull(wrappedValue: record.exposureTime)
        _aperture = OrNull(wrappedValue: record.aperture)
        _iso = OrNull(wrappedValue: record.iso)
        _focalLength = OrNull(wrappedValue: record.focalLength)
        _focalLengthIn35mmFilm = OrNull(wrappedValue: record.focalLengthIn35mmFilm)
        _frameRate = OrNull(wrappedValue: record.frameRate)
        _videoCodec = OrNull(wrappedValue: record.videoCodec)
        _title = OrNull(wrappedValue: record.title)
        _caption = OrNull(wrappedValue: record.caption)
        keywords = record.keywords
        _rating = OrNull(wrappedValue: record.rating)
    }
}
