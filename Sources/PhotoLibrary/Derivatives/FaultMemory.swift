import BlobStore
import Catalog
import Foundation
import MediaRequests
import MediaWork
import Records

/// Remembers that a file crashes or blocks the worker, so that it isn't retried automatically. The memory depends on
/// the versions of the worker and its libraries, because later versions may be able to decode the file.
struct FaultMemory {
    /// The kind of request. A fault of one kind doesn't affect the others: a reduced decode can succeed if a full one
    /// takes too long.
    enum Purpose: Int {
        case probe = 0
        case preview, reducedPicture, largerPicture, moviePart, hdrPicture

        init(_ request: RenderRequest) {
            let isReduced = request.sizes.allSatisfy { size in
                if case .longSide(let side) = size { side <= Derivatives.Step.preview.rawValue } else { false }
            }
            if request.headroom != nil {
                self = .hdrPicture
            } else {
                self = request.source == .preview ? .preview : isReduced ? .reducedPicture : .largerPicture
            }
        }
    }

    private let digest: BlobDigest
    private let purpose: Purpose
    private let library: Library
    private let workers: WorkerPool

    init(of digest: BlobDigest, _ purpose: Purpose, in library: Library, _ workers: WorkerPool) {
        self.digest = digest
        self.purpose = purpose
        self.library = library
        self.workers = workers
    }

    /// Runs `body` unless the file is known to cause a fault.
    ///
    /// - Throws: The error of `body`, or the remembered one.
    func guarding<Value>(_ body: () throws -> Value) throws -> Value {
        if let error = try knownFault() { throw error }
        do {
            return try body()
        } catch let error as MediaError where error.isFaultOfFile {
            remember(error)
            throw error
        }
    }

    /// Returns the remembered fault. If the database can't be read, the file is tried again.
    func knownFault() throws -> MediaError? {
        guard let fault = try? library.derivatives.fault(of: digest, purpose: purpose.rawValue),
            fault.versions == (try workers.versions()), let code = MediaError.Code(rawValue: fault.code)
        else { return nil }
        return MediaError(code, "\(fault.message) \(Self.remedy)")
    }

    /// Remembers a fault. If the database can't be written, the file is tried again next time.
    func remember(_ error: MediaError, byteCount: Int64 = 0) {
        guard let versions = try? workers.versions() else { return }
        let fault = FaultRecord(
            sha256: digest, purpose: purpose.rawValue, byteCount: byteCount, versions: versions,
            code: error.code.rawValue, message: error.message)
        try? library.derivatives.remember(fault)
    }

    private static let remedy =
        "Albumen doesn't retry it by itself. To retry: albumen thumbnails --retry"
}
