import AlbumenTestSupport
import Foundation
import Synchronization
import Testing

@testable import AlbumenServer

@Suite struct AddressFileTests {
    @Test func `the file has the address and the process, and only the owner reads it`() throws {
        let folder = try TemporaryFolder()
        let file = AddressFile(in: folder.url)
        for port in [1, 8420] {
            try file.write(try ServerAddress(port: port), page: "http://run.albumen.localhost:\(port)")
        }
        let path = folder.file(AddressFile.name)
        let text = try String(contentsOf: path, encoding: .utf8)
        #expect(
            text
                == "{\"address\":\"http://127.0.0.1:8420\",\"page\":\"http://run.albumen.localhost:8420\",\"process\":\(getpid())}"
        )
        let mode = try FileManager.default.attributesOfItem(atPath: path.path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        #expect(try folder.names() == [AddressFile.name])
        file.remove()
        #expect(try folder.names() == [])
    }

    @Test func `the file of another server stays`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Data(#"{"address":"http://127.0.0.1:1","process":1}"#.utf8), to: AddressFile.name)
        AddressFile(in: folder.url).remove()
        #expect(try folder.names() == [AddressFile.name])
        let missing = AddressFile(in: folder.file("missing"))
        #expect(throws: ServerError.self) { try missing.write(try ServerAddress(port: 1), page: "") }
    }

    @Test func `an unused server ends`() async throws {
        let answers = AsyncStream.makeStream(of: Void.self)
        var watch = IdleWatch {
            answers.continuation.yield()
            return true
        }
        (watch.patience, watch.firstPatience, watch.interval) = (.zero, .zero, .seconds(600))
        try await watch.run()
        answers.continuation.finish()
        var count = 0
        for await _ in answers.stream { count += 1 }
        #expect(count == 1)
    }

    @Test func `a server that nobody has used yet waits for its first use`() async throws {
        let uses = Mutex([true, true, false, true])
        var watch = IdleWatch { uses.withLock { $0.removeFirst() } }
        (watch.patience, watch.firstPatience, watch.interval) = (.zero, .seconds(600), .zero)
        try await watch.run()
        // It ended at the first question after the use.
        #expect(uses.withLock { $0.isEmpty })
    }
}
