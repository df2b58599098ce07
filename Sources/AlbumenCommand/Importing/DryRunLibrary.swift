import Albumen
import Foundation
import TemporaryFiles

/// A temporary library for a dry run, which is deleted afterwards. If the process is killed, the next process with
/// temporary files deletes it.
enum DryRunLibrary {
    static func use(_ body: (Library) throws -> Void) throws {
        let place = TemporaryLocation.ofFiles
        guard let folder = ProcessFolder(named: "dry-run", in: place) else {
            throw CommandFailure("No folder can be created in \(place.path). Make it writable, or set TMPDIR.")
        }
        defer { folder.remove() }
        try body(Library(at: folder.url.appending(path: "library", directoryHint: .isDirectory)))
    }
}
