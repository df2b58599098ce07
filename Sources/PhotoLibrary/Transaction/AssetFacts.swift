import Catalog
package import Foundation
package import MediaRequests
import Records

/// An asset's properties, as read from the file that shows it.
package struct AssetFacts: Sendable {
    package var probe: MediaProbe
    package var captureDate: MediaProbe.CaptureDate

    /// Chooses the capture date: the date in the file, or else the date in its name, or else the date of its last
    /// change.
    ///
    /// - Parameters:
    ///   - fileDate: The date of the file's last change.
    ///   - now: The time of the import. A name can't have a later date.
    package init(probe: MediaProbe, filename: String, fileDate: Date, now: Date) {
        self.probe = probe
        self.captureDate =
            probe.captureDate ?? FileNameDate.captureDate(in: filename, now: now)
            ?? MediaProbe.CaptureDate(
                secondsSinceReferenceDate: fileDate.timeIntervalSinceReferenceDate, utcOffsetInSeconds: 0, source: .file
            )
    }

    func makeAsset(uuid: String, addedDate: Date) -> AssetRecord {
        var asset = AssetRecord(
            uuid: uuid, mediaType: .unknown, mediaSubtypes: [], playbackStyle: .unsupported, pixelWidth: 0,
            pixelHeight: 0, duration: 0, creationDate: nil, addedDate: addedDate)
        asset.modificationDate = addedDate
        describe(&asset)
        return asset
    }

    /// Sets an asset's properties to those of this file. Keeps the user's choices, such as favourite and hidden.
    func describe(_ asset: inout AssetRecord) {
        asset.mediaType = probe.kind == .image ? .image : .video
        asset.mediaSubtypes = MediaSubtypes(rawValue: probe.subtypes.rawValue)
        asset.playbackStyle = playbackStyle
        asset.pixelWidth = probe.pixelWidth
        asset.pixelHeight = probe.pixelHeight
        asset.duration = probe.kind == .video ? probe.duration : 0
        asset.creationDate = Date(timeIntervalSinceReferenceDate: captureDate.secondsSinceReferenceDate)
        asset.utcOffset = captureDate.utcOffsetInSeconds
        asset.utcOffsetSource = nil
        asset.dateSource = captureDate.source.rawValue
        asset.latitude = probe.location?.latitude
        asset.longitude = probe.location?.longitude
        asset.altitude = probe.location?.altitude
        asset.horizontalAccuracy = probe.location?.horizontalAccuracy
        asset.burstIdentifier = probe.burstIdentifier
        asset.isRAW = probe.isRAW
        asset.isSelfPortrait = probe.isSelfPortrait
        asset.damage = probe.damage
    }

    var metadata: MetadataRecord {
        var metadata = MetadataRecord()
        metadata.cameraMake = probe.cameraMake
        metadata.cameraModel = probe.cameraModel
        metadata.lensModel = probe.lensModel
        metadata.frameRate = probe.frameRate
        metadata.videoCodec = probe.videoCodec
        metadata.title = probe.title
        metadata.caption = probe.caption
        metadata.keywords = probe.keywords
        metadata.rating = probe.rating
        metadata.preservedFileName = probe.preservedFileName
        metadata.exposureTime = probe.exposure.time
        metadata.aperture = probe.exposure.aperture
        metadata.iso = probe.exposure.iso
        metadata.focalLength = probe.exposure.focalLength
        metadata.focalLengthIn35mmFilm = probe.exposure.focalLengthIn35mmFilm
        metadata.metadataVersion = MetadataRecord.currentVersion
        return metadata
    }

    private var playbackStyle: PlaybackStyle {
        switch probe.kind {
        case .video: .video
        case .image: probe.frameCount > 1 ? .imageAnimated : .image
        }
    }
}
