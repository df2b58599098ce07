// Additions to Apple's framework.

public import Foundation
import PhotoLibrary
import Synchronization

/// Not in Apple's framework: the bytes of a resource as an asynchronous sequence of chunks.
///
/// A chunk is read when the reader asks for it. So a slow reader, such as an upload, needs the memory of one chunk.
/// Each iterator opens the resource again. Cancelling the task that reads the sequence cancels a download.
public struct PHAssetResourceChunks: AsyncSequence, Sendable {
    public typealias Element = Data

    let origin: ResourceOrigin
    let options: UncheckedSendable<PHAssetResourceRequestOptions?>
    let range: Range<Int64>?
    let chunkSize: Int
    let session: PhotoLibrarySession

    public func makeAsyncIterator() -> Iterator {
        Iterator(self)
    }

    /// Reads the chunks of one pass.
    public struct Iterator: AsyncIteratorProtocol {
        private let chunks: PHAssetResourceChunks
        private var reader: ResourceChunkReader?
        private var offset: Int64
        private var hasEnded = false

        init(_ chunks: PHAssetResourceChunks) {
            self.chunks = chunks
            offset = chunks.range?.lowerBound ?? 0
        }

        /// Returns the next chunk, or `nil` at the end of the range.
        ///
        /// - Throws: The ``PHPhotosError`` of ``PHAssetResourceManager/requestData(for:options:dataReceivedHandler:completionHandler:)``,
        ///   or `CancellationError`.
        public mutating func next() async throws -> Data? {
            guard !hasEnded else { return nil }
            let reader = self.reader ?? ResourceChunkReader(chunks)
            self.reader = reader
            do {
                let limit = chunks.range.map { $0.upperBound - offset } ?? .max
                let data = try await reader.read(at: offset, atMost: Int(Swift.min(limit, Int64(chunks.chunkSize))))
                offset += Int64(data.count)
                hasEnded = data.isEmpty
                return data.isEmpty ? nil : data
            } catch {
                hasEnded = true
                throw error
            }
        }
    }
}

extension PHAssetResourceManager {
    /// Not in Apple's framework: returns the bytes of a resource as an asynchronous sequence, for example to upload a
    /// large file in parts, or to continue an upload.
    ///
    /// ```swift
    /// guard let video = PHAsset.fetchAssets(with: .video, options: nil).firstObject,
    ///     let resource = PHAssetResource.assetResources(for: video).first
    /// else { return }
    /// for try await chunk in PHAssetResourceManager.default().chunks(of: resource, in: 5_000_000..<10_000_000) {
    ///     print(chunk.count)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - range: The range of bytes, or `nil` for all. A range that reaches beyond the end of the file ends there.
    ///   - chunkSize: The size of all chunks but the last, in bytes.
    ///   - options: The options. `nil` means the default options.
    public func chunks(
        of resource: PHAssetResource, in range: Range<Int64>? = nil, chunkSize: Int = 1 << 20,
        options: PHAssetResourceRequestOptions? = nil
    ) -> PHAssetResourceChunks {
        PHAssetResourceChunks(
            origin: resource.origin,
            options: UncheckedSendable(options?.copy() as? PHAssetResourceRequestOptions), range: range,
            chunkSize: max(1, chunkSize), session: .current)
    }
}

/// Opens a resource for one pass, and reads its chunks on the queue of a `ResourceReading`.
final class ResourceChunkReader: Sendable {
    private typealias Continuation = CheckedContinuation<Data, any Error>

    private struct State {
        var bytes: ResourceReading.Bytes?
        var isStarted = false
        /// The chunk that waits.
        var waiting: Continuation?
        var isCancelled = false
    }

    private let chunks: PHAssetResourceChunks
    private let reading: ResourceReading
    private let state: Mutex<State>

    init(_ chunks: PHAssetResourceChunks) {
        self.chunks = chunks
        let failed = FailureHandler()
        reading = ResourceReading(chunks.origin, chunks.options.value, chunks.session) { failed.call($0) }
        state = Mutex(State())
        failed.handler.withLock { $0 = { [weak self] error in self?.fail(error) } }
    }

    /// Calls a handler that is set after the request was made.
    private final class FailureHandler: Sendable {
        let handler = Mutex<(@Sendable ((any Error)?) -> Void)?>(nil)

        func call(_ error: (any Error)?) {
            handler.withLock { $0 }?(error)
        }
    }

    deinit { reading.cancel() }

    func read(at offset: Int64, atMost limit: Int) async throws -> Data {
        guard limit > 0 else { return Data() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                self.read(at: offset, atMost: limit, continuation)
            }
        } onCancel: {
            state.withLock { $0.isCancelled = true }
            reading.cancel()
            fail(nil)
        }
    }

    private func read(at offset: Int64, atMost limit: Int, _ continuation: Continuation) {
        let (isCancelled, isStarted, bytes) = state.withLock { state in
            if !state.isCancelled { state.waiting = continuation }
            defer { state.isStarted = true }
            return (state.isCancelled, state.isStarted, state.bytes)
        }
        guard !isCancelled else { return continuation.resume(throwing: CancellationError()) }
        let deliver: @Sendable (ResourceReading.Bytes) -> Void = { bytes in
            self.resume(with: Result { try bytes.read(at: offset, atMost: limit) })
        }
        if let bytes {
            reading.perform { deliver(bytes) }
        } else if !isStarted {
            reading.start { bytes in
                self.state.withLock { $0.bytes = bytes }
                deliver(bytes)
            }
        }
    }

    private func fail(_ error: (any Error)?) {
        resume(with: .failure(error ?? CancellationError()))
    }

    private func resume(with result: Result<Data, any Error>) {
        let continuation = state.withLock { state in state.waiting.take() }
        guard let continuation else { return }
        switch result {
        case .success(let data): continuation.resume(returning: data)
        case .failure(let error):
            let isCancelled =
                error is CancellationError || (error as? RequestFailure)?.code == .userCancelled
            continuation.resume(
                throwing: isCancelled ? CancellationError() : PHPhotosError(_nsError: .photos(error)))
        }
    }
}
