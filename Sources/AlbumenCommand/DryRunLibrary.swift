import Albumen
import Foundation

/// A temporary library for a dry run, which is deleted afterwards.
enum DryRunLibrary {
    static func use(_ body: (Library) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("albumen-dry-run-\(UUID().uuidString)", isDirectory: true)
        let library = try Library(at: folder)
        let outcome = Result { try body(library) }
        try FileManager.default.removeItem(at: folder)
        try outcome.get()
    }
}
