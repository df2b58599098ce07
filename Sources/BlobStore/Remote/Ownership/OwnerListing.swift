package import Cancellation
import Foundation

/// The owners of a place, as a listing of their documents shows them.
package struct OwnerListing: Hashable, Sendable {
    /// The record with the highest epoch, or `nil` if the place has none.
    package let newest: OwnerRecord?
    /// Whether the newest owner has given the library away.
    package let isReleased: Bool

    /// Reads the records' names and the newest record.
    ///
    /// - Complexity: O(*n*) for *n* epochs.
    /// - Throws: `misbehaving` if a record between two others is missing, or the newest one can't be read.
    package static func read(
        _ place: some RemoteBlobStore, _ cancellation: WorkCancellation
    ) throws -> OwnerListing {
        var epochs: Set<Epoch> = []
        var released: Set<Epoch> = []
        try RemotePage.forEach(of: place.address) { position in
            try place.list(Epoch.recordPrefix, after: position, limit: 1000, cancellation)
        } _: { page in
            for object in page.elements {
                let text = object.name.text.dropFirst(Epoch.recordPrefix.count)
                guard let epoch = Epoch(hexadecimal: text.prefix(16)) else { continue }
                if object.name == epoch.recordName { epochs.insert(epoch) }
                if object.name == epoch.releaseName { released.insert(epoch) }
            }
        }
        guard let last = epochs.max(), let first = epochs.min() else {
            return OwnerListing(newest: nil, isReleased: false)
        }
        // An owner only looks for the next epoch, so it wouldn't notice an epoch behind a hole.
        guard last.number - first.number == UInt64(epochs.count - 1) else {
            throw RemoteBlobError(
                .misbehaving,
                "\(place.address) has lost records of owners between \(first) and \(last) in \(Epoch.recordPrefix). Restore "
                    + "these documents, or use another prefix or folder.")
        }
        guard let data = try place.document(last.recordName, cancellation) else {
            throw RemoteBlobError(
                .misbehaving,
                "\(place.address) lists the record \(last.recordName) and doesn't have it. Try again later, or ask its "
                    + "operator.")
        }
        return OwnerListing(
            newest: try OwnerRecord.decode(data, of: last, place.address), isReleased: released.contains(last))
    }
}
