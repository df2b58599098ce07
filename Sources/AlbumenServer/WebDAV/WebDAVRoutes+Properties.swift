import Albumen
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import SentFiles

/// Listings and properties.
extension WebDAVRoutes {
    /// What a client asks for.
    enum Question {
        case all
        case names
        case properties([WebDAVElement.Name])
    }

    func question(_ visit: Visit) async throws -> Question {
        guard let document = try await document(visit) else { return .all }
        guard document.name == .dav("propfind") else { throw Refusal.badRequest("The body isn't a propfind.") }
        if let wanted = document.first("prop") {
            guard wanted.elements.count <= WebDAVElement.propertyLimit else { throw Refusal.tooManyProperties }
            return .properties(wanted.elements.map(\.name))
        }
        if document.first("propname") != nil { return .names }
        guard document.first("allprop") != nil else { throw Refusal.badRequest("The body asks for nothing.") }
        return .all
    }

    /// - Throws: `Refusal` (403) for all that is in a folder: the listing would have no bound.
    func depth(_ visit: Visit) throws -> Int {
        switch visit.request.headers[.depth] {
        case "0": return 0
        case "1", "1,noroot": return 1
        default:
            throw WebDAVFailure(
                status: .forbidden, condition: "propfind-finite-depth",
                message: "List one folder at a time, with Depth 0 or 1.")
        }
    }

    func properties(_ visit: Visit) async throws -> Response {
        try await WebDAVFailure.answering {
            let depth = try depth(visit)
            let question = try await question(visit)
            let (inbox, path, sender) = (inbox, visit.path, visit.sender)
            let files = try await work.walk {
                guard let file = try inbox.file(path, of: sender) else { throw Refusal.noFile }
                guard depth == 1, file.isFolder else { return [file] }
                return try [file] + inbox.files().files(in: path, of: sender.id)
            }
            return try await MultiStatus.response(about: files, work) { file, answer in
                try self.add(file, question, sender, to: &answer)
            }
        }
    }

    /// Lists the folder above the sender's.
    func propertiesOfRoot(_ visit: Visit) async throws -> Response {
        try await WebDAVFailure.answering {
            let depth = try depth(visit)
            let question = try await question(visit)
            let (inbox, sender) = (inbox, visit.sender)
            return try await work.read {
                guard let folder = try inbox.file(.root, of: sender) else { throw Refusal.noFile }
                var answer = MultiStatus()
                try self.add(folder, question, sender, at: "/dav/", to: &answer)
                if depth == 1 { try self.add(folder, question, sender, to: &answer) }
                if depth == 1, sender.canRead {
                    let properties = LiveProperties(
                        name: WebDAVLibrary.name, isFolder: true, created: sender.created, modified: nil)
                    let href = WebDAVAddress.href([WebDAVLibrary.name], isFolder: true)
                    Self.add(properties, [], at: href, question, to: &answer)
                }
                return answer.response
            }
        }
    }

    private func add(
        _ file: SentFile, _ question: Question, _ sender: Sender, at href: String? = nil, to answer: inout MultiStatus
    ) throws {
        let stored = href == nil ? try inbox.files().properties(of: file.path, sender.id) : []
        let known = LiveProperties(file, locks: inbox.locks.on(file.path, of: sender.id))
        let dead = stored.map { (WebDAVElement.Name(space: $0.space, name: $0.name), $0.element) }
        let href = href ?? WebDAVAddress.href(file.path, isFolder: file.isFolder)
        Self.add(known, dead, at: href, question, to: &answer)
    }

    /// - Parameter dead: The properties that the sender has stored.
    static func add(
        _ known: LiveProperties, _ dead: [(WebDAVElement.Name, String)], at href: String, _ question: Question,
        to answer: inout MultiStatus
    ) {
        switch question {
        case .all: answer.add(href, found: known.all.map(\.element) + dead.map(\.1))
        case .names:
            let names = known.all.map(\.name) + dead.map(\.0)
            answer.add(href, found: names.map { WebDAVElement(name: $0).source })
        case .properties(let names):
            var found: [String] = []
            var missing: [String] = []
            for name in names {
                if let element = known.element(name) ?? dead.first(where: { $0.0 == name })?.1 {
                    found.append(element)
                } else {
                    missing.append(WebDAVElement(name: name).source)
                }
            }
            answer.add(href, found: found, missing: missing)
        }
    }

