internal import Glibc
package import Records
internal import Synchronization
internal import SystemCalls
internal import SystemPackage

/// Blobs whose bytes are only within another blob: the videos of motion photos. They are stored once.
///
/// The store asks for their places only if it has no file of a blob.
final class EmbeddedBlobs: Sendable {
    /// Swift wraps a closure in one more closure each time that `Mutex` itself returns it, until a call overflows the
    /// stack. As a part of a structure, it stays the same.
    private struct Locator {
        let places: @Sendable (BlobDigest) throws -> [EmbeddedBlob]
    }

    private let layout: BlobLayout
    private let locator = Mutex<Locator?>(nil)

    init(_ layout: BlobLayout) { self.layout = layout }

    func locate(with closure: @escaping @Sendable (BlobDigest) throws -> [EmbeddedBlob]) {
        locator.withLock { $0 = Locator(places: closure) }
    }

    /// Returns the place of a blob in a container that the store has and that is large enough.
    func find(_ digest: BlobDigest) throws(BlobStoreError) -> EmbeddedBlob? {
        guard let locator = locator.withLock({ $0 }) else { return nil }
        let blobs: [EmbeddedBlob]
        do {
            blobs = try locator.places(digest)
        } catch {
            throw BlobStoreError(.ioFailure, "The catalog can't say where blob \(digest) is: \(error)")
        }
        for blob in blobs {
            guard let status = try FileSystem.status(at: layout.blob(blob.place.container)), status.isRegularFile,
                blob.place.offset >= 0, blob.size >= 0, status.size - blob.place.offset >= blob.size
            else { continue }
            return blob
        }
        return nil
    }

    /// Calls a closure with the bytes of a blob in its container, or returns `nil` if the store has no container of it.
    func read<Value>(
        _ digest: BlobDigest, _ body: (FileRange) throws(BlobStoreError) -> Value
    ) throws(BlobStoreError) -> Value? {
        guard let blob = try find(digest) else { return nil }
        let path = layout.blob(blob.place.container)
        guard let file = try FileSystem.openIfPresent(path, O_RDONLY) else { return nil }
        return try file.withDescriptor { descriptor throws(BlobStoreError) in
            try body(FileRange(descriptor: descriptor, name: path, offset: blob.place.offset, count: blob.size))
        }
    }

    /// Opens a copy of a blob's bytes, or returns `nil` if the store has no container of it.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    func open(_ digest: BlobDigest) throws(BlobStoreError) -> OpenFile? {
        try read(digest) { range throws(BlobStoreError) in try range.copy(in: layout.staging) }
    }
}

/// The place of a blob within another one, and its size in bytes.
package struct EmbeddedBlob: Sendable, Hashable {
    package var place: ContainerPlace
    package var size: Int64

    package init(place: ContainerPlace, size: Int64) {
        (self.place, self.size) = (place, size)
    }
}
