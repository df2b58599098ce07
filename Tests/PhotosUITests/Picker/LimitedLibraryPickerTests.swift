import AlbumenTestSupport
import Foundation
import Records
import Synchronization
import Testing
import UIKit

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos
@testable import PhotosUI

/// `presentLimitedLibraryPicker` in its three forms (§1.3.7).
@MainActor @Suite struct LimitedLibraryPickerTests {
    private let temporary: TemporaryLibrary
    private let desk: QuestionDesk
    private let uuids: [String]
    private let assets: [Int64]
    private var library: Library { temporary.library }

    init() throws {
        temporary = try TemporaryLibrary()
        desk = try QuestionDesk(temporary.library)
        uuids = try temporary.add((0..<3).map { .image("\($0).jpg") }).compactMap(\.assetUUID)
        let rows = try temporary.library.owner.assetRows(uuids: uuids)
        assets = uuids.compactMap { rows[$0] }
    }

    private func session(_ environment: [String: String] = [:]) -> PhotoLibrarySession {
        let library = library
        let variables = ["ALBUMEN_CLIENT": "app", "ALBUMEN_COMMAND": "/bin/false"].merging(environment) { $1 }
        return PhotoLibrarySession(environment: variables, properties: .none, openLibrary: { library })
    }

    private func select(_ session: PhotoLibrarySession) -> Task<[String], Never> {
        PhotoLibrarySession.$current.withValue(session) {
            Task { await PHPhotoLibrary.shared().presentLimitedLibraryPicker(from: UIViewController()) }
        }
    }

    private func question() async throws -> Question {
        let desk = desk
        return try #require(try await onOwnThread { desk.next() })
    }

    @Test(arguments: ["granted", "ALBUMEN_ACCESS"])
    func `the result names only the newly selected assets, in the order of the selection`(reason: String) async throws {
        let server = try NominalServer(of: temporary.folder)
        if reason == "granted" {
            try library.setGrantedStatus(.limited, client: "app", accessLevel: .readWrite)
        }
        try library.choose([assets[1]], forClient: "app", author: "test")
        let identifiers = select(session(reason == "granted" ? [:] : ["ALBUMEN_ACCESS": "limited"]))
        let question = try await question()
        #expect(question.kind == .selection && question.presents && question.client == "app")
        // The user selects the others and deselects the former one.
        let added = try library.choose([assets[2], assets[0]], forClient: "app", author: "page")
        try library.deselect([assets[1]], fromClient: "app", author: "page")
        #expect(try library.answer(question.id, .selection(added: added), author: "page"))
        #expect(await identifiers.value == [uuids[2] + "/L0/001", uuids[0] + "/L0/001"])
        withExtendedLifetime(server) {}
    }

    @Test func `cancelling gives no identifiers, on the main queue`() async throws {
        let server = try NominalServer(of: temporary.folder)
        try library.setGrantedStatus(.limited, client: "app", accessLevel: .readWrite)
        let calls = CallRecorder<[String]>()
        let session = session()
        async let answered: Void = withCheckedContinuation { continuation in
            PhotoLibrarySession.$current.withValue(session) {
                PHPhotoLibrary.shared().presentLimitedLibraryPicker(from: UIViewController()) { identifiers in
                    dispatchPrecondition(condition: .onQueue(.main))
                    calls.record(identifiers)
                    continuation.resume()
                }
            }
        }
        let question = try await question()
        #expect(try library.answer(question.id, .none, author: "page"))
        await answered
        #expect(calls.calls == [[]])
        withExtendedLifetime(server) {}
    }

    @Test func `the form without a handler asks, too`() async throws {
        let server = try NominalServer(of: temporary.folder)
        try library.setGrantedStatus(.limited, client: "app", accessLevel: .readWrite)
        let session = session()
        PhotoLibrarySession.$current.withValue(session) {
            // Not the asynchronous form.
            let present: () -> Void = { PHPhotoLibrary.shared().presentLimitedLibraryPicker(from: UIViewController()) }
            present()
        }
        let question = try await question()
        #expect(try library.answer(question.id, .none, author: "page"))
        let desk = desk
        #expect(try await onOwnThread { desk.isCleared() })
        withExtendedLifetime(server) {}
    }

    @Test(arguments: ["authorized", "denied", "restricted", "undetermined"])
    func `outside limited access nothing happens`(access: String) async throws {
        let server = try NominalServer(of: temporary.folder)
        let identifiers = select(session(access == "undetermined" ? [:] : ["ALBUMEN_ACCESS": access]))
        #expect(await identifiers.value == [])
        #expect(try library.openQuestions().isEmpty)
        withExtendedLifetime(server) {}
    }

    @Test func `without a server and a program that serves, there are no identifiers`() async throws {
        try library.setGrantedStatus(.limited, client: "app", accessLevel: .readWrite)
        #expect(await select(session()).value == [])
        #expect(try library.openQuestions().isEmpty)
    }

    @Test func `a server starts if none runs`() async throws {
        let albumen = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "albumen").path
        try library.setGrantedStatus(.limited, client: "app", accessLevel: .readWrite)
        let identifiers = select(
            session([
                "ALBUMEN_COMMAND": albumen, "HOME": temporary.folder.path(percentEncoded: false),
                "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8",
            ]))
        let question = try await question()
        let server = try #require(try ServerLocation(of: temporary.folder).running())
        defer { kill(server.process, SIGTERM) }
        try library.choose([assets[0]], forClient: "app", author: "page")
        #expect(try library.answer(question.id, .selection(added: [assets[0]]), author: "page"))
        #expect(await identifiers.value == [uuids[0] + "/L0/001"])
    }
}
