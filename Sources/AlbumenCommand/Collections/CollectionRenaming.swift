import Albumen
import Records

/// Changes the title of an album or folder.
struct CollectionRenaming {
    let kind: CollectionRecord.Kind
    let name: String
    let title: String

    func run(_ options: LibraryOptions) throws {
        let library = try options.openView()
        let collection = try library.collection(named: name, kind: kind)
        try Transaction([.rename(title, collectionUUID: collection.uuid)]).apply(to: library)
        try CollectionReport(library: library, isJSON: options.json).tell(collection.uuid) { entry in
            "“\(collection.title)” is now “\(entry.title)”."
        }
    }
}
