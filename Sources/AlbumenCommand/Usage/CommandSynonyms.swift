/// Commands for words that other programs use for them.
enum CommandSynonyms {
    private static let top: [String: String] = [
        "add": "import", "backup": "export", "caption": "set", "check": "verify", "copy": "export", "count": "list",
        "crop": "edit", "download": "export", "favorite": "set", "favourite": "set", "find": "list --filter",
        "folders": "albums", "fsck": "verify", "gallery": "serve", "gui": "serve", "history": "changes",
        "ingest": "import", "log": "changes", "ls": "list", "open": "serve --open", "previews": "thumbnails",
        "purge": "trash purge", "query": "list --filter", "rate": "set", "recover": "trash restore",
        "remove": "delete", "repair": "verify --repair", "reset": "revert", "restore": "trash restore", "rm": "delete",
        "rotate": "edit", "save": "export",
        "scan": "import", "search": "list --filter", "server": "serve", "show": "info", "start": "serve",
        "status": "doctor", "tag": "set --keyword", "undelete": "trash restore", "upload": "import", "view": "info",
        "web": "serve",
    ]

    private static let inGroups: [String: [String: String]] = [
        "album": [
            "export": "export --album", "info": "albums", "list": "albums", "ls": "albums",
            "photos": "list --album", "rm": "album delete", "show": "list --album",
        ],
        "folder": [
            "info": "albums", "list": "albums", "ls": "albums", "rm": "folder delete", "show": "albums",
        ],
        "trash": [
            "add": "delete", "clear": "trash purge --all", "delete": "trash purge", "empty": "trash purge --all",
            "ls": "trash list", "move": "delete", "put": "delete", "recover": "trash restore", "rm": "trash purge",
            "show": "trash list", "undelete": "trash restore",
        ],
        "access": ["allow": "access set", "deny": "access set", "grant": "access set", "show": "access list"],
    ]

    /// - Parameter group: The names of the commands before the word.
    static func command(for word: String, in group: [String]) -> String? {
        let word = word.lowercased()
        switch group.count {
        case 0: return top[word]
        case 1: return inGroups[group[0]]?[word]
        default: return nil
        }
    }
}
