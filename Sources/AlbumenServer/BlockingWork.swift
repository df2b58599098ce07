import Albumen
import MediaWork
import NIOPosix
import Records

/// Threads for what waits for the disk or a worker, so that neither Swift's threads nor those of the connections do.
///
/// Reads never queue behind decodes, nor behind what grows with the library. What was withdrawn before its turn is not done.
struct BlockingWork: Sendable {
    /// How often a request's work moved to one of the threads. For tests.
    let hops = WorkCounter()
    /// As many as the catalog has readers.
    private let reads = NIOThreadPool(numberOfThreads: 4)
    /// For what looks through the whole library.
    private let walks = NIOThreadPool(numberOfThreads: 2)
    /// One change after the other, as the library takes them.
    private let changes = NIOThreadPool(numberOfThreads: 1)
    /// As many pictures as there are workers to make them.
    private let pictures: NIOThreadPool
    /// For pictures that take long, so that no other waits behind them.
    private let slowPictures: NIOThreadPool

    init(pictureThreads: Int) {
        pictures = NIOThreadPool(numberOfThreads: max(1, pictureThreads))
        slowPictures = NIOThreadPool(numberOfThreads: max(1, pictureThreads / 2))
        slowPictures.start()
        reads.start()
        walks.start()
        changes.start()
        pictures.start()
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        hops.increment()
        return try await reads.runIfActive(body)
    }

    func walk<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        hops.increment()
        return try await walks.runIfActive(body)
    }

    /// Walks that are done once for all requests with an equal key.
    func sharedWalks<Key: Hashable & Sendable, Value: Sendable>() -> CoalescedWork<Key, Value> {
        CoalescedWork { [walks, hops] work in
            hops.increment()
            walks.submit { work($0 == .active) }
        }
    }

    func change<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        hops.increment()
        return try await changes.runIfActive(body)
    }

    /// Makes a picture on a thread of the quick lane, and begins again on one of the slow lane if that fails with `takesLong`.
    func makePicture<Value: Sendable>(
        _ body: @escaping @Sendable (RenderLane) throws -> Value
    ) async throws -> Value {
        hops.increment()
        do {
            return try await pictures.runIfActive { try body(.quick) }
        } catch let error as MediaError where error.code == .takesLong {
            hops.increment()
            return try await slowPictures.runIfActive { try body(.slow) }
        }
    }

    /// Waits for what is under way.
    func finish() async throws {
        try await reads.shutdownGracefully()
        try await walks.shutdownGracefully()
        try await changes.shutdownGracefully()
        try await pictures.shutdownGracefully()
        try await slowPictures.shutdownGracefully()
    }
}
