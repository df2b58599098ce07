import Albumen

/// The assets to download, and a title for the archive.
struct DownloadRequest: RequestDocument {
    static let bodyLimit = AssetSelection.bodyLimit
    private static let titleLimit = 1000

    let assets: [String]
    /// The title of the album that shows the assets. `nil` names the archive after the current date.
    let title: String?
    let form: DownloadArchive.Form

    init(from decoder: any Decoder) throws {
        let fields = try RequestFields(decoder, known: ["assets", "title", "form"])
        assets = try fields.uuids("assets", atMost: AssetSelection.limit)
        title = try fields.title("title")
        form = try fields.choice("form", of: DownloadArchive.Form.self) ?? .originals
        guard (title ?? "").utf8.count <= Self.titleLimit else {
            throw fields.refusal(of: "title", "has more than \(Self.titleLimit) bytes")
        }
    }
}
