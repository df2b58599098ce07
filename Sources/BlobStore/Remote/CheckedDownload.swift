internal import Foundation
internal import Synchronization

/// A download whose bytes are compared with the digests of its pieces. A reader gets bytes of a piece before the piece is
/// checked. So it must not use them before the next piece begins, or before the end.
final class CheckedDownload: BlobDownload {
    private struct State: ~Copyable {
        var hasher: SHA256Hasher? = SHA256Hasher()
        var index = 0
        /// The number of hashed bytes of the current piece.
        var count: Int64 = 0
    }

    private let download: any BlobDownload
    private let original: BlobDigest
    private let digests: [BlobDigest]
    private let pieceSize: Int64
    private let state = Mutex(State())

    init(_ download: any BlobDownload, of original: BlobDigest, pieces digests: [BlobDigest], pieceSize: Int64) {
        self.download = download
        self.original = original
        self.digests = digests
        self.pieceSize = pieceSize
    }

    var size: Int64 { download.size }

    func next() throws -> Data? {
        // Not under the lock, which would make another reader wait for the network.
        let data = try download.next()
        try state.withLock { state in
            guard let data else { return try finish(&state) }
            try data.withUnsafeBytes { try add($0, to: &state) }
        }
        return data
    }

    func cancel() { download.cancel() }

    private func add(_ bytes: UnsafeRawBufferPointer, to state: inout State) throws {
        var rest = bytes
        while !rest.isEmpty {
            if state.count == pieceSize { try endPiece(&state) }
            let count = Int(min(pieceSize - state.count, Int64(rest.count)))
            let part = UnsafeRawBufferPointer(rebasing: rest.prefix(count))
            state.hasher?.update(part)
            state.count += Int64(part.count)
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(part.count))
        }
    }

    private func endPiece(_ state: inout State) throws {
        let digest = try state.hasher.take()?.finalize()
        guard state.index < digests.count, digest == digests[state.index] else { throw damaged }
        state.hasher = SHA256Hasher()
        state.index += 1
        state.count = 0
    }

    private func finish(_ state: inout State) throws {
        // A second call at the end has nothing to check.
        guard state.index < digests.count else { return }
        try endPiece(&state)
        guard state.index == digests.count else { throw damaged }
    }

    private var damaged: RemoteBlobError {
        RemoteBlobError(
            .damaged,
            "The bytes that came are not those of the original \(original). Try again; if that does not help, "
                + "import the file.")
    }
}
