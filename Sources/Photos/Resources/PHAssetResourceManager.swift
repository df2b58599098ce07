import BlobStore
public import Foundation
import PhotoLibrary
import Synchronization

/// Reads the files of assets.
///
/// A request returns the bytes as they were imported, regardless of edits. It checks again whether the app may see the
/// asset. Handlers are called on a serial queue of the request, one call at a time.
///
/// If a resource can't be read, the error is a ``PHPhotosError``:
/// - 3303 if the asset was deleted, the app may not see it, or its bytes are missing
/// - 3302 if a file of a Live Photo can't be read
/// - 3310 or 3311 without access
/// - 3164 if the resource is remote and network access isn't allowed
/// - 3169 if the download failed
/// - 3072 if the request was cancelled
// Unchecked because the class is open. It has no stored properties.
open class PHAssetResourceManager: NSObject, @unchecked Sendable {
    private static let shared = PHAssetResourceManager()
    /// The requests for data in progress, by their identifiers.
    private static let requests = Mutex<[PHAssetResourceDataRequestID: ResourceReading]>([:])
    /// The most bytes in one call of a handler.
    static let chunkSize = 1 << 20

    /// The manager that an app shares.
    @discardableResult
    open class func `default`() -> PHAssetResourceManager {
        shared
    }

    public override init() {}

    /// Requests the bytes of a resource in chunks.
    ///
    /// The next chunk is read when the handler has returned, so the request needs little memory for a file of any size.
    ///
    /// - Parameters:
    ///   - handler: Called with each chunk, in order. A chunk has at most one megabyte.
    ///   - completionHandler: Called once, after the last chunk, with `nil` or the error.
    /// - Returns: The identifier to cancel the request with.
    @discardableResult
    open func requestData(
        for resource: PHAssetResource, options: PHAssetResourceRequestOptions?,
        dataReceivedHandler handler: @escaping (Data) -> Void,
        completionHandler: @escaping ((any Error)?) -> Void
    ) -> PHAssetResourceDataRequestID {
        let completion = UncheckedSendable(completionHandler)
        let received = UncheckedSendable(handler)
        let number = Mutex<PHAssetResourceDataRequestID>(0)
        let reading = ResourceReading(resource.origin, options, .current) { error in
            Self.requests.withLock { requests in
                _ = requests.removeValue(forKey: number.withLock { $0 })
            }
            completion.value(error.map { PHPhotosError(_nsError: .photos($0)) })
        }
        number.withLock { $0 = reading.number }
        Self.requests.withLock { $0[reading.number] = reading }
        @Sendable func readNext(_ bytes: ResourceReading.Bytes, _ offset: Int64) {
            do {
                let data = try bytes.read(at: offset, atMost: Self.chunkSize)
                guard !data.isEmpty else { return reading.end(nil) }
                try reading.checkAccess()
                received.value(data)
                let next = offset + Int64(data.count)
                reading.perform { readNext(bytes, next) }
            } catch {
                reading.end(error)
            }
        }
        reading.start { readNext($0, 0) }
        return reading.number
    }

    /// Writes the bytes of a resource to a new file.
    ///
    /// The file appears when all its bytes are on the disk. If the request fails, there is no file. The bytes of an
    /// original are compared with its checksum.
    ///
    /// - Parameters:
    ///   - fileURL: The URL of a file that doesn't exist, in an existing folder. If it exists, the request fails with
    ///     `internalError` (-1), and the file stays as it is.
    ///   - completionHandler: Called once, with `nil` or the error.
    @preconcurrency
    open func writeData(
        for resource: PHAssetResource, toFile fileURL: URL, options: PHAssetResourceRequestOptions?,
        completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        Self.write(resource.origin, to: fileURL, options) { completionHandler($0) }
    }

    /// Writes the bytes of a resource to a new file. Cancelling the task cancels the request.
    ///
    /// - Parameter fileURL: The URL of a file that doesn't exist, in an existing folder.
    /// - Throws: The ``PHPhotosError`` of the method with a completion handler, or `CancellationError`.
    nonisolated(nonsending) open func writeData(
        for resource: PHAssetResource, toFile fileURL: URL, options: PHAssetResourceRequestOptions?
    ) async throws {
        let pending = Mutex<(reading: ResourceReading?, isCancelled: Bool)>((nil, false))
        let origin = resource.origin
        let settings = UncheckedSendable(options)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let reading = Self.write(origin, to: fileURL, settings.value) { error in
                    switch error {
                    case nil: continuation.resume()
                    case .some(let error) where error.code == .userCancelled:
                        continuation.resume(throwing: CancellationError())
                    case .some(let error): continuation.resume(throwing: error)
                    }
                }
                let isCancelled = pending.withLock { pending in
                    pending.reading = reading
                    return pending.isCancelled
                }
                if isCancelled { reading.cancel() }
            }
        } onCancel: {
            let reading = pending.withLock { pending in
                pending.isCancelled = true
                return pending.reading
            }
            reading?.cancel()
        }
    }

    /// Cancels a request for data. Its completion handler is called with the error 3072, and no more bytes are
    /// delivered. A call of the handler that has begun ends first.
    ///
    /// Has no effect if the request has ended or never existed.
    open func cancelDataRequest(_ requestID: PHAssetResourceDataRequestID) {
        Self.requests.withLock { $0[requestID] }?.cancel()
    }

    @discardableResult
    private static func write(
        _ origin: ResourceOrigin, to url: URL, _ options: PHAssetResourceRequestOptions?,
        completion: @escaping @Sendable (PHPhotosError?) -> Void
    ) -> ResourceReading {
        let reading = ResourceReading(origin, options, .current) { error in
            completion(error.map { PHPhotosError(_nsError: .photos($0)) })
        }
        reading.start { bytes in
            var withdrawal: (any Error)?
            do {
                guard url.isFileURL else { throw RequestFailure.noFile(url) }
                let copy = FileCopy(of: bytes.file, named: bytes.name, size: bytes.size, digest: bytes.digest)
                try copy.write(to: url) {
                    if reading.isCancelled { return true }
                    do {
                        try reading.checkAccess()
                        return false
                    } catch {
                        withdrawal = error
                        return true
                    }
                }
                reading.end(nil)
            } catch {
                if let withdrawal { return reading.end(withdrawal) }
                reading.end(error)
            }
        }
        return reading
    }
}
