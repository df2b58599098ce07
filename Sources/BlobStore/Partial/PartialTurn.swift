/// The right to download a whole partial blob, to complete it and to remove it. One thread of one process has it at a
/// time. It ends with the process.
package final class PartialTurn: Sendable {
    private let folder: PartialFolder

    init(_ folder: PartialFolder) {
        self.folder = folder
    }

    deinit {
        folder.marks.unlock()
    }

    /// Whether others still open these files. Otherwise, the blob was completed or removed before this turn.
    package func isCurrent() throws(BlobStoreError) -> Bool { try folder.isCurrent() }

    /// Tells those who wait how many bytes have arrived.
    package func note(arrivedByteCount: Int64) throws(BlobStoreError) {
        try folder.marks.setArrivedByteCount(arrivedByteCount)
    }
}
