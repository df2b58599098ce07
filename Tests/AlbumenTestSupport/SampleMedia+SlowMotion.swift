package import Foundation

extension SampleMedia {
    /// Returns an AAE file with a slowed range in nanoseconds. The default values are those of a real one.
    package static func slowMotionAdjustment(
        start: Int64 = 6_296_250_000, duration: Int64 = 29_382_500_000, rate: Double = 0.125,
        formatIdentifier: String = "com.apple.video.slomo", formatVersion: String = "1.1"
    ) throws -> Data {
        func time(_ value: Int64) -> [String: Any] {
            ["flags": 1, "value": value, "timescale": 1_000_000_000, "epoch": 0]
        }
        let adjustment: [String: Any] = [
            "slowMotion": [
                "regions": [["timeRange": ["start": time(start), "duration": time(duration)]]], "rate": rate,
            ] as [String: Any]
        ]
        let envelope: [String: Any] = [
            "adjustmentBaseVersion": 0,
            "adjustmentData": try PropertyListSerialization.data(
                fromPropertyList: adjustment, format: .binary, options: 0),
            "adjustmentEditorBundleID": "", "adjustmentFormatIdentifier": formatIdentifier,
            "adjustmentFormatVersion": formatVersion, "adjustmentRenderTypes": 0,
        ]
        return try PropertyListSerialization.data(fromPropertyList: envelope, format: .xml, options: 0)
    }

    /// Returns a movie of 240 frames per second.
    ///
    /// - Parameter seconds: The duration.
    package static func slowMotionMovie(seconds: Int, creationTime: Int = 0) -> Data {
        var movie = Movie()
        (movie.width, movie.height) = (32, 32)
        (movie.frames, movie.framesPerSecond) = (240 * seconds, 240)
        movie.creationTime = creationTime
        return SampleMedia.movie(movie)
    }
}
