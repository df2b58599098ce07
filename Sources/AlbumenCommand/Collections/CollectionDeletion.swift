import Albumen
import Records

/// Deletes albums or folders. Photos stay in the library.
struct CollectionDeletion {
    private struct Document: Encodable {
        let albums: Int
        let folders: Int
    }

    let kind: CollectionRecord.Kind
    let names: [String]
    let isConfirmed: Bool

    func run(_ options: LibraryOptions) throws {
        let library = try options.openView()
        var uuids: [String] = []
        for name in names {
            let uuid = try library.collection(named: name, kind: kind).uuid
            if !uuids.contains(uuid) { uuids.append(uuid) }
        }
        let transaction = Transaction(uuids.map { .deleteCollection(uuid: $0) })
        let deletion = try library.deletion(in: transaction)
        try transaction.apply(to: library, consent: DeletionConsent(isGiven: isConfirmed))
        try ChangeReport(isJSON: options.json).tell(
            Document(albums: deletion?.albums ?? 0, folders: deletion?.folders ?? 0),
            "Deleted \(deletion?.text ?? "nothing"). The photos stay in the library.")
    }
}
