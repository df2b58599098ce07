@_spi(Storage) import Albumen
import BlobStore
import Foundation
import MediaRequests
import Pixels

extension TemporaryLibrary {
    /// Adds any number of photos and videos of several years in one transaction. They share the bytes and thumbnails of
    /// a few pictures. They have various shapes and kinds, days have few or many of them, and some have no placeholder.
    ///
    /// - Parameter areOfOneDay: Whether all of them are of one day.
    package func addGeneratedPhotos(_ count: Int, seed: UInt64 = 1, areOfOneDay: Bool = false) throws {
        let pictures = try GeneratedPicture.all()
        let intake = try library.storage.blobs.makeIntake()
        defer { intake.finish() }
        let blobs = try pictures.map { try intake.stage($0.original) }
        try intake.commit(blobs)
        let made = try zip(pictures, blobs).map { try Derivatives.encode($0.rendering, of: $1.digest) }
        try library.storage.derivatives.store(made)

        var generator = SeededGenerator(seed: seed)
        var transaction = Transaction()
        // Back from the middle of 2024. The order of creation is random, like in libraries from several sources.
        var date = 741_000_000.0
        let dates = (0..<count).map { _ in
            let isNextDay = Int.random(in: 0..<60, using: &generator) == 0 && !areOfOneDay
            date -= isNextDay ? Double.random(in: 40_000..<400_000, using: &generator) : areOfOneDay ? 1 : 90
            return date
        }.shuffled(using: &generator)
        for (index, date) in dates.enumerated() {
            let choice = Int.random(in: 0..<pictures.count, using: &generator)
            let file = TakenFile(
                blob: blobs[choice], originalFilename: "IMG_\(index).JPG",
                probe: pictures[choice].probe(index: index, at: date))
            var creation = AssetCreation(file, from: nil, now: Date())
            if !index.isMultiple(of: 50) { creation.placeholder = made[choice].placeholder }
            transaction.record(.create(creation))
        }
        // Commits with limited access, because only such a client's assets may have known bytes.
        _ = try library.view(.limited(client: "test")).commit(transaction)
    }
}

/// A picture that many generated assets share.
private struct GeneratedPicture {
    private static let shapes = [
        (256, 192), (192, 256), (256, 171), (171, 256), (256, 144), (144, 256), (256, 256), (256, 96), (118, 256),
        (256, 205),
    ]

    let size: (width: Int, height: Int)
    /// The stored sizes, the larger one first.
    let rendering: Rendering
    let original: Data

    static func all() throws -> [GeneratedPicture] {
        var generator = SeededGenerator(seed: 7)
        return try (0..<40).map { try GeneratedPicture(shapes[$0 % shapes.count], using: &generator) }
    }

    /// Gradients with enough noise that the thumbnail is as large as a photo's.
    private init(_ size: (width: Int, height: Int), using generator: inout SeededGenerator) throws {
        self.size = size
        let corners = (0..<6).map { _ in Int.random(in: 20...235, using: &generator) }
        let small = Bitmap(width: size.width, height: size.height, hasAlpha: false) { bytes in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let offset = (y * size.width + x) * Bitmap.bytesPerPixel
                    let noise = Int(truncatingIfNeeded: generator.next() & 31)
                    for channel in 0..<3 {
                        let left = corners[channel] * (size.width - x) / size.width
                        let below = corners[channel + 3] * y / size.height
                        bytes[offset + channel] = UInt8((left + below + noise) / 2)
                    }
                    bytes[offset + 3] = 255
                }
            }
        }
        let large = small.scaled(to: PixelSize(width: size.width * 2, height: size.height * 2))
        rendering = Rendering(pictures: [large, small])
        original = try JPEGCodec.encode(large, quality: 90)
    }

    func probe(index: Int, at date: Double) -> MediaProbe {
        let isVideo = index % 31 == 7
        var probe = MediaProbe(
            kind: isVideo ? .video : .image, uniformTypeIdentifier: isVideo ? "public.mpeg-4" : "public.jpeg",
            pixelWidth: size.width * 16, pixelHeight: size.height * 16)
        probe.captureDate = MediaProbe.CaptureDate(
            secondsSinceReferenceDate: date, utcOffsetInSeconds: 28_800, source: .exifOriginal)
        if isVideo { probe.duration = Double(index % 500) + 1.5 }
        if index % 17 == 3 { probe.subtypes.insert(.photoHDR) }
        if size.width > size.height * 5 / 2 { probe.subtypes.insert(.photoPanorama) }
        if index % 101 == 5 { probe.frameCount = 20 }
        return probe
    }
}
