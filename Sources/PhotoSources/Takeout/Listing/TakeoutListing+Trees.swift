/// Parts that were unpacked into several folders.
extension TakeoutListing {
    /// Joins the folders of several places, so that a photo finds its document in another place. Places with different
    /// photos of the same name are of different accounts or times and stay apart.
    ///
    /// - Complexity: O(*n* *m*) for *n* files in *m* places that don't fit together.
    mutating func joinTrees() {
        var joined: [String] = [""]
        for tree in Set(folders.keys.map(\.export)).subtracting(joined).sorted() {
            let keys = folders.keys.filter { $0.export == tree }
            if let other = joined.first(where: { other in keys.allSatisfy { fits($0, to: other) } }) {
                for key in keys { move(key, to: other) }
            } else {
                joined.append(tree)
            }
        }
    }

    private func fits(_ key: TakeoutFolderKey, to export: String) -> Bool {
        guard let folder = folders[key], let other = folders[key.with(export: export)] else { return true }
        return folder.positions.allSatisfy { name, position in
            folder.entries[position].isDocument
                || other.positions[name].map { folder.entries[position].isLikely(other.entries[$0]) } ?? true
        }
    }

    private mutating func move(_ key: TakeoutFolderKey, to export: String) {
        guard let folder = folders.removeValue(forKey: key) else { return }
        var target = folders.removeValue(forKey: key.with(export: export)) ?? Folder()
        for (name, position) in folder.positions {
            let entry = folder.entries[position]
            if target.positions[name] == nil {
                target.positions[name] = target.entries.count
                target.entries.append(entry)
            } else if !entry.isDocument, let path = entry.path {
                repeatedFiles.append(path)
            }
        }
        folders[key.with(export: export)] = target
    }
}

extension TakeoutFolderKey {
    fileprivate func with(export: String) -> TakeoutFolderKey {
        var key = self
        key.export = export
        return key
    }
}