    // MARK: Changing

    /// The properties that state the date of the client's file.
    private static let dates: Set<WebDAVElement.Name> = [
        .dav("getlastmodified"), .dav("lastmodified"),
        .init(space: "urn:schemas-microsoft-com:", name: "Win32LastModifiedTime"),
    ]
    /// Properties that Windows sets and Albumen ignores: a file's attributes and other dates.
    private static let windows = "urn:schemas-microsoft-com:"

    func changeProperties(_ visit: Visit) async throws -> Response {
        guard let document = try await document(visit), document.name == .dav("propertyupdate") else {
            throw Refusal.badRequest("The body isn't a propertyupdate.")
        }
        var changes: [(property: WebDAVElement, isRemoved: Bool)] = []
        for part in document.elements where [.dav("set"), .dav("remove")].contains(part.name) {
            for property in part.elements.filter({ $0.name == .dav("prop") }).flatMap(\.elements) {
                changes.append((property, part.name == .dav("remove")))
            }
        }
        guard changes.count <= WebDAVElement.propertyLimit else { throw Refusal.tooManyProperties }
        let (path, sender, inbox, wanted) = (visit.path, visit.sender, inbox, changes)
        try visit.requireMember()
        return try await work.upload {
            try inbox.change { files in
                try self.check(visit, changing: [path])
                guard var file = try inbox.file(path, of: sender) else { throw Refusal.noFile }
                var refused: Set<WebDAVElement.Name> = []
                var dead: [(SentProperty, Bool)] = []
                for (property, isRemoved) in wanted {
                    let name = property.name
                    if Self.dates.contains(name), !isRemoved {
                        if let date = WebDAVDate.parsed(property.text) {
                            (file.modified, file.isDated) = (date, true)
                        } else {
                            refused.insert(name)
                        }
                    } else if name.space == WebDAVElement.dav {
                        refused.insert(name)
                    } else if name.space != Self.windows {
                        dead.append(
                            (.init(space: name.space, name: name.name, element: property.source), isRemoved))
                    }
                }
                var answer = MultiStatus()
                let names = wanted.map(\.property.name)
                let href = WebDAVAddress.href(path, isFolder: file.isFolder)
                func elements(_ isWanted: (WebDAVElement.Name) -> Bool) -> [String] {
                    names.filter(isWanted).map { WebDAVElement(name: $0).source }
                }
                if refused.isEmpty {
                    if try files.change(dead, of: path, sender.id) {
                        file.touched = inbox.store.now()
                        _ = try files.store(file, of: sender.id)
                        answer.add(href, found: elements { _ in true })
                    } else {
                        answer.add(href, [("507 Insufficient Storage", elements { _ in true })])
                    }
                } else {
                    answer.add(
                        href,
                        [
                            ("403 Forbidden", elements(refused.contains)),
                            ("424 Failed Dependency", elements { !refused.contains($0) }),
                        ])
                }
                return answer.response
            }
        }
    }
}

/// The properties that Albumen knows of a file or folder.
struct LiveProperties {
    private(set) var all: [(name: WebDAVElement.Name, element: String)] = []
    let isFolder: Bool

    /// The namespace of Albumen's own properties.
    static let space = "urn:albumen:webdav"

    init(
        name: String, isFolder: Bool, created: Date?, modified: Date?, size: Int64 = 0,
        type: String = "application/octet-stream", tag: String? = nil
    ) {
        self.isFolder = isFolder
        add("resourcetype", isFolder ? "<D:collection/>" : "")
        add("displayname", XMLText.escaped(name))
        if let modified { add("getlastmodified", WebDAVDate.http(modified)) }
        if let created { add("creationdate", Date.ISO8601FormatStyle().format(created)) }
        guard !isFolder else { return }
        add("getcontentlength", String(size))
        add("getcontenttype", XMLText.escaped(type))
        if let tag { add("getetag", XMLText.escaped(tag)) }
    }

