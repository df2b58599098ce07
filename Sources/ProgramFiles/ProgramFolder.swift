package import Foundation

/// The folder of the running program, from which it finds its other programs and files.
///
/// An installation can be moved as a whole:
///
///     PREFIX/bin/albumen
///     PREFIX/libexec/albumen/albumen-media-worker
///     PREFIX/share/albumen/Web
///     PREFIX/share/albumen/places.bin
///
/// The folder of a build contains all programs, and their files in `albumen_AlbumenServer.resources` and
/// `albumen_Places.resources`.
package struct ProgramFolder: Sendable {
    /// The folder of the running program. Symbolic links to the program are resolved.
    package static let running = ProgramFolder(
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent())

    let url: URL

    package init(_ url: URL) {
        self.url = url
    }

    /// The folder for programs that only other programs start.
    var helpers: URL { Self.sibling("libexec", of: url) }

    /// The folder for files that don't depend on the machine.
    var shared: URL { Self.sibling("share", of: url) }

    /// The folders in which SwiftPM puts the files of the targets `AlbumenServer` and `Places`.
    var built: [URL] {
        ["albumen_AlbumenServer.resources", "albumen_Places.resources"].map { url.appending(path: $0) }
    }

    private static func sibling(_ name: String, of folder: URL) -> URL {
        folder.deletingLastPathComponent().appending(path: name).appending(path: "albumen")
    }
}
