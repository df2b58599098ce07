import MediaWork
import NIOPosix

/// Threads for what waits for the disk or a worker, so that neither Swift's threads nor those of the connections do.
///
/// Reads never queue behind decodes, nor behind what grows with the library. What was withdrawn before its turn is not done.
struct BlockingWork: Sendable {
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
        try await reads.runIfActive(body)
    }

    func walk<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await walks.runIfActive(body)
    }

    func change<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await changes.runIfActive(body)
    }

    /// Makes a picture on a thread of the quick lane, and begins again on one of the slow lane if that fails with `takesLong`.
    func makePicture<Value: Sendable>(
        _ body: @escaping @Sendable (RenderLane) throws -> Value
    ) async throws -> Value {
        do {
            return try await pictures.runIfActive { try body(.quick) }
        } catch let error as MediaError where error.code == .takesLong {
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
