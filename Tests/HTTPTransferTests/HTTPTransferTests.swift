import AlbumenTestSupport
import Foundation
import Synchronization
import SystemPackage
import Testing

@testable import HTTPTransfers

/// Blocking transfers over HTTP with libcurl.
@Suite struct HTTPTransferTests {
    /// Runs a blocking call on a thread that nobody else needs.
    private func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
        }
    }

    @Test func `an answer has its status, fields and bytes, and a status of failure is no error`() async throws {
        let server = try ScriptedServer { request in
            var answer = ScriptedServer.Answer(request.path == "/a" ? 200 : 404, Data(request.path.utf8))
            answer.fields["X-Field"] = request.fields["x-sent"]
            return answer
        }
        var request = TransferRequest("GET", server.address + "/a")
        request.fields["X-Sent"] = "value"
        let (answer, body) = try await blocking { [request] in try HTTPTransfer(request).data() }
        #expect(answer.status == 200 && answer.isSuccess)
        #expect(answer.fields["x-field"] == "value")
        #expect(answer.byteCount == 2)
        #expect(body == Data("/a".utf8))
        let missing = try await blocking { try HTTPTransfer(TransferRequest("GET", server.address + "/b")).data() }
        #expect(missing.0.status == 404 && !missing.0.isSuccess)
    }

    @Test func `data, an empty body and a part of a file are sent with their method`() async throws {
        let server = try ScriptedServer { request in
            ScriptedServer.Answer(200, Data("\(request.method) ".utf8) + request.body)
        }
        let folder = try TemporaryFolder()
        let url = try folder.write(Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 7) }), to: "file")
        let file = try FileDescriptor.open(FilePath(url.path), .readOnly)
        defer { try? file.close() }
        let bodies: [(String, TransferRequest.Body, Data)] = [
            ("POST", .data(Data("text".utf8)), Data("text".utf8)), ("PATCH", .data(Data()), Data()),
            ("PUT", .file(file, 1000..<150_000), try Data(contentsOf: url)[1000..<150_000]),
        ]
        for (method, body, sent) in bodies {
            var request = TransferRequest(method, server.address)
            request.body = body
            let received = try await blocking { [request] in try HTTPTransfer(request).data().1 }
            #expect(received == Data("\(method) ".utf8) + sent)
        }
    }

    @Test func `a range is requested`() async throws {
        let server = try ScriptedServer { ScriptedServer.Answer(206, Data(($0.fields["range"] ?? "").utf8)) }
        var request = TransferRequest("GET", server.address)
        request.range = 500...
        let received = try await blocking { [request] in try HTTPTransfer(request).data().1 }
        #expect(received == Data("bytes=500-".utf8))
    }

    @Test func `redirections are not followed`() async throws {
        let count = Mutex(0)
        let server = try ScriptedServer { _ in
            count.withLock { $0 += 1 }
            var answer = ScriptedServer.Answer(302)
            answer.fields["Location"] = "/elsewhere"
            return answer
        }
        let answer = try await blocking { try HTTPTransfer(TransferRequest("GET", server.address)).data().0 }
        #expect(answer.status == 302)
        #expect(count.withLock { $0 } == 1)
    }

    @Test func `a failed check of the connection sends nothing`() async throws {
        let count = Mutex(0)
        let server = try ScriptedServer { _ in
            count.withLock { $0 += 1 }
            return ScriptedServer.Answer()
        }
        var request = TransferRequest("GET", server.address)
        let port = server.port
        request.check = { connection in
            #expect(connection.remoteAddress == "127.0.0.1" && connection.remotePort == port)
            #expect(connection.localPort != 0)
            throw CocoaError(.fileReadNoPermission)
        }
        let transfer = HTTPTransfer(request)
        await #expect(throws: CocoaError.self) {
            try await blocking { _ = try transfer.data() }
        }
        #expect(count.withLock { $0 } == 0)
    }

    @Test func `a cancelled transfer ends before its answer`() async throws {
        let gate = DispatchSemaphore(value: 0)
        let server = try ScriptedServer { _ in
            gate.wait()
            return ScriptedServer.Answer()
        }
        defer { gate.signal() }
        let transfer = HTTPTransfer(TransferRequest("GET", server.address))
        let task = Task { try await blocking { _ = try transfer.data() } }
        transfer.cancel()
        await #expect { try await task.value } throws: { ($0 as? TransferError)?.code == .cancelled }
    }

    @Test func `failures have their code`() async throws {
        let server = try ScriptedServer { request in
            var answer = ScriptedServer.Answer(200, Data(count: 100_000))
            if request.path == "/short" { answer.end = 50_000 }
            return answer
        }
        let address = server.address
        func code(_ path: String, _ base: String? = nil) async -> TransferError.Code? {
            do {
                let request = TransferRequest("GET", (base ?? address) + path)
                _ = try await blocking { try HTTPTransfer(request).data(limit: 60_000) }
                return nil
            } catch {
                return (error as? TransferError)?.code
            }
        }
        #expect(await code("/short") == .interrupted)
        #expect(await code("/long") == .tooLong)
        #expect(await code("/", "file:///etc") == .protocolViolation)
        server.stop()
        #expect(await code("/") == .unreachable)
    }

    @Test func `a download delivers its bytes as they are read`() async throws {
        let data = Data((0..<8_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 9) })
        let server = try ScriptedServer { request in
            var answer = ScriptedServer.Answer(request.path == "/a" ? 200 : 404, request.path == "/b" ? Data() : data)
            if request.path == "/short" { answer.end = 5_000_000 }
            return answer
        }
        try await blocking {
            let download = HTTPDownload(TransferRequest("GET", server.address + "/a"))
            var received = Data()
            while let piece = try download.next() {
                #expect(piece.count <= 2 << 20)
                received += piece
            }
            #expect(received == data)
            #expect(download.answer.status == 200 && download.answer.byteCount == 8_000_000)
            #expect(try download.next() == nil)
            let empty = HTTPDownload(TransferRequest("GET", server.address + "/b"))
            #expect(try empty.next() == nil)
            #expect(empty.answer.status == 404)
            let short = HTTPDownload(TransferRequest("GET", server.address + "/short"))
            let error = #expect(throws: TransferError.self) { while try short.next() != nil {} }
            #expect(error?.code == .interrupted)
        }
    }

    @Test func `a download that is not read stops the server, and can be cancelled`() async throws {
        let data = Data(count: 64_000_000)
        let isSent = Mutex(false)
        let isStopped = Gate()
        let server = try ScriptedServer { _ in
            var answer = ScriptedServer.Answer(200, data)
            answer.pause = { isSent.withLock { $0 = true } }
            answer.stall = { isStopped.open() }
            return answer
        }
        try await blocking {
            let download = HTTPDownload(TransferRequest("GET", server.address))
            let first = try download.next()
            #expect(first != nil)
            // The first half doesn't fit into the buffers of two sockets.
            #expect(isStopped.wait())
            #expect(!isSent.withLock { $0 })
            download.cancel()
            let error = #expect(throws: TransferError.self) {
                while try download.next() != nil {}
            }
            #expect(error?.code == .cancelled)
            let late = HTTPDownload(TransferRequest("GET", server.address))
            late.cancel()
            #expect(throws: TransferError.self) { try late.next() }
        }
    }

    @Test func `the head of an answer has a limit`() async throws {
        let server = try ScriptedServer { request in
            var answer = ScriptedServer.Answer()
            for number in 0..<(request.path == "/a" ? 60 : 70) {
                answer.fields["X-Field-\(number)"] = String(repeating: "a", count: 1000)
            }
            return answer
        }
        let accepted = try await blocking { try HTTPTransfer(TransferRequest("GET", server.address + "/a")).data().0 }
        #expect(accepted.fields.count > 60)
        await #expect {
            try await blocking { _ = try HTTPTransfer(TransferRequest("GET", server.address + "/b")).data() }
        } throws: { ($0 as? TransferError)?.code == .tooLong }
    }

    @Test func `sent bytes are counted`() async throws {
        let server = try ScriptedServer { _ in ScriptedServer.Answer() }
        let folder = try TemporaryFolder()
        let url = try folder.write(Data(count: 3_000_000), to: "file")
        let file = try FileDescriptor.open(FilePath(url.path), .readOnly)
        defer { try? file.close() }
        let counts = Mutex<[Int64]>([])
        var request = TransferRequest("PUT", server.address)
        request.body = .file(file, 0..<3_000_000)
        request.noteSent = { count in counts.withLock { $0.append(count) } }
        _ = try await blocking { [request] in try HTTPTransfer(request).data() }
        #expect(counts.withLock { $0.last == 3_000_000 && $0 == $0.sorted() })
    }

    @Test func `a value with a line break is refused`() async throws {
        var request = TransferRequest("GET", "http://127.0.0.1:1")
        request.fields["A"] = "b\r\nC: d"
        let transfer = HTTPTransfer(request)
        await #expect {
            try await blocking { _ = try transfer.data() }
        } throws: { ($0 as? TransferError)?.code == .protocolViolation }
    }
}
