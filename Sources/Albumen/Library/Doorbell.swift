package import Foundation

/// The file that is touched after each commit, so that other processes know to look at the history.
///
/// The catalog's own files are no such sign: they change before the commit can be seen.
package struct Doorbell: Sendable {
    package let file: URL

    /// Best effort: a library on a full disk has still committed.
    package func ring() {
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return }
        futimens(descriptor, nil)
        close(descriptor)
    }
}
