/// The changes of a transaction that the user must confirm, in one question: deletions, and edits of photos and videos
/// that the client didn't create.
package struct ConsentRequest: Sendable, Equatable {
    package var deletion: Deletion
    /// The number of assets that get an edit.
    package var editedAssets = 0
    /// The number of assets whose edit is removed.
    package var revertedAssets = 0

    package init(deletion: Deletion = Deletion()) {
        self.deletion = deletion
    }

    package var isEmpty: Bool { deletion.isEmpty && editedAssets == 0 && revertedAssets == 0 }

    /// The number of assets in all changes.
    package var assetCount: Int { deletion.assets + editedAssets + revertedAssets }

    /// The changes in English: "edit 2 photos and videos, and delete 1 album".
    package var text: String {
        var parts: [String] = []
        if editedAssets > 0 { parts.append("edit \(Deletion.text(ofAssets: editedAssets))") }
        if revertedAssets > 0 { parts.append("revert \(Deletion.text(ofAssets: revertedAssets)) to the original") }
        if !deletion.isEmpty {
            let fate =
                deletion.isPermanent ? " permanently" : deletion.assets > 0 ? " (photos go to Recently Deleted)" : ""
            parts.append("delete \(deletion.text)\(fate)")
        }
        guard let last = parts.popLast() else { return "change nothing" }
        return parts.isEmpty ? last : "\(parts.joined(separator: ", ")) and \(last)"
    }
}
