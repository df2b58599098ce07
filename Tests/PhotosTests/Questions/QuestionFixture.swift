import AlbumenTestSupport
import Foundation
import Photos
import Records

@testable import Albumen
@testable import PhotoLibrary

/// An app that asks, and the owner who answers in the page.
final class QuestionFixture: Sendable {
    let temporary: TemporaryLibrary
    /// Something listens there as the library's server does.
    let server: NominalServer?
    let desk: QuestionDesk
    var library: Library { temporary.library }

    init(hasServer: Bool = true) throws {
        temporary = try TemporaryLibrary()
        server = hasServer ? try NominalServer(of: temporary.folder) : nil
        desk = try QuestionDesk(temporary.library)
    }

    func session(
        _ prompt: any UserPrompt, environment: [String: String] = [:], properties: ProgramProperties = .none
    ) -> PhotoLibrarySession {
        let library = library
        let variables = ["ALBUMEN_CLIENT": "app", "ALBUMEN_COMMAND": "/bin/false"].merging(environment) { $1 }
        return PhotoLibrarySession(
            environment: variables, properties: properties, prompt: prompt, openLibrary: { library })
    }

    /// Waits for a question on a thread of its own.
    func question(_ isWanted: @escaping @Sendable (Question) -> Bool = { _ in true }) async throws -> Question? {
        let desk = desk
        return try await onOwnThread { desk.next(isWanted) }
    }

    func isCleared() async throws -> Bool {
        let desk = desk
        return try await onOwnThread { desk.isCleared() }
    }

    func answer(_ question: Question?, _ answer: QuestionAnswer) throws -> Bool {
        guard let question else { return false }
        return try library.answer(question.id, answer, author: "page")
    }

    /// Adds photos and returns their row identifiers.
    func addPhotos(_ count: Int) throws -> [Int64] {
        try temporary.add((0..<count).map { .image("\($0).jpg") })
        return try library.owner.assetIdentifiers(AssetFetch())
    }
}
