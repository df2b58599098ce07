import Albumen
import Foundation
import HTTPTypes
import Hummingbird
import Records

/// The library, for senders that may read it. Nothing in it can be changed here.
extension WebDAVRoutes {
    func respondInLibrary(_ visit: Visit, _ names: [String]) async throws -> Response {
        switch visit.request.method.rawValue {
        case "OPTIONS": return Self.options
        case "PROPFIND": return try await libraryProperties(visit, names)
        case "GET", "HEAD": return try await original(visit, names)
        default:
            throw Refusal(
                status: .forbidden, code: "readOnly",
                message: "Photos can be copied from here, and not be changed. Add files in /dav/inbox/.")
        }
    }

    private func libraryProperties(_ visit: Visit, _ names: [String]) async throws -> Response {
        try await WebDAVFailure.answering {
            let depth = try depth(visit)
            let question = try await question(visit)
            let library = library
            let listed = try await work.walk { () -> [(node: WebDAVLibrary.Node, names: [String])] in
                guard let node = try library.node(names) else { throw Refusal.noFile }
                guard depth == 1, case .folder(let folder, _) = node else { return [(node, names)] }
                return try [(node, names)] + library.members(of: folder).map { ($0, names + [$0.name]) }
            }
            return try await MultiStatus.response(about: listed, work) { listed, answer in
                let properties = LiveProperties(listed.node)
                let href = WebDAVAddress.href([WebDAVLibrary.name] + listed.names, isFolder: properties.isFolder)
                Self.add(properties, [], at: href, question, to: &answer)
            }
        }
    }

    private func original(_ visit: Visit, _ names: [String]) async throws -> Response {
        let (library, work) = (library, work)
        let found = try await work.walk { () -> (FileAnswer, Date?)? in
            switch try library.node(names) {
            case nil: throw Refusal.noFile
            case .folder: return nil
            case .file(let file):
                let view = library.view
                guard let asset = try view.asset(withUUID: file.assetUUID),
                    let resource = try view.resources(ofAsset: asset.id)?.first(where: { $0.sha256 == file.digest })
                else { throw Refusal.noFile }
                return (
                    try FileAnswer(
                        of: resource, ofAssetUUID: file.assetUUID, as: file.uniformTypeIdentifier, named: nil,
                        in: view, work), file.date
                )
            }
        }
        guard let (answer, date) = found else { return Response(status: .ok, headers: [.contentLength: "0"]) }
        var response = try await answer.response(to: visit.request, visit.context)
        response.headers[.lastModified] = date.map(WebDAVDate.http)
        return visit.request.method == .head ? response.createHeadResponse() : response
    }
}

extension LiveProperties {
    fileprivate init(_ node: WebDAVLibrary.Node) {
        switch node {
        case .folder(_, let name):
            self.init(name: name, isFolder: true, created: nil, modified: nil)
        case .file(let file):
            self.init(
                name: file.name, isFolder: false, created: file.date, modified: file.date, size: file.size,
                type: FileAnswer.contentType(of: file.uniformTypeIdentifier), tag: EntityTag.text(of: file.digest))
        }
    }
}
