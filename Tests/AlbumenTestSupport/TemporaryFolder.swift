package import Foundation

/// An empty folder for a test. It's deleted when its last reference is released.
package final class TemporaryFolder: Sendable {
    /// The path, without symbolic links.
    package let url: URL

    package init() throws {
        let root = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        url = root.appending(path: "albumen-test-\(UUID().uuidString)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        // A test may have removed permissions. The system deletes the remaining files later.
        try? FileManager.default.removeItem(at: url)
    }

    package var path: String { url.path(percentEncoded: false) }

    /// Returns the URL of a name in the folder, such as `"photos/one.jpg"`, whether or not it exists.
    package func file(_ name: String) -> URL {
        url.appending(path: name, directoryHint: .notDirectory)
    }

    /// Creates a folder in this one and returns its URL.
    @discardableResult
    package func makeFolder(_ name: String) throws -> URL {
        let folder = url.appending(path: name, directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// Writes a file, creates its parent folders, and returns its URL.
    @discardableResult
    package func write(_ data: Data, to name: String) throws -> URL {
        let file = file(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
        return file
    }

    /// Returns the sorted names in a folder below this one.
    package func names(in name: String = ".") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: file(name).path(percentEncoded: false)).sorted()
    }
}
