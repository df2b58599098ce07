import BlobStore
import Catalog
import Foundation
import Records

/// The files of an app's transaction, taken in before the write lock.
struct TransactionFiles {
    /// The new assets by the UUIDs of their drafts.
    private(set) var creations: [String: AssetCreation] = [:]
    /// The edits of each asset, in the order of their operations.
    private(set) var edits: [String: [TakenEdit]] = [:]

    /// Takes in the files of all drafts and edits, and makes their bytes durable.
    ///
    /// - Parameters:
    ///   - staging: The intake for the bytes. Not used if no operation has files.
    ///   - editor: The app that makes the edits, or `nil` for the owner.
    /// - Throws: `LibraryError`, `BlobStoreError` or `MediaError`. In that case, no bytes stay in the store.
    init(
        of operations: [Transaction.Operation], into library: Library, staging: (any BlobIntake)?, editor: String?
    ) throws {
        guard operations.contains(where: \.hasFiles) else { return }
        let intake = try Intake(into: library, staging: staging)
        creations = try intake.take(operations.compactMap(\.draft))
        do {
            var choices: [String: OriginalChoice] = [:]
            for operation in operations {
                if let (choice, uuid) = operation.originalChoice { choices[uuid] = choice }
                guard case .edit(let edit, let uuid) = operation else { continue }
                let present = try digests(ofAsset: uuid, in: library)
                let original = try choices[uuid] ?? originalChoice(ofAsset: uuid, in: library)
                edits[uuid, default: []].append(try intake.take(edit, by: editor, of: present, original))
            }
        } catch {
            library.reclaim(digests)
            throw error
        }
    }

    /// Returns the digests of an asset's files: those of the library, or of its draft and the transaction's earlier
    /// edits.
    private func digests(ofAsset uuid: String, in library: Library) throws -> Set<BlobDigest> {
        let arriving = (creations[uuid]?.files.map(\.blob) ?? []) + (edits[uuid]?.flatMap(\.blobs) ?? [])
        let present = try library.catalog.read { reader in
            try reader.asset(uuid: uuid).map { try reader.resources(ofAsset: $0.id).map(\.sha256) } ?? []
        }
        return Set(arriving.map(\.digest)).union(present)
    }

    private func originalChoice(ofAsset uuid: String, in library: Library) throws -> OriginalChoice {
        try library.catalog.read { try $0.asset(uuid: uuid)?.originalChoice } ?? .compressed
    }

    /// The digests of all files.
    var digests: [BlobDigest] {
        (creations.values.flatMap(\.blobs) + edits.values.joined().flatMap(\.blobs)).map(\.digest)
    }

    /// The derivatives that were made of the edits' renderings.
    var made: [Derivatives.Made] { edits.values.joined().compactMap(\.made) }

    /// Removes the app's files that the request moves into the library.
    func removeMovedFiles() {
        for file in creations.values.flatMap(\.movedFiles) { file.remove() }
    }

    /// Returns the next edit of an asset.
    mutating func takeEdit(ofAsset uuid: String) throws -> TakenEdit {
        guard let edit = edits[uuid]?.first else {
            throw LibraryError(.missingBytes, "The files of an edit were not taken in. Edit the asset again.")
        }
        edits[uuid]?.removeFirst()
        return edit
    }
}

extension Transaction.Operation {
    var draft: AssetDraft? {
        if case .createAsset(let draft) = self { draft } else { nil }
    }

    /// The original that the operation chooses, and the UUID of its asset.
    fileprivate var originalChoice: (OriginalChoice, assetUUID: String)? {
        let (choice, uuid): (OriginalChoice?, String) =
            switch self {
            case .createAsset(let draft): (draft.change.originalChoice, draft.uuid)
            case .change(let change, let uuid), .adjust(_, let change, let uuid): (change.originalChoice, uuid)
            case .edit(let edit, let uuid): (edit.originalChoice, uuid)
            case .revertEdit(let uuid, _, let choice): (choice, uuid)
            default: (nil, "")
            }
        return choice.map { ($0, uuid) }
    }

    /// Whether the operation has files that the commit takes in first.
    var hasFiles: Bool {
        switch self {
        case .createAsset, .edit: true
        default: false
        }
    }
}
