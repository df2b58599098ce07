import Albumen
import MediaRequests
import NIOPosix
import Records

/// Thread pools for work that waits for the disk or a worker, so that Swift's threads and the connections' threads
/// don't block.
///
/// Reads never wait behind decodes, or behind work whose cost grows with the library. Work that is cancelled before it
/// starts isn't done.
struct BlockingWork: Sendable {
    let activity = WorkActivity()
    /// As many threads as the catalog has readers.
    private let reads = NIOThreadPool(numberOfThreads: 4)
    /// For work that reads the entire library.
    private let walks = NIOThreadPool(numberOfThreads: 2)
    /// For the pieces of downloads, whose number depends on the size of the originals.
    private let downloads = NIOThreadPool(numberOfThreads: 2)
    /// One thread, because the library makes one change at a time.
    private let changes = NIOThreadPool(numberOfThreads: 1)
    /// As many threads as there are workers to render pictures.
    private let pictures: NIOThreadPool
    /// For slow pictures, so that other pictures don't wait behind them.
    private let slowPictures: NIOThreadPool
    /// For parts of videos and their frames, which wait for the few workers of that lane.
    private let videos = NIOThreadPool(numberOfThreads: 4)
    /// For edits, which render and commit. An edit of a video takes as long as its export.
    private let edits = NIOThreadPool(numberOfThreads: 2)

    /// For the bytes of uploads, which wait for the disk.
    private let uploads = NIOThreadPool(numberOfThreads: 4)

    /// For files that the picker's apps request, which decode and encode.
    private let picks = NIOThreadPool(numberOfThreads: 2)

    /// The number of changes of clients that can wait for the owner at a time.
    static let consentThreads = 8
    /// For changes of clients that wait for the owner's answer.
    private let consents = NIOThreadPool(numberOfThreads: Self.consentThreads)

    init(pictureThreads: Int) {
        pictures = NIOThreadPool(numberOfThreads: max(1, pictureThreads))
        slowPictures = NIOThreadPool(numberOfThreads: max(1, pictureThreads / 2))
        slowPictures.start()
        videos.start()
        edits.start()
        picks.start()
        uploads.start()
        consents.start()
        reads.start()
        walks.start()
        downloads.start()
        changes.start()
        pictures.start()
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        activity.note()
        return try await reads.runIfActive(body)
    }

    func walk<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        activity.note()
        return try await walks.runIfActive(body)
    }

    func download<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        activity.note()
        return try await downloads.runIfActive(body)
    }

    /// Returns walks that run once for all requests with an equal key.
    func sharedWalks<Key: Hashable & Sendable, Value: Sendable>() -> CoalescedWork<Key, Value> {
        CoalescedWork { [walks, activity] work in
            activity.note()
            walks.submit { work($0 == .active) }
        }
    }

    func change<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        activity.note()
        return try await changes.runIfActive(body)
    }

    /// Renders a picture on a thread of the quick lane. If that fails with `takesLong`, renders it on a thread of the
    /// slow lane.
    func makePicture<Value: Sendable>(
        _ body: @escaping @Sendable (RenderLane) throws -> Value
    ) async throws -> Value {
        activity.note()
        do {
            return try await pictures.runIfActive { try body(.quick) }
        } catch let error as MediaError where error.code == .takesLong {
            activity.note()
            return try await slowPictures.runIfActive { try body(.slow) }
        }
    }

    func makeVideo<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        activity.note()
        return try await videos.runIfActive(body)
    }

    /// Renders and commits an edit.
    func edit<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        activity.note()
        return try await edits.runIfActive(body)
    }

    /// Stores bytes of an upload.
    func upload<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        activity.note()
        return try await uploads.runIfActive(body)
    }

    /// Makes a file for an app.
    func pick<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        activity.note()
        return try await picks.runIfActive(body)
    }

    /// Waits for the owner's answer to a client's change.
    func consent<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        activity.note()
        return try await consents.runIfActive(body)
    }

    /// Waits for the work in progress.
    func finish() async throws {
        try await reads.shutdownGracefully()
        try await walks.shutdownGracefully()
        try await downloads.shutdownGracefully()
        try await changes.shutdownGracefully()
        try await pictures.shutdownGracefully()
        try await slowPictures.shutdownGracefully()
        try await videos.shutdownGracefully()
        try await edits.shutdownGracefully()
        try await picks.shutdownGracefully()
        try await uploads.shutdownGracefully()
        try await consents.shutdownGracefully()
    }
}
