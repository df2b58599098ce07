import Albumen
import AlbumenTestSupport
import BlobStore
import CMalloc
import Catalog
import Dispatch
import Foundation
import MediaRequests
import Photos
import Pixels
import Records
import Synchronization
import UIKit

/// Asks for many different images at once, cancels most of them when the first have come, and prints, as JSON, what that cost
/// this process, which does nothing else.
///
/// Usage: many-requests COUNT, or the arguments of `SelectionRun` or `HashAtExit`
@main enum ManyRequests {
    /// Images that are made.
    private static let awaitedCount = 500
    /// Of each asset, one a request.
    private static let sizes = [20, 30, 40, 50, 60]
    private static let counts = Mutex((answered: 0, cancelled: 0, failed: 0, threads: 0))
    private static let finished = DispatchSemaphore(value: 0)

    static func main() throws {
        let arguments = CommandLine.arguments
        if arguments.last == "hash-at-exit" { return HashAtExit.run() }
        if arguments.count > 4, arguments[1] == "selection" { return try SelectionRun.run(Array(arguments[2...])) }
        let count = Int(CommandLine.arguments.last ?? "") ?? 10_000
        let temporary = try TemporaryLibrary()
        try fill(temporary, count / sizes.count)
        let queue = DispatchQueue(label: "callbacks")
        let session = PhotoLibrarySession(
            environment: ["ALBUMEN_CLIENT": "test", "ALBUMEN_ACCESS": "authorized"], callbackQueue: queue,
            openLibrary: { temporary.library })
        let report = try PhotoLibrarySession.$current.withValue(session) { try ask(temporary.library, queue) }
        print(String(decoding: try JSONEncoder().encode(report), as: UTF8.self))
    }

    private static func fill(_ temporary: TemporaryLibrary, _ count: Int) throws {
        for start in stride(from: 0, to: count, by: 1000) {
            try temporary.add(
                (start..<min(count, start + 1000)).map { index in
                    let probe = MediaProbe(
                        kind: .image, uniformTypeIdentifier: "public.jpeg", pixelWidth: 64, pixelHeight: 48)
                    let name = "IMG_\(index).JPG"
                    return TemporaryLibrary.Sample(name, probe, bytes: SampleMedia.jpeg(comment: name))
                })
        }
    }

    private static func ask(_ library: Library, _ queue: DispatchQueue) throws -> ManyRequestsReport {
        let result = PHAsset.fetchAssets(with: nil)
        let assets = result.objects(at: IndexSet(0..<result.count))
        let options = PHImageRequestOptions()
        options.deliveryMode = .highQualityFormat
        options.resizeMode = .exact
        var numbers: [PHImageRequestID] = []
        numbers.reserveCapacity(assets.count * sizes.count)
        let threadsBefore = threadCount()
        // While all threads are held, whatever is asked for waits.
        let gate = try holdThreads(of: library)
        let before = bytesInUse()
        for size in sizes {
            for asset in assets {
                numbers.append(
                    PHImageManager.default().requestImage(
                        for: asset, targetSize: CGSize(width: size, height: size), contentMode: .aspectFit,
                        options: options
                    ) { note($0, $1) })
            }
        }
        let waiting = bytesInUse() - before
        gate.open()
        for _ in 0..<min(awaitedCount, numbers.count) { try waitForAnswer() }
        for number in numbers { PHImageManager.default().cancelImageRequest(number) }
        for _ in min(awaitedCount, numbers.count)..<numbers.count { try waitForAnswer() }
        let counts = counts.withLock { $0 }
        return ManyRequestsReport(
            answered: counts.answered, cancelled: counts.cancelled, failed: counts.failed,
            threadLimit: min(8, Processors.usableCount),
            largestThreadGrowth: counts.threads - threadsBefore,
            bytesPerWaitingRequest: waiting / max(1, numbers.count))
    }

    private static func bytesInUse() -> Int {
        let all = mallinfo2()
        return Int(all.uordblks) + Int(all.hblkhd)
    }

    private static func note(_ image: UIImage?, _ info: [AnyHashable: Any]?) {
        let isCancelled = info?[PHImageCancelledKey] as? Bool ?? false
        let threads = isCancelled ? 0 : threadCount()
        counts.withLock { counts in
            counts.answered += 1
            if isCancelled { counts.cancelled += 1 }
            if image == nil, !isCancelled { counts.failed += 1 }
            counts.threads = max(counts.threads, threads)
        }
        finished.signal()
    }

    private static func waitForAnswer() throws {
        guard finished.wait(timeout: TestPatience.end) == .success else { throw CancellationError() }
    }

    /// Holds each thread that makes pictures, at the end of a file that it reads, until the gate is opened.
    private static func holdThreads(of library: Library) throws -> Gate {
        let gate = Gate()
        let rows = try library.owner.assetIdentifiers(AssetFetch()).prefix(min(8, Processors.usableCount))
        for asset in try library.owner.assets(withIdentifiers: rows).values {
            let source = try library.owner.pictureSource(of: asset, version: .current)
            _ = library.owner.images.data(of: source) { _ in _ = gate.wait() }
        }
        return gate
    }

    private static func threadCount() -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
    }
}
