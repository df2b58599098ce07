import Albumen
import BlobStore
import Cancellation
import Foundation
import Records
import Synchronization

/// A thousand originals to the place and back, beside `rclone copy` of the same files with the same number of transfers,
/// to and from the same server.
struct CloudTransferBenchmark {
    private static let count = 1_000
    private static let bytes = 1_000_000...5_000_000

    private struct Times {
        var up: [Double] = []
        var readBack: [Double] = []
        var down: [Double] = []
        var peerUp: [Double] = []
        var peerCheck: [Double] = []
        var peerDown: [Double] = []
    }

    private let benchmarks: CloudBenchmarks
    private var store: CloudStore { benchmarks.store }

    init(_ benchmarks: CloudBenchmarks) {
        self.benchmarks = benchmarks
    }

    func run() throws {
        try benchmarks.withLibrary(Self.count, bytes: Self.bytes) { library in
            var times = Times()
            for round in 0..<CloudBenchmarks.rounds { try measure(library, round, &times) }
            report(times)
        }
    }

    /// Runs both sides once. All originals are on this machine before and after.
    private func measure(_ library: Library, _ round: Int, _ times: inout Times) throws {
        let (prefix, peer) = ("ours-\(round)", "peer-\(round)")
        let cancellation = WorkCancellation()
        let originals = library.folder.appendingPathComponent("originals").path
        try library.connect(store.settings(prefix), cancellation)
        times.up.append(
            try Measurement.seconds {
                let sync = try CloudSync(of: library, transferLimit: CloudBenchmarks.concurrency, cancellation)
                let summary = try sync.run()
                guard summary.stored == Self.count else { throw CloudStore.Failure(description: "\(summary)") }
            })
        times.peerUp.append(
            try Measurement.seconds {
                try store.copy(originals, store.remote(peer), concurrency: CloudBenchmarks.concurrency)
            })
        times.readBack.append(try Measurement.seconds { try readBack(library, prefix) })
        times.peerCheck.append(
            try Measurement.seconds {
                try store.compare(originals, store.remote(peer), concurrency: CloudBenchmarks.concurrency)
            })
        try benchmarks.evict(library)
        times.down.append(
            try Measurement.seconds {
                guard try benchmarks.download(library) == Self.count else {
                    throw CloudStore.Failure(description: "Originals are missing.")
                }
            })
        try benchmarks.withFolder("copy") { copy in
            times.peerDown.append(
                try Measurement.seconds {
                    try store.copy(store.remote(peer), copy.path, concurrency: CloudBenchmarks.concurrency)
                })
        }
        try library.disconnect()
        for prefix in [prefix, peer] { try store.remove(prefix) }
    }

    /// Reads all originals in the place like the verification after an upload.
    private func readBack(_ library: Library, _ prefix: String) throws {
        let place = try RemotePlaces.open(store.settings(prefix))
        let digests = Mutex(try originals(of: place))
        let failure = Mutex<(any Error)?>(nil)
        let group = DispatchGroup()
        for _ in 0..<CloudBenchmarks.concurrency {
            group.enter()
            Thread.detachNewThread {
                defer { group.leave() }
                while let digest = digests.withLock({ $0.popLast() }) {
                    do {
                        try place.verify(digest, WorkCancellation())
                    } catch {
                        failure.withLock { $0 = error }
                    }
                }
            }
        }
        group.wait()
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    private func originals(of place: any RemoteBlobStore) throws -> [BlobDigest] {
        var digests: [BlobDigest] = []
        var position: String?
        repeat {
            let page = try place.list("originals/", after: position, limit: 1_000, WorkCancellation())
            digests += page.elements.compactMap { $0.name.originalDigest }
            position = page.next
        } while position != nil
        guard digests.count == Self.count else {
            throw CloudStore.Failure(description: "The place lists \(digests.count) originals.")
        }
        return digests
    }

    private func report(_ times: Times) {
        let readBack = Measurement.median(times.readBack)
        Measurement(
            title: "\(Self.count) originals to the place, without reading them back", peer: "rclone copy",
            goal: .atMost(1)
        ).tell(zip(times.up, times.readBack).map { $0 - $1 }, times.peerUp)
        print(
            "  reading back alone: \(Measurement.text(readBack)), both: \(Measurement.text(Measurement.median(times.up)))"
        )
        Measurement(
            title: "\(Self.count) originals to the place, and back to compare them",
            peer: "rclone copy, rclone check --download", goal: .atMost(1)
        ).tell(times.up, zip(times.peerUp, times.peerCheck).map { $0 + $1 })
        Measurement(title: "\(Self.count) originals from the place", peer: "rclone copy", goal: .atMost(1))
            .tell(times.down, times.peerDown)
    }
}
