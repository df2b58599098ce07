package import BlobStore
package import Catalog
package import Foundation

/// The one door for changes: operations are recorded, then committed together with their history, or not at all.
package struct Transaction: Sendable {
    package enum Operation: Sendable {
        /// Makes an asset of a file, or joins it to the asset it is a part of.
        case create(AssetCreation)
        case setHidden(Bool, assetUUID: String)
        /// Moves to Recently Deleted.
        case trash(assetUUID: String)
        /// Takes back from Recently Deleted.
        case restore(assetUUID: String)
        /// Remembers what decoding a file's picture told: its placeholder, and why it is damaged if it is. Nothing where
        /// the file is not the one that shows its asset.
        case notePicture(BlobDigest, placeholder: Data?, damage: String?)
        /// Remembers that a file's bytes were known before it was staged.
        case noteDuplicate(ImportSource, BlobDigest)
        /// Remembers what an import made of a file.
        case remember(ImportedFileRecord)
    }

    /// What became of an operation.
    package enum Outcome: Sendable, Equatable {
        case created(assetUUID: String)
        /// The file is a part of an asset that was there.
        case joined(assetUUID: String)
        /// The bytes were known.
        case duplicate(assetUUID: String)
        /// The bytes were known when the file was read, and are no longer: the file is to be read again.
        case vanished
        case done

        /// The file came into the library.
        var isArrival: Bool {
            switch self {
            case .created, .joined: true
            case .duplicate, .vanished, .done: false
            }
        }
    }

    /// Who changes the library, for its history.
    package let author: String
    package private(set) var operations: [Operation] = []

    package init(author: String) {
        self.author = author
    }

    package mutating func record(_ operation: Operation) {
        operations.append(operation)
    }

    /// Applies what was recorded, in order, and answers what became of each operation. Costs the operations, whatever
    /// the size of the library. Blocks until the change is on the disk.
    ///
    /// - Parameter relink: puts bytes back that another process purged since they were stored. Called with the write
    ///   lock held.
    package func commit(
        to library: Library, access: Access = .full, relink: @escaping (StagedBlob) throws -> Void = { _ in }
    ) throws -> [Outcome] {
        try checkAccess(access)
        let outcomes = try library.catalog.write(author: author, at: library.now()) { transaction in
            let writer = AssetWriter(transaction: transaction, library: library, access: access, relink: relink)
            let outcomes = try operations.map(writer.apply)
            try writer.pickBurstRepresentatives()
            return outcomes
        }
        library.doorbell.ring()
        return outcomes
    }

    private func checkAccess(_ access: Access) throws {
        for operation in operations {
            let isAllowed =
                switch operation {
                case .create, .noteDuplicate, .remember: access.canAddAssets
                case .setHidden, .trash, .restore: access.canChangeAssets
                case .notePicture: access == .full
                }
            guard isAllowed else {
                throw LibraryError(.accessDenied, "This client may not change the library.")
            }
        }
    }
}
