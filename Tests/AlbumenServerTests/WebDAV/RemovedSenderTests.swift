import AlbumenTestSupport
import HTTPTypes
import Testing

@testable import Albumen
@testable import AlbumenServer

/// Senders that are removed in the middle of a transfer.
@Suite struct RemovedSenderTests {
    @Test func `a removal cuts a transfer at once, and nothing of it stays`() async throws {
        let state = try TemporaryFolder()
        try await LastingFixture.run(TemporaryLibrary(), state: state) { lasting in
            let (_, password) = try lasting.signIns.addSender(named: "phone")
            let inbox = try #require(lasting.server.inbox)
            let end = try await RawConnection.with(lasting.address) { connection in
                try await connection.send(
                    "PUT /dav/inbox/a.jpg HTTP/1.1\r\nHost: \(lasting.address.authority)\r\n"
                        + "Authorization: Bearer \(password)\r\nContent-Length: 100000\r\n\r\n"
                        + String(repeating: "x", count: 1_000))
                try await waitUntil("the file arrives") { try inbox.store.statuses().first?.isActive == true }
                #expect(try lasting.signIns.removeSender("phone") != nil)
                lasting.temporary.library.doorbell.ring()
                do {
                    return try await connection.read()
                } catch {
                    // The server has closed the connection.
                    return ""
                }
            }
            #expect(end == "")
            try await waitUntil("the bytes are deleted") { try inbox.store.statuses().isEmpty }
        }
    }

    @Test func `a connection that breaks leaves no file`() async throws {
        let state = try TemporaryFolder()
        try await LastingFixture.run(TemporaryLibrary(), state: state) { lasting in
            let (_, password) = try lasting.signIns.addSender(named: "phone")
            let inbox = try #require(lasting.server.inbox)
            for framing in ["Content-Length: 100000\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n400\r\n"] {
                try await RawConnection.with(lasting.address) { connection in
                    try await connection.send(
                        "PUT /dav/inbox/a.jpg HTTP/1.1\r\nHost: \(lasting.address.authority)\r\n"
                            + "Authorization: Bearer \(password)\r\n\(framing)" + String(repeating: "x", count: 1_000))
                    try await waitUntil("the file arrives") { try inbox.store.statuses().first?.isActive == true }
                }
                try await waitUntil("the bytes are deleted") { try inbox.store.statuses().isEmpty }
                let answer = try await lasting.ask(
                    "/dav/inbox/a.jpg", at: lasting.address.authority, [.authorization: "Bearer \(password)"])
                #expect(answer.status == 404)
            }
        }
    }
}
