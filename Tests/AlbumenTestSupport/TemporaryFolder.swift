package import Foundation

/// An empty folder of its own for a test, removed with the last reference to it.
package final class TemporaryFolder: Sendable {
    /// Without links in its path.
    package let url: URL

    package init() throws {
        let root = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        url = root.appending(path: "albumen-test-\(UUID().uuidString)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        // A test may have taken permissions away; what is left over then is the system's to clean up.
        try? FileManager.default.removeItem(at: url)
    }

    package var path: String { url.path(percentEncoded: false) }

    /// A place in the folder, such as `"photos/one.jpg"`, whether or not there is something.
    package func file(_ name: String) -> URL {
        url.appending(path: name, directoryHint: .notDirectory)
    }

    /// Makes a folder in this one, and answers where it is.
    @discardableResult
    package func makeFolder(_ name: String) throws -> URL {
        let folder = url.appending(path: name, directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// Writes a file, and the folders it lies in, and answers where it is.
    @discardableResult
    package func write(_ data: Data, to name: String) throws -> URL {
        let file = file(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
        return file
    }

    /// The names in a folder below this one, sorted.
    package func names(in name: String = ".") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: file(name).path(percentEncoded: false)).sorted()
    }
}
