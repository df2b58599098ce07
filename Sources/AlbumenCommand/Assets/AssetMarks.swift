import Albumen
import Records

/// The special properties of an asset, in words for people.
enum AssetMarks {
    private static let words: [String: String] = [
        "photoPanorama": "panorama", "photoHDR": "HDR", "photoScreenshot": "screenshot", "photoLive": "Live",
        "photoDepthEffect": "portrait", "photoAnimation": "animated", "spatialMedia": "spatial",
        "videoStreamed": "streamed", "videoHighFrameRate": "slo-mo", "videoTimelapse": "time-lapse",
        "videoScreenRecording": "screen recording", "videoCinematic": "cinematic",
    ]

    /// - Parameter namesKeyPhoto: Whether to mark the frame that represents a burst.
    static func of(_ entry: AssetEntry, namesKeyPhoto: Bool = false) -> [String] {
        let asset = entry.asset
        var marks = asset.mediaSubtypes.names.compactMap { words[$0] }
        if asset.playbackStyle == .imageAnimated, !marks.contains("animated") {
            marks.append("animated")
        }
        if asset.isRAW {
            marks.append(entry.files[.alternatePhoto] != nil ? "RAW+JPEG" : "RAW")
        }
        if asset.burstIdentifier != nil { marks.append("burst") }
        if namesKeyPhoto, asset.representsBurst { marks.append("key photo") }
        if asset.isKeptFrame { marks.append("kept") }
        if asset.isFavorite { marks.append("favorite") }
        if asset.isHidden { marks.append("hidden") }
        if asset.damage != nil { marks.append("damaged") }
        if asset.trashedDate != nil { marks.append("deleted") }
        return marks
    }
}
