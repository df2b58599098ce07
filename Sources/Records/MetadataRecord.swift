/// A row of `assetMetadata`: details of an asset that are rarely needed.
package struct MetadataRecord: Sendable, Equatable {
    package var cameraMake: String?
    package var cameraModel: String?
    package var lensModel: String?
    /// Seconds.
    package var exposureTime: Double?
    /// The f-number.
    package var aperture: Double?
    /// The ISO speed.
    package var iso: Int?
    /// Millimetres.
    package var focalLength: Double?
    /// The focal length of a lens with the same angle of view on 35 mm film, in millimetres.
    package var focalLengthIn35mmFilm: Int?
    /// Frames per second.
    package var frameRate: Double?
    package var videoCodec: String?
    package var title: String?
    package var caption: String?
    package var keywords: [String] = []
    /// From 1 to 5.
    package var rating: Int?
    package var preservedFileName: String?
    /// The version of the reader that read these values from the asset's file. See `currentVersion`.
    package var metadataVersion = 0

    package init() {}
}

extension MetadataRecord {
    /// The version of the current reader, which increases when it reads more values. `albumen refresh` reads the files
    /// of rows with an older version again.
    ///
    /// - 0: all values except the following ones
    /// - 1: `exposureTime`, `aperture`, `iso`, `focalLength` and `focalLengthIn35mmFilm`
    /// - 2: the video of a motion photo, which becomes a file of the asset
    package static let currentVersion = 2

    /// Sets the values that older readers didn't read. Other values stay, whether they come from the file or from the
    /// user.
    ///
    /// - Parameter file: The asset's file as the current reader reads it.
    package mutating func fillNewValues(from file: MetadataRecord) {
        if metadataVersion < 1 {
            exposureTime = file.exposureTime
            aperture = file.aperture
            iso = file.iso
            focalLength = file.focalLength
            focalLengthIn35mmFilm = file.focalLengthIn35mmFilm
        }
        metadataVersion = max(metadataVersion, file.metadataVersion)
    }
}
