internal import Records

/// The files of a folder by their kinds.
struct TakeoutFolderContents {
    /// The document of an item.
    struct Document {
        var entry: TakeoutEntry
        var brief: TakeoutBrief

        /// Equal for the documents of one photo under an old and a new name, as exports of different years have them.
        var repetitionKey: String {
            let number = TakeoutDocumentNames.number(in: entry.name) ?? 0
            return "\(brief.timestamp ?? 0) \(number) \(brief.title ?? "")"
        }
    }

    let key: TakeoutFolderKey
    var media: [TakeoutEntry] = []
    var documents: [Document] = []
    var evidence: TakeoutFolder
    var differences: [(name: String, difference: SourceDifference)] = []

    init(key: TakeoutFolderKey) {
        self.key = key
        evidence = TakeoutFolder(name: key.folder)
    }

    mutating func add(_ document: TakeoutDocument?, entry: TakeoutEntry) {
        switch document {
        case .item(let item):
            let brief = TakeoutBrief(item)
            documents.append(Document(entry: entry, brief: brief))
            evidence.itemCount += 1
            evidence.trashedCount += brief.isTrashed ? 1 : 0
            evidence.archivedCount += brief.isArchived ? 1 : 0
        case .album(let album):
            // Parts of an export can repeat the document under a numbered name. The first title counts.
            if evidence.albumTitle?.isEmpty ?? true { evidence.albumTitle = album.title }
            addTexts(of: album)
        case .empty:
            // Lists of comments are empty, too.
            if entry.name != "shared_album_comments.json" { evidence.albumTitle = evidence.albumTitle ?? "" }
        case .other: break
        case nil:
            differences.append(
                (
                    "\(key.folder)/\(entry.name)",
                    SourceDifference(.otherFiles, .unreadable, detail: "it isn't JSON, or its values are too deep")
                ))
        }
    }

    /// Albumen has no field for the texts of an album.
    private mutating func addTexts(of album: TakeoutAlbumDocument) {
        let counts = [
            (album.caption == nil ? 0 : 1, "album description"),
            (album.enrichmentCount, "texts or places of the album"),
            (album.commentCount, "comments"),
        ]
        for (count, kind) in counts where count > 0 {
            differences.append(
                (key.folder, SourceDifference(.captions, .unsupported, detail: "\(count) \(kind)")))
        }
    }
}
