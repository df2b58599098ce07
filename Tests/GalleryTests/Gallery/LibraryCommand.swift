import AlbumenTestSupport
import Foundation
import Testing

/// The command `albumen`, which changes an open library from another process than the server's.
struct LibraryCommand: Sendable {
    let library: URL

    /// Runs the command, which must succeed.
    func run(_ arguments: String...) async throws {
        let outcome = try await onOwnThread {
            try ProgramRun.run(
                GalleryProcess.executable, arguments + ["--library", library.path(percentEncoded: false)],
                environment: GalleryProcess.environment(for: library))
        }
        try #require(outcome.exitStatus == 0, "albumen \(arguments): \(outcome.error)\(outcome.output)")
    }
}
