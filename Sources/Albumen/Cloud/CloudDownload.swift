import BlobStore
package import Cancellation
import Catalog
import Dispatch
import MediaRequests
package import PhotoLibrary
import Records
import Synchronization

/// Brings originals back to this machine.
package struct CloudDownload: Sendable {
    package struct Summary: Sendable, Equatable {
        package var downloaded = 0
        package var downloadedBytes: Int64 = 0
        package var failed = 0
    }

    private struct Item {
        let digest: BlobDigest
        let size: Int64
    }

    private static let pageSize = 256

    private let library: Library
    private let downloads: OriginalDownloads
    private let cancellation: WorkCancellation
    private let transferLimit: Int

    /// - Throws: `notConnected`.
    package init(of library: Library, transferLimit: Int = 4, _ cancellation: WorkCancellation) throws {
        guard let downloads = library.cloud.downloads else { throw CloudError.notConnected }
        (self.library, self.downloads, self.cancellation) = (library, downloads, cancellation)
        self.transferLimit = max(1, transferLimit)
    }

    /// Downloads the originals of some assets, or all of them.
    ///
    /// - Parameters:
    ///   - assets: The row identifiers of the assets, or `nil` for all.
    ///   - progress: Called with the numbers of downloaded and of all bytes, on any thread.
    ///   - report: Called for each original that couldn't be downloaded, one at a time, on any thread.
    /// - Throws: `CancellationError`.
    package func run(
        assets: [Int64]?, progress: @escaping @Sendable (_ done: Int64, _ total: Int64) -> Void = { _, _ in },
        report: @escaping @Sendable (_ filename: String, any Error) -> Void
    ) throws -> Summary {
        let totals = Mutex(0 as Int64)
        let state = Mutex(Summary())
        let queue = WorkQueue(name: "albumen.cloud", threadLimit: transferLimit)
        defer { queue.finish() }
        func transfer(_ page: [Item]) throws {
            totals.withLock { $0 += page.reduce(0) { $0 + $1.size } }
            let group = DispatchGroup()
            for item in page {
                let (digest, size) = (item.digest, item.size)
                group.enter()
                queue.submit(.visible) {
                    defer { group.leave() }
                    guard !cancellation.isCancelled else { return }
                    do {
                        try downloads.fetch(digest, progress: nil, cancellation)
                        let done = state.withLock { state in
                            state.downloaded += 1
                            state.downloadedBytes += size
                            return state.downloadedBytes
                        }
                        progress(done, totals.withLock { $0 })
                    } catch is CancellationError {
                        return
                    } catch {
                        state.withLock { state in
                            state.failed += 1
                            report(name(of: digest), error)
                        }
                    }
                }
            }
            group.wait()
            if cancellation.isCancelled { throw CancellationError() }
        }
        if let assets {
            try transfer(missing(ofAssets: assets))
        } else {
            var page: [Item] = []
            try library.forEachPlacement(in: .stored) { placement in
                let digest = placement.sha256
                guard try !library.blobs.contains(digest) else { return }
                page.append(Item(digest: digest, size: placement.fileSize))
                guard page.count == Self.pageSize else { return }
                try transfer(page)
                page = []
            }
            try transfer(page)
        }
        return state.withLock { $0 }
    }

    private func missing(ofAssets assets: [Int64]) throws -> [Item] {
        var items: [BlobDigest: Item] = [:]
        for resources in try library.catalog.read({ try $0.resources(ofAssets: assets) }).values {
            for resource in resources {
                let digest = resource.sha256
                if try !library.blobs.contains(digest) { items[digest] = Item(digest: digest, size: resource.fileSize) }
            }
        }
        return Array(items.values)
    }

    private func name(of digest: BlobDigest) -> String {
        let resource = try? library.catalog.readOnce { try $0.resource(sha256: digest) }
        return resource?.originalFilename ?? "\(digest)"
    }
}
