import Albumen
import Foundation
import HTTPTypes
import Hummingbird
import SentFiles

/// Locks, which file managers and editors demand.
extension WebDAVRoutes {
    func lock(_ visit: Visit) async throws -> Response {
        guard let document = try await document(visit) else { return try await refresh(visit) }
        guard document.name == .dav("lockinfo"), let scope = document.first("lockscope"),
            document.first("locktype")?.first("write") != nil,
            scope.first("exclusive") != nil || scope.first("shared") != nil
        else { throw Refusal.badRequest("The body isn't a lockinfo with a scope and the type write.") }
        let isDeep: Bool
        switch visit.request.headers[.depth]?.lowercased() {
        case "0": isDeep = false
        case nil, "infinity": isDeep = true
        default: throw Refusal.badRequest("A lock has the Depth 0 or infinity.")
        }
        let owner = document.first("owner")?.inner ?? ""
        guard owner.utf8.count <= WebDAVLocks.ownerLimit else {
            throw Refusal.badRequest("The owner of a lock has at most \(WebDAVLocks.ownerLimit) bytes of XML.")
        }
        let (path, sender, inbox, seconds) = (visit.path, visit.sender, inbox, seconds(visit))
        let isExclusive = scope.first("exclusive") != nil
        return try await work.upload {
            let (lock, isNew) = try inbox.change { files in
                let file = try inbox.file(path, of: sender)
                try self.checkCondition(visit)
                if file == nil {
                    try self.check(visit, changing: [path], changesMembers: true)
                    try inbox.requireFolder(of: path, sender)
                }
                guard
                    let lock = try inbox.locks.add(
                        path, of: sender.id, isDeep: isDeep, isExclusive: isExclusive, owner: owner,
                        seconds: seconds)
                else { throw Refusal.locked }
                if file == nil {
                    do {
                        _ = try inbox.store(nil, at: path, of: sender, nil, files)
                    } catch {
                        _ = inbox.locks.remove(lock.token, on: path, of: sender.id)
                        throw error
                    }
                }
                return (lock, file == nil)
            }
            return Self.answer(lock, status: isNew ? .created : .ok)
        }
    }

    /// The conditions of a lock are those of its header alone: shared locks exist beside each other.
    private func checkCondition(_ visit: Visit) throws { try check(visit, changing: []) }

    private func refresh(_ visit: Visit) async throws -> Response {
        let (path, sender, inbox, seconds) = (visit.path, visit.sender, inbox, seconds(visit))
        guard let condition = try WebDAVCondition(HTTPField.Name("If").flatMap { visit.request.headers[$0] }) else {
            throw Refusal.badRequest("A lock needs a body, or the header If with the token to refresh.")
        }
        return try await work.read {
            guard let lock = inbox.locks.refresh(condition.tokens, on: path, of: sender.id, seconds: seconds) else {
                throw Refusal.failedCondition
            }
            return Self.answer(lock, status: .ok, isRefreshed: true)
        }
    }

    func unlock(_ visit: Visit) async throws -> Response {
        guard let field = visit.request.headers[.lockToken], field.hasPrefix("<"), field.hasSuffix(">") else {
            throw Refusal.badRequest("The header Lock-Token is missing.")
        }
        let (path, sender, inbox) = (visit.path, visit.sender, inbox)
        let token = String(field.dropFirst().dropLast())
        return try await work.upload {
            let isRemoved = try inbox.change { _ in inbox.locks.remove(token, on: path, of: sender.id) }
            guard isRemoved else { throw Refusal.conflict("There is no such lock here.") }
            return Response(status: .noContent)
        }
    }

    /// The time that the client asks for, within the limit.
    private func seconds(_ visit: Visit) -> Int {
        let wanted = (visit.request.headers[.timeout] ?? "").split(separator: ",").lazy.compactMap { text in
            let text = text.trimmingCharacters(in: .whitespaces).lowercased()
            return text.hasPrefix("second-") ? Int(text.dropFirst(7)) : nil
        }
        return max(1, min(wanted.first ?? WebDAVLocks.secondsLimit, WebDAVLocks.secondsLimit))
    }

    private static func answer(
        _ lock: WebDAVLocks.Lock, status: HTTPResponse.Status, isRefreshed: Bool = false
    ) -> Response {
        let text = """
            <?xml version="1.0" encoding="utf-8"?>
            <D:prop xmlns:D="DAV:"><D:lockdiscovery>\(lock.element)</D:lockdiscovery></D:prop>

            """
        return .xml(text, status: status, headers: isRefreshed ? [:] : [.lockToken: "<\(lock.token)>"])
    }
}

extension WebDAVLocks.Lock {
    /// The lock in the property `lockdiscovery`.
    var element: String {
        let owner = owner.isEmpty ? "" : "<D:owner>\(owner)</D:owner>"
        return "<D:activelock><D:locktype><D:write/></D:locktype>"
            + "<D:lockscope><D:\(isExclusive ? "exclusive" : "shared")/></D:lockscope>"
            + "<D:depth>\(isDeep ? "infinity" : "0")</D:depth>\(owner)<D:timeout>Second-\(seconds)</D:timeout>"
            + "<D:locktoken><D:href>\(token)</D:href></D:locktoken>"
            + "<D:lockroot><D:href>\(XMLText.escaped(WebDAVAddress.href(path, isFolder: false)))</D:href></D:lockroot>"
            + "</D:activelock>"
    }
}
