import MediaWork

/// PhotoKit's kinds of videos.
///
/// Time-lapse is told only by a tag that says so. Apple's camera writes none that lasts, and a slow frame rate is no
/// evidence: such a movie stays a plain video until somebody says otherwise.
enum VideoSubtypes {
    /// Frames a second from which a movie was taken to be slowed down, as Apple's cameras take 120 and 240.
    private static let highFrameRate = 100.0
    /// What no camera takes: containers that count ticks and not frames.
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
