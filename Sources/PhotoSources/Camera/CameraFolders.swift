/// The folders of a card that contain photos and videos. Others contain thumbnails, small copies of videos and lists.
enum CameraFolders {
    /// The folder whose presence makes its parent the top of a card.
    private static let photoFolder = "dcim"
    /// What is read of a card with `DCIM`. The text is the path below its top, in lower case.
    private static let wanted = [
        "dcim", "private/avchd/bdmv/stream", "private/m4root/clip", "avchd/bdmv/stream", "mp_root", "pictures",
        "movies",
    ]

    /// Returns whether folders are those at the top of a card.
    static func areTop(_ names: [String]) -> Bool { names.contains { $0.lowercased() == photoFolder } }

    /// Returns whether the files of a folder are read, and those of the folders in it.
    ///
    /// - Parameter path: The path below the top of the card.
    static func contains(_ path: [String]) -> Bool {
        let path = path.joined(separator: "/").lowercased()
        return wanted.contains { path == $0 || path.hasPrefix($0 + "/") }
    }

    /// Returns whether a folder leads to one that is read.
    static func leads(_ path: [String]) -> Bool {
        let start = path.joined(separator: "/").lowercased() + "/"
        return wanted.contains { $0.hasPrefix(start) }
    }
}
