import Albumen
import Records

/// A line of `export --json`. `event` is `exported`, `sidecar`, `albums`, `present` or `failed`. `localIdentifier` is
/// present unless the file is that of the exported albums.
///
/// The first four have the file's `path`. `failed` has `originalFilename` and a `reason` for people. The last line of
/// the output is an ``ExportSummaryDocument``.
struct ExportEventDocument: Encodable {
    let event: String
    let localIdentifier: String?
    let originalFilename: String?
    let path: String?
    let reason: String?

    init(_ event: ExportEvent) {
        let uuid = event.assetUUID
        localIdentifier = uuid.isEmpty ? nil : LocalIdentifier.string(uuid: uuid, kind: .asset)
        switch event {
        case .exported(let path, _):
            (self.event, self.path, originalFilename, reason) = ("exported", path, nil, nil)
        case .sidecar(let path, _):
            (self.event, self.path, originalFilename, reason) = ("sidecar", path, nil, nil)
        case .albums(let path):
            (self.event, self.path, originalFilename, reason) = ("albums", path, nil, nil)
        case .present(let path, _):
            (self.event, self.path, originalFilename, reason) = ("present", path, nil, nil)
        case .failed(let name, _, let reason):
            (self.event, path, originalFilename, self.reason) = ("failed", nil, name, reason)
        }
    }
}

/// A line of `export --json` for a line of standard input that identifies nothing.
struct UnknownLineDocument: Encodable {
    let event = "unknown"
    let identifier: String
    let line: Int
    /// For people.
    let reason: String

    init(_ line: ExportSelection.UnknownLine) {
        identifier = line.text
        self.line = line.number
        reason = line.reason
    }
}

/// The last line of `export --json`.
struct ExportSummaryDocument: Encodable {
    /// The number of processed assets.
    let assets: Int
    let exported: Int
    let failed: Int
    /// The number of files that existed already.
    let present: Int
    /// The number of written sidecars.
    let sidecars: Int
    /// The number of lines of standard input that identify nothing.
    let unknown: Int

    init(_ summary: ExportSummary, unknown: Int) {
        self.unknown = unknown
        assets = summary.assets
        exported = summary.exported
        failed = summary.failed
        present = summary.present
        sidecars = summary.sidecars
    }
}
