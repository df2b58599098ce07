import Foundation

/// A request to import new files of a folder of this machine by themselves.
struct WatchedFolderRequest: RequestDocument {
    let path: String
    /// Whether the photos of each folder within go to an album of their own.
    let makesAlbums: Bool

    init(from decoder: any Decoder) throws {
        let fields = try RequestFields(decoder, known: ["path", "albums"])
        let path = ImportRequest.expanded(try fields.value("path"))
        guard path.hasPrefix("/"), !path.utf8.contains(0) else {
            throw fields.refusal(of: "path", "is “\(path.prefix(200))”; a path starts with / or ~/")
        }
        self.path = path
        makesAlbums = try fields.optional("albums") ?? false
    }
}
