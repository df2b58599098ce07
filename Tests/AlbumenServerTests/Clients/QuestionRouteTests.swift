import Albumen
import AlbumenTestSupport
import Foundation
import HTTPTypes
import Records
import Testing

@testable import AlbumenServer

/// The questions of programs, as the owner's page shows and answers them (§1.1, §10.10).
@Suite struct QuestionRouteTests {
    struct Questions: Decodable {
        struct Question: Decodable, Equatable {
            let id: Int64
            let kind: String
            let client: String
            let program: String?
            let reason: String?
            let accessLevel: String?
            let text: String?
            let count: Int?
            let date: String?
            let picker: String?
        }

        let questions: [Question]
    }

    private func questions(_ gallery: GalleryFixture) async throws -> [Questions.Question] {
        try await gallery.respond("/api/questions").decoded(as: Questions.self).questions
    }

    private func answer(_ id: Int64, _ json: String, _ gallery: GalleryFixture) async throws -> Answer {
        try await gallery.change(.post, "/api/questions/\(id)", json)
    }

    @Test func `all open questions are listed, oldest first`() async throws {
        try await GalleryFixture.open { gallery in
            let kinds: [Question.Kind] = [
                .access(.readWrite), .access(.addOnly), .selection, .change(text: "delete 1 album", needsCount: nil),
                .change(text: "delete 200 photos and videos", needsCount: 200),
            ]
            for (index, kind) in kinds.enumerated() {
                _ = try gallery.library.ask(
                    NewQuestion(client: "app \(index)", kind: kind, reason: index == 0 ? "To print" : nil))
            }
            let listed = try await questions(gallery)
            #expect(listed.map(\.client) == (0..<5).map { "app \($0)" })
            #expect(listed.map(\.kind) == ["access", "access", "selection", "change", "change"])
            #expect(listed.map(\.accessLevel) == ["readWrite", "addOnly", nil, nil, nil])
            #expect(listed.map(\.text) == [nil, nil, nil, "delete 1 album", "delete 200 photos and videos"])
            #expect(listed.map(\.count) == [nil, nil, nil, nil, 200])
            #expect(listed.map(\.reason) == ["To print", nil, nil, nil, nil])
            #expect(listed.allSatisfy { $0.program != nil && $0.date?.hasSuffix("Z") == true && $0.picker == nil })
        }
    }

    @Test(
        arguments: [
            (.readWrite, "all", .full), (.readWrite, "selected", .limited), (.readWrite, "none", .none),
            (.addOnly, "all", .addOnly), (.addOnly, "none", .ask),
        ] as [(AccessLevel, String, ClientAccess.Level)])
    func `an answer grants the access, once`(
        _ level: AccessLevel, _ text: String, _ expected: ClientAccess.Level
    ) async throws {
        try await GalleryFixture.open { gallery in
            let id = try gallery.library.ask(NewQuestion(client: "app", kind: .access(level)))
            #expect(try await answer(id, "{\"answer\": \"\(text)\"}", gallery).status == 204)
            #expect(try gallery.library.clientAccess().first?.level == expected)
            #expect(try await questions(gallery).isEmpty)
            #expect(try await answer(id, "{\"answer\": \"all\"}", gallery).status == 404)
            #expect(try gallery.library.clientAccess().first?.level == expected)
        }
    }

    @Test func `wrong answers leave a question open`() async throws {
        try await GalleryFixture.open { gallery in
            let access = try gallery.library.ask(NewQuestion(client: "app", kind: .access(.addOnly)))
            let change = try gallery.library.ask(
                NewQuestion(client: "app", kind: .change(text: "delete 200 photos and videos", needsCount: 200)))
            for (id, body, status, code) in [
                (access, "{\"answer\": \"selected\"}", 422, "wrongAnswer"),
                (access, "{\"answer\": \"allow\"}", 422, "wrongAnswer"),
                (access, "{\"answer\": \"perhaps\"}", 400, "badRequest"), (access, "{}", 400, "badRequest"),
                (access, "{\"answer\": \"all\", \"count\": 3}", 400, "badRequest"),
                (change, "{\"answer\": \"all\"}", 422, "wrongAnswer"),
                (change, "{\"answer\": \"allow\"}", 409, "needsConfirmation"),
                (change, "{\"answer\": \"allow\", \"count\": 199}", 409, "needsConfirmation"),
                (change + 1, "{\"answer\": \"none\"}", 404, "notFound"),
            ] {
                let refused = try await answer(id, body, gallery)
                #expect(refused.status == status, "\(body)")
                #expect(refused.refusal?.code == code, "\(body)")
                if status == 409 { #expect(refused.refusal?.count == 200) }
            }
            #expect(try await gallery.change(.post, "/api/questions/x", "{\"answer\": \"none\"}").status == 404)
            #expect(try await questions(gallery).count == 2)
            #expect(try await answer(change, "{\"answer\": \"allow\", \"count\": 200}", gallery).status == 204)
            #expect(try await questions(gallery).count == 1)
        }
    }

    @Test func `photos can be chosen for questions about access to them, in one session`() async throws {
        try await GalleryFixture.open { gallery in
            let selection = try gallery.library.ask(NewQuestion(client: "app", kind: .selection))
            let access = try gallery.library.ask(NewQuestion(client: "app", kind: .access(.readWrite)))
            let adding = try gallery.library.ask(NewQuestion(client: "app", kind: .access(.addOnly)))
            var numbers: [String] = []
            for id in [selection, selection, access] {
                let opened = try await gallery.change(.post, "/api/questions/\(id)/picker", "{}")
                #expect(opened.status == 200)
                numbers.append(try opened.decoded(as: SelectionClient.Number.self).number)
            }
            #expect(numbers[0] == numbers[1])
            #expect(numbers[0] != numbers[2])
            let listed = try await questions(gallery)
            #expect(listed.map(\.picker) == [numbers[0], numbers[2], nil])
            #expect(try await gallery.change(.post, "/api/questions/\(adding)/picker", "{}").status == 422)
            #expect(try await gallery.change(.post, "/api/questions/999/picker", "{}").status == 404)
        }
    }
}
