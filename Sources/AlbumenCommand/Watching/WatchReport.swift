import Albumen
import Foundation
import Synchronization

/// Reports what a watch finds: lines for people, or JSON.
final class WatchReport: Sendable {
    private struct Document: Encodable {
        /// `watching`, `checked`, `batch` or `problem`.
        let event: String
        var folder: String?
        var folders: [String]?
        var files: Int?
        var items: Int?
        /// A message for people.
        var reason: String?
    }

    private let isJSON: Bool
    private let isQuiet: Bool
    private let outcome = ReportOutcome()
    private let failureHandler = Mutex<(@Sendable () -> Void)?>(nil)

    /// - Parameter isQuiet: Whether to report only what needs attention, on standard error.
    init(isJSON: Bool, isQuiet: Bool = false) {
        self.isJSON = isJSON
        self.isQuiet = isQuiet
    }

    /// Sets a handler for a failure of the output, for example because its reader has ended.
    func onFailure(_ handler: @escaping @Sendable () -> Void) {
        failureHandler.withLock { $0 = handler }
    }

    /// The error of the output, or `nil`.
    var failure: (any Error)? { outcome.failure }

    func tell(_ notice: WatchNotice) {
        if let text = Self.complaint(notice), isQuiet || !isJSON {
            StandardError.write(line: text)
            return
        }
        guard !isQuiet else { return }
        outcome.note {
            guard let line = isJSON ? try Self.json(notice) : Self.line(notice) else { return }
            try StandardOutput.shared.write(line: line)
            try StandardOutput.shared.flush()
        }
        if outcome.failure != nil { failureHandler.withLock { $0 }?() }
    }

    private static func complaint(_ notice: WatchNotice) -> String? {
        switch notice {
        case .problem(let text, _): "albumen: \(PrintableText.line(text))"
        case .file(.refused(let path, let reason)):
            "refused: \(PrintableText.line(path)): \(PrintableText.line(reason))"
        case .file(.unread(let path, _, isKnown: false)):
            "not read: \(PrintableText.line(path)): an archive. To bring over one of Google Takeout: albumen import"
        case .file, .watching, .checked, .imported: nil
        }
    }

    private static func line(_ notice: WatchNotice) -> String? {
        switch notice {
        case .watching(let folders):
            "Watching \(PrintableText.line(folders.joined(separator: ", "))). Ctrl-C ends it."
        case .checked(let folder): "Checked \(PrintableText.line(folder))."
        case .imported(let files, let items, let folder):
            "Imported \(Count.text(files, "file")) as \(Count.text(items, "item")) from \(PrintableText.line(folder))."
        case .file(.imported(let path, _, _, let damage?)):
            "damaged, imported: \(PrintableText.line(path)): \(PrintableText.line(damage))"
        case .file, .problem: nil
        }
    }

    private static func json(_ notice: WatchNotice) throws -> String? {
        switch notice {
        case .watching(let folders): try JSONLine.text(Document(event: "watching", folders: folders))
        case .checked(let folder): try JSONLine.text(Document(event: "checked", folder: folder))
        case .imported(let files, let items, let folder):
            try JSONLine.text(Document(event: "batch", folder: folder, files: files, items: items))
        case .problem(let text, let folder):
            try JSONLine.text(Document(event: "problem", folder: folder, reason: text))
        case .file(let event): try JSONLine.text(ImportEventDocument(event))
        }
    }
}
