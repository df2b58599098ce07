import Albumen
import AlbumenTestSupport
import BlobStore
import Foundation
import MediaRequests
import Synchronization
import Testing

/// The program of `Examples/Cloud`, run on a library whose originals are only in a store behind a slow proxy.
@Suite struct CloudExampleTests {
    /// The speed of the first download, in bytes per second.
    private static let speed = 400_000
    /// The speed of downloads that the program ends, so that they don't end before.
    private static let lowSpeed = 20_000

    @Test func `§4.12: requests wait for one download, and cancelled ones end it`() async throws {
        guard let store = StoreServers.rclone else { return }
        // The originals that the program has requested, or `nil` before it starts.
        let requested = Mutex<Set<String>?>(nil)
        let proxy = try FaultProxy(to: store.address) { request in
            guard request.method == "GET", request.path.contains("/originals/") else { return nil }
            return requested.withLock { requested in
                _ = requested?.insert(request.path)
                return .answerSlow(requested?.count ?? 0 > 1 ? Self.lowSpeed : Self.speed)
            }
        }
        let (temporary, keys) = (try TemporaryLibrary(), try TemporaryFolder())
        let sizes = try await onOwnThread { try Self.fill(temporary, proxy, keys) }
        let before = proxy.requests.count
        requested.withLock { $0 = [] }
        let outcome = try await ClientPackageTests.builtPackage().run(
            "Cloud", environment: ["ALBUMEN_ACCESS": "authorized", "ALBUMEN_LIBRARY": temporary.folder.path])
        #expect(outcome.exitStatus == 0 && outcome.error.isEmpty, "\(outcome.error)")
        #expect(
            outcome.outputLines == [
                "not allowed: no image, in the cloud, error 3164", "allowed: 2000 × 1500",
                "images: 10, progress in order: true", "stopped: no image, cancelled, error 3072",
                "cancelled: no image, cancelled, error 3072",
            ])
        let downloads = proxy.requests.dropFirst(before).filter { $0.path.contains("/originals/") }
        try #require(downloads.count == 3 && downloads.allSatisfy { $0.method == "GET" }, "\(downloads)")
        #expect(Set(downloads.map(\.path)).count == 3)
        for (index, download) in downloads.enumerated() {
            try await waitUntil { proxy.sentByteCount(of: download) != nil }
            let count = try #require(proxy.sentByteCount(of: download))
            if index == 0 { #expect(count == sizes[0]) } else { #expect(count < sizes[index]) }
        }
    }

    /// Adds three photos, and moves their originals to the store.
    ///
    /// - Returns: The sizes of the originals.
    private static func fill(
        _ temporary: TemporaryLibrary, _ proxy: FaultProxy, _ keys: TemporaryFolder
    ) throws -> [Int] {
        let samples = try (1...3).map { number in
            // Bytes behind the end of the picture, so that a download takes a while.
            let bytes =
                try SampleMedia.photograph(width: 2000, height: 1500, comment: "\(number)") + Data(count: 1 << 20)
            var sample = TemporaryLibrary.Sample.image("\(number).jpg") { probe in
                (probe.pixelWidth, probe.pixelHeight) = (2000, 1500)
                probe.captureDate = .init(
                    secondsSinceReferenceDate: Double(number), utcOffsetInSeconds: 0, source: .exifOriginal)
            }
            sample.bytes = bytes
            return sample
        }
        try temporary.add(samples)
        var settings = CloudSettings(address: "s3://photos/\(UUID().uuidString)")
        settings.endpoint = proxy.address
        settings.credentials = .file(try StoreServers.writeKeys(in: keys))
        try temporary.moveOriginals(to: settings)
        return samples.map(\.bytes.count)
    }
}
