import Albumen
import Foundation
import PhotoSources
import Records
import Synchronization
import SystemCalls
import SystemPackage

/// The file of `import --report`: a line with tabs for each fact of a source that isn't in the library.
final class SourceReportFile: Sendable {
    private static let heading = "source\tidentifier\tname\tfact\treason\tdetail\n"

    private let path: String
    private let file: FileDescriptor
    private let failure = Mutex<(any Error)?>(nil)

    /// Replaces a file of this name.
    init(at path: String) throws {
        self.path = path
        do {
            file = try FileDescriptor.open(
                FilePath(path), .writeOnly, options: [.create, .truncate, .closeOnExec],
                permissions: [.ownerReadWrite])
        } catch {
            throw CommandFailure("\(path) can't be written: \(error). Nothing was imported; name another file.")
        }
        write(Self.heading)
    }

    func tell(_ note: SourceNote) {
        let difference = note.difference
        let fields = [
            note.source.kind.rawValue, note.identifier ?? "", note.name, difference.fact.rawValue,
            difference.reason.rawValue, difference.detail ?? "",
        ]
        // Tabs and ends of lines in names are escaped.
        write(fields.map(PrintableText.line).joined(separator: "\t") + "\n")
    }

    /// - Throws: `CommandFailure` if a line couldn't be written.
    func finish() throws {
        do {
            try file.close()
        } catch {
            // The first failure counts.
            failure.withLock { $0 = $0 ?? error }
        }
        guard let error = failure.withLock({ $0 }) else { return }
        throw CommandFailure("The report \(path) is incomplete: \(error). The import itself is complete.")
    }

    private func write(_ text: String) {
        failure.withLock { failure in
            guard failure == nil else { return }
            do {
                try Array(text.utf8).withUnsafeBytes { try file.write(all: $0) }
            } catch {
                failure = error
            }
        }
    }
}