    init(_ file: SentFile, locks: [WebDAVLocks.Lock]) {
        self.init(
            name: file.path.isRoot ? WebDAVAddress.inboxName : file.path.name, isFolder: file.isFolder,
            created: file.created, modified: file.modified, size: file.size, tag: "\"\(file.tag)\"")
        let entry = "<D:lockentry><D:lockscope><D:%/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockentry>"
        add("supportedlock", ["exclusive", "shared"].map { entry.replacing("%", with: $0) }.joined())
        add("lockdiscovery", locks.map(\.element).joined())
        if !file.isFolder { addOwn("state", file.state.rawValue) }
        if file.state == .refused, let reason = file.detail { addOwn("reason", reason) }
    }

    private mutating func add(_ name: String, _ content: String) {
        all.append((.dav(name), "<D:\(name)>\(content)</D:\(name)>"))
    }

    private mutating func addOwn(_ name: String, _ text: String) {
        let text = XMLText.escaped(text)
        all.append((.init(space: Self.space, name: name), "<A:\(name) xmlns:A=\"\(Self.space)\">\(text)</A:\(name)>"))
    }

    func element(_ name: WebDAVElement.Name) -> String? { all.first { $0.name == name }?.element }
}

/// The body of a response about several files or properties (RFC 4918, 13).
struct MultiStatus: Sendable {
    private static let end = "</D:multistatus>\n"
    private static let status = HTTPResponse.Status(code: 207, reasonPhrase: "Multi-Status")
    /// The number of files whose properties are in memory at a time.
    private static let pieceCount = 200

    private var text = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<D:multistatus xmlns:D=\"DAV:\">"

    mutating func add(_ href: String, found: [String], missing: [String] = []) {
        add(href, [("200 OK", found), ("404 Not Found", missing)])
    }

    mutating func add(_ href: String, _ parts: [(status: String, elements: [String])]) {
        text += "<D:response><D:href>\(XMLText.escaped(href))</D:href>"
        for (status, elements) in parts where !elements.isEmpty || parts.allSatisfy(\.elements.isEmpty) {
            text +=
                "<D:propstat><D:prop>\(elements.joined())</D:prop><D:status>HTTP/1.1 \(status)</D:status></D:propstat>"
        }
        text += "</D:response>\n"
    }

    var response: Response {
        .xml(text + Self.end, status: Self.status)
    }

    private mutating func take() -> String {
        defer { text = "" }
        return text
    }

    /// Returns a response about many files. Makes its text while the client reads it, a piece at a time.
    ///
    /// - Parameter add: Adds a file to the response. Blocks.
    static func response<Member: Sendable>(
        about members: [Member], _ work: BlockingWork,
        add: @escaping @Sendable (Member, inout MultiStatus) throws -> Void
    ) async throws -> Response {
        let piece = { @Sendable (start: Int, answer: MultiStatus) in
            try await work.walk {
                var answer = answer
                for member in members[start..<min(start + pieceCount, members.count)] { try add(member, &answer) }
                return answer
            }
        }
        let first = try await piece(0, MultiStatus())
        guard members.count > pieceCount else { return first.response }
        var response = Response.xml("", status: status)
        response.body = ResponseBody { writer in
            var answer = first
            try await writer.write(ByteBuffer(string: answer.take()))
            for start in stride(from: pieceCount, to: members.count, by: pieceCount) {
                answer = try await piece(start, answer)
                try await writer.write(ByteBuffer(string: answer.take()))
            }
            try await writer.write(ByteBuffer(string: end))
            try await writer.finish(nil)
        }
        return response
    }
}

extension Response {
    static func xml(_ text: String, status: HTTPResponse.Status, headers: HTTPFields = [:]) -> Response {
        var headers = headers
        headers[.contentType] = "application/xml; charset=utf-8"
        headers[.cacheControl] = "no-store"
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}

/// A refusal with a condition of WebDAV in XML (RFC 4918, 16).
struct WebDAVFailure: Error {
    let status: HTTPResponse.Status
    let condition: String
    let message: String

    static func answering(_ body: () async throws -> Response) async throws -> Response {
        do {
            return try await body()
        } catch let failure as WebDAVFailure {
            let text = """
                <?xml version="1.0" encoding="utf-8"?>
                <D:error xmlns:D="DAV:"><D:\(failure.condition)/><!-- \(failure.message) --></D:error>

                """
            return .xml(text, status: failure.status)
        }
    }
}

extension Refusal {
    fileprivate static let tooManyProperties = Refusal.badRequest(
        "A request names at most \(WebDAVElement.propertyLimit) properties. Ask for fewer at a time.")
}
