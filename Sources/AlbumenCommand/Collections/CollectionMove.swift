import Albumen
import Foundation
import Records

/// Moves an album or folder to a folder, to the top level, or to another position in its folder.
struct CollectionMove {
    let kind: CollectionRecord.Kind
    let name: String
    let placement: PlacementOptions

    func run(_ options: LibraryOptions) throws {
        let library = try options.openView()
        let moved = try library.collection(named: name, kind: kind)
        let anchor = try (placement.before ?? placement.after).map { try library.collection(named: $0, kind: nil) }
        if let anchor, anchor.uuid == moved.uuid {
            throw CommandFailure("“\(moved.title)” can't be placed next to itself. Nothing was changed.")
        }
        let folder = try destination(anchor, in: library)
        let edit = try edit(moved, anchor, folder, in: library)
        try Transaction([.editChildren(edit, folderUUID: folder?.uuid)]).apply(to: library)
        try CollectionReport(library: library, isJSON: options.json).tell(moved.uuid) { entry in
            "“\(entry.title)” is now \(folder.map { "in “\($0.title)”" } ?? "at the top level")."
        }
    }

    /// Returns the target folder, or `nil` for the top level.
    private func destination(_ anchor: CollectionRecord?, in library: LibraryView) throws -> CollectionRecord? {
        if let folder = placement.folder { return try library.collection(named: folder, kind: .folder) }
        guard let anchor, !placement.top else { return nil }
        return try library.parent(of: anchor)
    }

    /// Returns an edit that places the collection before or after the anchor, or at the end if there is no anchor.
    private func edit(
        _ moved: CollectionRecord, _ anchor: CollectionRecord?, _ folder: CollectionRecord?, in library: LibraryView
    ) throws -> ListEdit {
        let siblings = try folder.map { try library.children(ofFolder: $0.id) }
        let shown = try (siblings ?? library.topLevelCollections()).map(\.id)
        let others = shown.filter { $0 != moved.id }
        var index = others.count
        if let anchor {
            guard let place = others.firstIndex(of: anchor.id) else {
                throw CommandFailure(
                    "“\(anchor.title)” is not \(folder.map { "in “\($0.title)”" } ?? "at the top level"). Nothing was "
                        + "changed. See the order: albumen albums")
            }
            index = placement.before == nil ? place + 1 : place
        }
        let step: ListEdit.Step =
            if let place = shown.firstIndex(of: moved.id) {
                .move(IndexSet(integer: place), to: index)
            } else {
                .insert([moved.uuid], at: IndexSet(integer: index))
            }
        return ListEdit(step, shown: shown)
    }
}
