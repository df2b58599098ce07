import MediaRequests

/// PhotoKit's subtypes of videos.
///
/// Only a tag marks a time-lapse. Apple's camera writes no permanent tag, and a low frame rate isn't evidence. Such a
/// movie counts as an ordinary video until the user says otherwise.
enum VideoSubtypes {
    /// The frame rate from which a movie counts as slow motion. Apple's cameras record 120 and 240 frames per second.
    private static let highFrameRate = 100.0
    /// A frame rate that no camera records. Such containers count ticks instead of frames.
    private static let implausibleFrameRate = 2000.0

    static func subtypes(_ tags: MovieTags, frameRate: Double?, filename: String) -> MediaProbe.Subtypes {
        var subtypes: MediaProbe.Subtypes = []
        if let frameRate, frameRate >= highFrameRate, frameRate < implausibleFrameRate {
            subtypes.insert(.videoHighFrameRate)
        }
        if isTimelapse(tags) { subtypes.insert(.videoTimelapse) }
        if isScreenRecording(tags, filename: filename) { subtypes.insert(.videoScreenRecording) }
        return subtypes
    }

    private static func isTimelapse(_ tags: MovieTags) -> Bool {
        let isApples = tags.text("com.apple.quicktime.is-time-lapse", "com.apple.quicktime.timelapse")
        if let isApples, isApples != "0" { return true }
        let special = tags.text("com.google.android.apps.camera.gallery.specialtype", "specialtypeid") ?? ""
        return special.lowercased().contains("timelapse")
    }

    private static func isScreenRecording(_ tags: MovieTags, filename: String) -> Bool {
        if tags.text("com.apple.quicktime.author") == "ReplayKitRecording" { return true }
        guard tags.text("com.apple.quicktime.make", "make") == nil else { return false }
        return ["RPReplay_Final", "Screen Recording ", "Screen_Recording_", "screen-2"].contains(
            where: filename.hasPrefix)
    }
}
