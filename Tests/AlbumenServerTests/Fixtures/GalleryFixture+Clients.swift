import AlbumenTestSupport
import Catalog
import Foundation
import HTTPTypes
import LocalSockets
import Records
import Synchronization
import Testing

@testable import Albumen
@testable import AlbumenServer
@testable import PhotoLibrary

extension GalleryFixture {
    /// Sets a client's access and returns a new token of it.
    ///
    /// - Parameter users: The other users for whom the token is.
    func token(
        of client: String, _ level: ClientAccess.Level? = nil, users: Set<uid_t> = []
    ) throws -> String {
        if let level { try library.setAccess(level, ofClient: client, author: "test") }
        return try library.makeToken(forClient: client, users: users)
    }

    func choose(_ uuids: [String], for client: String) throws {
        let rows = try library.owner.assetRows(uuids: uuids)
        try library.changeSelection(
            ofClient: client, choosing: uuids.compactMap { rows[$0] }, deselecting: [], author: "test")
    }

    func deselect(_ uuids: [String], of client: String) throws {
        let rows = try library.owner.assetRows(uuids: uuids)
        try library.changeSelection(
            ofClient: client, choosing: [], deselecting: uuids.compactMap { rows[$0] }, author: "test")
    }

    /// The UUIDs of the assets that are chosen for a client.
    func selection(of client: String) throws -> Set<String> {
        let records = try library.owner.assets(withIdentifiers: try library.chosenAssets(ofClient: client))
        return Set(records.values.map(\.uuid))
    }

    /// Sends a request of a program with a client's token, which has no origin and no cookie.
    func ask(
        _ method: HTTPRequest.Method = .get, _ path: String, _ json: String? = nil, token: String,
        headers: HTTPFields = [:], as visitor: Visitor = .nobody
    ) async throws -> Answer {
        var headers = headers
        headers[.authorization] = "Bearer \(token)"
        guard let json else {
            return try await respond(
                method, path, as: visitor, headers: headers, tellsOrigin: false, tellsToken: false)
        }
        return try await change(
            method, path, json, as: visitor, headers: headers, tellsOrigin: false, tellsToken: false)
    }

    /// Answers all questions until `body` returns.
    func answering<Value>(
        _ answer: @escaping @Sendable (Question) -> QuestionAnswer, _ body: () async throws -> Value
    ) async throws -> Value {
        let watch = try QuestionWatch(library) { [library] questions in
            for question in questions {
                do {
                    _ = try library.answer(question.id, answer(question), author: "page")
                } catch {
                    Issue.record(error)
                }
            }
        }
        defer { watch.cancel() }
        return try await body()
    }
}

extension QuestionAnswer {
    /// Allows a change, with its count if it's needed.
    static func allowing(_ question: Question) -> QuestionAnswer {
        guard case .change(_, let count) = question.kind else { return .none }
        return .allow(count: count)
    }
}

/// The kernel's socket table, in which connections belong to another user while `isForeign` is set.
final class ForeignTable: SocketTable {
    static let user: uid_t = 54_321

    private let kernel = DiagnosticSocketTable()
    private let state = Mutex(false)

    var isForeign: Bool {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    func socket(at local: SocketEndpoint, connectedTo remote: SocketEndpoint) throws -> PeerSocket? {
        let socket = try kernel.socket(at: local, connectedTo: remote)
        guard isForeign else { return socket }
        return socket.map { PeerSocket(user: Self.user, inode: $0.inode, state: $0.state) }
    }
}

extension GalleryFixture {
    /// Adds assets without files.
    func addRows(_ count: Int) throws {
        try library.catalog.write(author: "test") { transaction in
            for _ in 0..<count {
                let asset = AssetRecord(
                    uuid: UUID().uuidString, mediaType: .image, mediaSubtypes: [], playbackStyle: .image,
                    pixelWidth: 1, pixelHeight: 1, duration: 0, creationDate: nil,
                    addedDate: Date(timeIntervalSinceReferenceDate: 0))
                _ = try transaction.insert(asset)
            }
        }
    }
}
