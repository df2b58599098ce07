import Foundation
import HTTPTypes
import Hummingbird
import SentFiles

/// What an address below `/dav` stands for.
enum WebDAVAddress: Hashable, Sendable {
    /// The folder of the others, which can't be changed.
    case root
    /// A file or folder of the sender.
    case inbox(SentPath)
    /// A file or folder of the library.
    case library([String])

    static let inboxName = "inbox"

    /// - Parameter path: The path as the request states it.
    /// - Throws: `Refusal` if a part of it can't be a name (400), or if there is no such folder (404).
    init(path: String) throws {
        let parts = path.utf8.split(separator: UInt8(ascii: "/")).dropFirst()
        let names = try parts.map { part in
            guard let name = String(decoding: part, as: UTF8.self).removingPercentEncoding else {
                throw Refusal.badPath
            }
            return name.precomposedStringWithCanonicalMapping
        }
        guard let first = names.first else {
            self = .root
            return
        }
        if first == WebDAVLibrary.name {
            self = .library(Array(names.dropFirst()))
            return
        }
        guard first == Self.inboxName else { throw Refusal.notFound("There is no such folder.") }
        guard let path = SentPath(Array(names.dropFirst())) else { throw Refusal.badPath }
        self = .inbox(path)
    }

    /// Returns the address of another file on this server, from a header.
    ///
    /// - Throws: `Refusal`: 502 for another server.
    init(destination: String, of request: Request) throws {
        self = try .init(path: Self.path(of: destination, request))
    }

    /// Returns the path of an address in a header: an absolute one with this server's name, or a path.
    static func path(of address: String, _ request: Request) throws -> String {
        if address.hasPrefix("/") { return address }
        guard let scheme = address.range(of: "://"),
            ["http", "https"].contains(address[..<scheme.lowerBound].lowercased())
        else { throw Refusal.badPath }
        let rest = address[scheme.upperBound...]
        let authority = rest.prefix { $0 != "/" }
        guard authority.lowercased() == request.head.authority?.lowercased() else {
            throw Refusal(
                status: .badGateway, code: "otherServer", message: "The other address isn't one of this server.")
        }
        return String(rest[authority.endIndex...])
    }

    /// Returns the path for responses. Folders end with a slash.
    static func href(_ path: SentPath, isFolder: Bool) -> String {
        href([inboxName] + path.names, isFolder: isFolder)
    }

    static func href(_ names: [String], isFolder: Bool) -> String {
        let text = (["dav"] + names).map { $0.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "" }
        return "/" + text.joined(separator: "/") + (isFolder ? "/" : "")
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@")
}

extension Refusal {
    static let badPath = Refusal(
        status: .badRequest, code: "badName",
        message: "The address has an empty or overlong name, one with a control character or a slash, or “..”. "
            + "Rename the file or folder.")
}
