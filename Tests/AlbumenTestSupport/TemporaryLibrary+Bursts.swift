import Albumen
import MediaRequests

extension TemporaryLibrary.Sample {
    /// Returns a frame of a burst.
    ///
    /// - Parameter second: The capture date, in seconds since 2001-01-01.
    package static func frame(of burst: String, at second: Double) -> Self {
        .image("\(burst)-\(second).jpg") { probe in
            probe.burstIdentifier = burst
            probe.captureDate = MediaProbe.CaptureDate(
                secondsSinceReferenceDate: second, utcOffsetInSeconds: 0, source: .exifOriginal)
        }
    }
}

extension TemporaryLibrary {
    /// Adds a burst and returns the UUIDs of its frames in chronological order.
    package func addBurst(_ name: String, count: Int, from second: Double = 10_000) throws -> [String] {
        try add((0..<count).map { .frame(of: name, at: second + Double($0)) }).compactMap(\.assetUUID)
    }
}
