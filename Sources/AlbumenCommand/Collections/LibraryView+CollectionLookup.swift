import Albumen
import Records

extension LibraryView {
    /// Returns the album or folder with a local identifier, a UUID, a title, or the first characters of an identifier.
    ///
    /// - Parameter kind: The expected kind, or `nil` for either kind.
    /// - Throws: `CommandFailure` if there is no match, or more than one.
    func collection(named name: String, kind: CollectionRecord.Kind?) throws -> CollectionRecord {
        if let uuid = LocalIdentifier.uuid(of: name), let found = try collection(uuid: uuid) {
            guard kind == nil || found.kind == kind else { throw Self.wrongKind(name, found.kind) }
            return found
        }
        let all = try kind != .folder ? albums(subtype: nil) : []
        let candidates = try all + (kind != .album ? folders() : [])
        let titled = candidates.filter { $0.title == name }
        let found = titled.isEmpty ? candidates.filter { $0.isIdentified(by: name) } : titled
        guard let first = found.first else { throw try missing(name, kind: kind) }
        guard found.count == 1 else {
            let identifiers = found.map(\.localIdentifier).joined(separator: ", ")
            throw CommandFailure(
                "“\(name)” is the name of \(found.count) \(Self.words(kind).plural): \(identifiers). Give the "
                    + "identifier of the one you mean; nothing was changed.")
        }
        return first
    }

    private func missing(_ name: String, kind: CollectionRecord.Kind?) throws -> CommandFailure {
        if let kind, try hasCollection(titled: name, kind: kind == .album ? .folder : .album) {
            return Self.wrongKind(name, kind == .album ? .folder : .album)
        }
        if kind != .folder, SmartAlbum.named(name) != nil {
            return CommandFailure(
                "“\(name)” is a smart album. Its rule determines its contents. Nothing was changed.")
        }
        return CommandFailure(
            "There is no \(Self.words(kind).singular) “\(name)” in the library. See the titles with: albumen albums")
    }

    private func hasCollection(titled title: String, kind: CollectionRecord.Kind) throws -> Bool {
        try (kind == .folder ? folders() : albums(subtype: nil)).contains {
            $0.title == title
        }
    }

    private static func wrongKind(_ name: String, _ kind: CollectionRecord.Kind) -> CommandFailure {
        CommandFailure(
            kind == .folder
                ? "“\(name)” is a folder: name an album, or use albumen folder. Nothing was changed."
                : "“\(name)” is an album: name a folder, or use albumen album. Nothing was changed.")
    }

    private static func words(_ kind: CollectionRecord.Kind?) -> (singular: String, plural: String) {
        switch kind {
        case .album: ("album", "albums")
        case .folder: ("folder", "folders")
        case nil: ("album or folder", "albums and folders")
        }
    }
}

extension SmartAlbum {
    /// Returns the smart album with a local identifier, a UUID or a title, in any of its languages.
    static func named(_ name: String) -> SmartAlbum? {
        let uuid = LocalIdentifier.uuid(of: name)
        return all.first { $0.uuid == uuid || $0.englishTitle == name || $0.chineseTitle == name }
    }
}

extension CollectionRecord {
    /// Returns whether the identifier starts with the text, and the text is long enough.
    fileprivate func isIdentified(by text: String) -> Bool {
        let head = text.prefix { $0 != "/" }
        return head.utf8.count >= LibraryView.identifierMinimum && uuid.hasPrefix(head.uppercased())
    }
}
