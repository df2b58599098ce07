import BlobStore
import Cancellation
import Foundation
import Synchronization
import SystemCalls
import SystemPackage

/// Reads an object of a folder piece by piece.
final class DirectoryDownload: BlobDownload {
    private static let pieceSize: Int64 = 1 << 20

    private struct State {
        var file: PlaceFile?
        /// The offset of the next byte in the file, and the end.
        var position: Int64 = 0
        var end: Int64 = 0
        var hasEnded = false
    }

    private let place: DirectoryPlace
    private let name: RemoteName
    private let range: Range<Int64>?
    private let state = Mutex(State())
    private let knownSize = Atomic<Int64>(0)
    private let cancellation = WorkCancellation()

    init(_ place: DirectoryPlace, _ name: RemoteName, _ range: Range<Int64>?) {
        self.place = place
        self.name = name
        self.range = range
    }

    var size: Int64 { knownSize.load(ordering: .acquiring) }

    func cancel() { cancellation.cancel() }

    func next() throws -> Data? {
        try cancellation.check(place.address)
        return try state.withLock { state in
            guard !state.hasEnded else { return nil }
            let file = try state.file ?? open(&state)
            guard state.position < state.end else {
                state.hasEnded = true
                return nil
            }
            let wanted = Int(min(Self.pieceSize, state.end - state.position))
            let position = state.position
            let piece = try place.reporting(name.text) { () throws(Errno) in
                try file.read(at: position, count: wanted)
            }
            guard !piece.isEmpty else {
                throw RemoteBlobError(
                    .unreachable, "The file of \(name) in \(place.root) became shorter while it was read. Try again.")
            }
            state.position += Int64(piece.count)
            return piece
        }
    }

    private func open(_ state: inout State) throws -> PlaceFile {
        guard let file = try place.open(name) else {
            if place.isEmpty { throw place.missingRoot }
            throw RemoteBlobError(.notFound, "\(name) isn't in the folder \(place.root).")
        }
        let size = try place.reporting(name.text) { () throws(Errno) in
            let status = try file.descriptor.status()
            guard status.isRegularFile else { throw .isDirectory }
            return Int64(status.size)
        }
        state.file = file
        state.position = min(size, range?.lowerBound ?? 0)
        state.end = min(size, range?.upperBound ?? size)
        knownSize.store(max(0, state.end - state.position), ordering: .releasing)
        return file
    }
}
