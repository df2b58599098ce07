package import Cancellation
package import Foundation

extension Ownership {
    /// Goes on with an ownership that this copy has kept. Says nothing about the place: `check` does.
    ///
    /// - Returns: `nil` for a mark whose generation isn't an epoch.
    package init?(resuming proof: Proof, limitation: String?) {
        switch proof {
        case .record(let record):
            self.init(proof: proof, epoch: record.epoch, isNew: false, limitation: limitation)
        case .mark(let mark):
            guard let epoch = Epoch(UInt64(mark.generation)) else { return nil }
            self.init(proof: proof, epoch: epoch, isNew: false, limitation: limitation)
        }
    }

    /// The identifier of the library.
    package var library: UUID {
        switch proof {
        case .record(let record): record.library
        case .mark(let mark): mark.library
        }
    }

    /// Returns whether the owner is this copy of this library.
    package func isOf(_ library: UUID, _ copy: PlaceMark.Copy) -> Bool {
        switch proof {
        case .record(let record): record.library == library && record.copy.isSame(as: copy)
        case .mark(let mark): mark.isOf(library, copy)
        }
    }
}

extension OwnerRecord {
    /// Returns whether the owner is a copy of the library.
    package func isOf(_ copy: PlaceMark.Copy) -> Bool { self.copy.isSame(as: copy) }

    /// Reads the record of an epoch. Returns `nil` if the place has none.
    ///
    /// - Throws: `misbehaving` if it can't be read.
    package static func read(
        _ epoch: Epoch, in place: some RemoteBlobStore, _ cancellation: WorkCancellation
    ) throws -> OwnerRecord? {
        try place.document(epoch.recordName, cancellation).map { try decode($0, of: epoch, place.address) }
    }
}
