import BlobStore
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ProgramFiles
import Records

/// The page's files. They are read once, so a request's address never becomes a path on the disk.
///
/// Browsers can run the files as they are. To save requests, the server joins style sheets with the sheets that they
/// import, and the modules of each page's first screen in one file. The script for other sites is always one file.
struct PageFiles: Sendable {
    private struct File: Sendable {
        let bytes: ByteBuffer
        let contentType: String
        let entityTag: String
    }

    static let indexName = "index.html"
    /// The page on which the owner chooses photos for an app.
    static let pickerName = "picker/index.html"
    /// The page that shows which app sees which photos.
    static let accessName = "access/index.html"
    /// The page that shows the library's condition.
    static let statusName = "status/index.html"
    /// The page that pairs a device.
    static let pairingName = "pair/index.html"
    /// The page that asks the owner whether a site may be connected.
    static let siteName = "site/index.html"
    /// The files of the page for pairing, which a device gets before it's paired, and the icons, which systems load
    /// without the cookie when the page is put on a home screen.
    static let pairingNames = ["base.css", "pair/pair.css", pairingEntryName] + iconNames
    private static let iconNames = ["apple-touch-icon", "icon-192", "icon-512", "maskable-512"].map {
        "icons/\($0).png"
    }
    /// The script with which other origins' pages ask for photos.
    static let pickerScriptName = "albumen-picker.js"
    /// The address under which the routes serve the files.
    static let address = "/web/"
    /// The module that the index loads.
    private static let entryName = "app.js"
    /// The module that the picker's page loads.
    private static let pickerEntryName = "picker/picker.js"
    /// The module that the page about access loads.
    private static let accessEntryName = "access/access.js"
    /// The module that the page about the library's condition loads.
    private static let statusEntryName = "status/status.js"

    /// The module that the page about a site loads.
    private static let siteEntryName = "site/site.js"
    /// The module that the page for pairing loads.
    private static let pairingEntryName = "pair/pair.js"
    /// The service worker of paired devices.
    private static let workerName = "offline/worker.js"
    /// The module of the worker with the version of the page's files.
    private static let shellVersionName = "offline/shell-version.js"
    /// The page's files in one, which the worker keeps.
    static let shellName = "offline/shell.json"

    private static let contentTypes = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
        "svg": "image/svg+xml", "json": "application/json; charset=utf-8", "png": "image/png",
        "webmanifest": "application/manifest+json",
    ]

    /// The files, read and joined at the first use. All servers of a process share them.
    static let shared = Result { try PageFiles() }

    private let files: [String: File]

    /// - Throws: `ServerError` if the files aren't beside the program, or can't be joined.
    init() throws {
        guard let folder = ResourceLocation.find("Web") else {
            throw ServerError(
                .missingFiles,
                "The page's files are missing. The folder Web was searched \(ResourceLocation.searchedPlaces). "
                    + "Install Albumen again, or run it from its build's folder.")
        }
        let contents = try Self.joined(Self.contents(of: folder))
        let needed = [
            Self.indexName, Self.pickerName, Self.accessName, Self.statusName, Self.pickerScriptName, Self.workerName,
        ]
        for name in needed + [Self.pairingName, Self.siteName] + Self.pairingNames where contents[name] == nil {
            throw ServerError(.missingFiles, "The page's files are incomplete: \(folder.path) has no \(name).")
        }
        files = try contents.mapValues { content in
            File(
                bytes: ByteBuffer(bytes: content.data), contentType: content.type,
                entityTag: "\"\(try BlobDigest(hashing: content.data).hexadecimal.prefix(16))\"")
        }
    }

    typealias Content = (data: Data, type: String)

    private static func contents(of folder: URL) throws -> [String: Content] {
        var contents: [String: Content] = [:]
        let prefix = folder.standardizedFileURL.path + "/"
        let enumerator = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        for case let url as URL in enumerator ?? FileManager.DirectoryEnumerator() {
            guard let type = contentTypes[url.pathExtension] else { continue }
            let name = String(url.standardizedFileURL.path.dropFirst(prefix.count))
            contents[name] = (try Data(contentsOf: url), type)
        }
        return contents
    }

    /// Joins style sheets, and the modules of the first screen, so that a browser needs fewer requests.
    private static func joined(_ contents: [String: Content]) throws -> [String: Content] {
        var texts = contents.filter { $0.value.type != contentTypes["png"] }
            .mapValues { String(decoding: $0.data, as: UTF8.self) }
        var joined = contents
        for name in contents.keys where name.hasSuffix(".css") {
            joined[name]?.data = Data(try StyleSheet(path: name, sources: texts).source.utf8)
        }
        for entry in [entryName, pickerEntryName, accessEntryName, statusEntryName, pairingEntryName, siteEntryName] {
            let bundle = try ScriptBundle(entry: entry, sources: texts)
            // The other pages load no modules later, so their modules need no addresses.
            if entry == entryName { for (name, source) in bundle.forwarders { joined[name]?.data = Data(source.utf8) } }
            joined[entry]?.data = Data(bundle.source.utf8)
            joined["\(entry).map"] = (bundle.sourceMap, contentTypes["json"] ?? "")
        }
        let script = try ScriptBundle(entry: pickerScriptName, sources: texts, for: .otherSites)
        joined[pickerScriptName]?.data = Data(script.source.utf8)
        let shell = try PageShell(of: joined, index: indexName)
        joined[shellName] = (shell.document, contentTypes["json"] ?? "")
        // Browsers install the worker again when its bytes change.
        texts[shellVersionName] = "export const shellVersion = \"\(shell.version)\";\n"
        joined[shellVersionName]?.data = Data((texts[shellVersionName] ?? "").utf8)
        joined[workerName]?.data = Data(
            try ScriptBundle(entry: workerName, sources: texts, for: .worker).source.utf8)
        return joined
    }

    /// The page's texts with their entity tags, without those that only developer tools load.
    var texts: [(entityTag: String, bytes: ByteBuffer)] {
        files.filter { !$0.key.hasSuffix(".map") && $0.value.contentType != Self.contentTypes["png"] }
            .map { ($0.value.entityTag, $0.value.bytes) }
    }

    /// Returns the file with a path such as `grid/photo-grid.js`, or `nil` if the page has no such file.
    func response(for name: String, to request: Request) -> Response? {
        guard let file = files[name] else { return nil }
        // A 304 also needs the headers, because browsers apply them to the cached page.
        var headers: HTTPFields = [
            .eTag: file.entityTag, .cacheControl: "no-cache", .contentSecurityPolicy: ProtectionMiddleware.pagePolicy,
        ]
        // The worker's scope is the whole page, not its own folder.
        if name == Self.workerName { headers[.serviceWorkerAllowed] = "/" }
        if EntityTag.matches(file.entityTag, request) { return Response(status: .notModified, headers: headers) }
        headers[.contentType] = file.contentType
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: file.bytes))
    }
}

extension HTTPField.Name {
    fileprivate static let serviceWorkerAllowed = HTTPField.Name("Service-Worker-Allowed")!
}
