import AlbumenTestSupport
import Foundation
import MediaRequests

/// A library with a burst among other photos, created without an import.
struct SampleBurst {
    let library: TemporaryLibrary
    /// The UUIDs of the frames in chronological order.
    let frames: [String]
    /// The UUIDs of the other photos, the newest first. The burst is between them.
    let others: [String]

    init(frames count: Int, others otherCount: Int = 6) throws {
        library = try TemporaryLibrary()
        let day = 86_400.0
        others = try library.add(
            (0..<otherCount).map { index in
                try Self.photo("other-\(index).jpg", at: 700_000_000 - Double(index - otherCount / 2) * day)
            }
        ).compactMap(\.assetUUID)
        frames = try library.add(
            (0..<count).map { index in
                var frame = try Self.photo("frame-\(index).jpg", at: 700_000_000 - day / 2 + Double(index) / 10)
                frame.probe.burstIdentifier = "burst"
                return frame
            }
        ).compactMap(\.assetUUID)
    }

    private static func photo(_ name: String, at second: Double) throws -> TemporaryLibrary.Sample {
        let shape = [(480, 320), (320, 480), (400, 300)][name.count % 3]
        var probe = MediaProbe(
            kind: .image, uniformTypeIdentifier: "public.jpeg", pixelWidth: shape.0, pixelHeight: shape.1)
        probe.captureDate = MediaProbe.CaptureDate(
            secondsSinceReferenceDate: second, utcOffsetInSeconds: 0, source: .exifOriginal)
        return TemporaryLibrary.Sample(
            name, probe, bytes: try SampleMedia.photograph(width: shape.0, height: shape.1, comment: name))
    }
}
