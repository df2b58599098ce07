import BlobStore
import Foundation
import Records

/// The files of the page as one document, which the service worker of a paired device keeps for the time without a
/// connection. It needs one request, and all files in it belong together.
struct PageShell: Sendable {
    private struct File: Encodable {
        let type: String
        let text: String
    }

    private struct Document: Encodable {
        /// The policy of the page, which applies without a connection as well.
        let policy: String
        let files: [String: File]
    }

    /// Folders with files that the library's page doesn't load.
    private static let foldersLeftOut: Set = ["access", "icons", "offline", "pair", "picker-script", "status"]
    /// Endings of files that the page doesn't load, or that the system loads.
    private static let typesLeftOut = ["map", "svg", "png", "html"]

    /// The document in JSON.
    let document: Data
    /// Identifies the document's content.
    let version: String

    /// - Parameters:
    ///   - contents: The files as the server serves them, by path.
    ///   - index: The path of the page itself.
    init(of contents: [String: PageFiles.Content], index: String) throws {
        var files: [String: File] = [:]
        for (name, content) in contents {
            let parts = name.split(separator: "/")
            let isLeftOut =
                Self.typesLeftOut.contains { name.hasSuffix(".\($0)") }
                || (parts.count > 1 && Self.foldersLeftOut.contains(String(parts[0])))
            if name == index || !isLeftOut {
                files[name == index ? "/" : PageFiles.address + name] = File(
                    type: content.type, text: String(decoding: content.data, as: UTF8.self))
            }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        document = try encoder.encode(Document(policy: ProtectionMiddleware.pagePolicy, files: files))
        version = String(try BlobDigest(hashing: document).hexadecimal.prefix(16))
    }
}
