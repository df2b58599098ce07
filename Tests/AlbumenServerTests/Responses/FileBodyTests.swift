import AlbumenTestSupport
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import AlbumenServer

/// Files as the bodies of responses.
@Suite struct FileBodyTests {
    /// Keeps what is written.
    private struct Collector: ResponseBodyWriter {
        var bytes = ByteBuffer()

        mutating func write(_ buffer: ByteBuffer) async throws { bytes.writeImmutableBuffer(buffer) }

        consuming func finish(_: HTTPFields?) async throws {}
    }

    @Test(arguments: [0..<1, 0..<300_000, 7..<131_079, 131_072..<131_073, 299_999..<300_000, 5..<5])
    func `a file that is deleted after the head is sent completely`(range: Range<Int64>) async throws {
        let folder = try TemporaryFolder()
        let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 251) })
        let file = folder.file("a")
        try bytes.write(to: file)
        try await Self.withWork { work in
            let body = try FileBody(contentsOf: file, work: work)
            try FileManager.default.removeItem(at: file)
            #expect(try body.byteCount() == 300_000)
            #expect(body.body(of: range).contentLength == range.count)
            #expect(try await Self.bytes(range, of: body) == bytes[Int(range.lowerBound)..<Int(range.upperBound)])
        }
    }

    @Test func `a file that became shorter ends the response with an error`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("a")
        try Data(count: 1000).write(to: file)
        try await Self.withWork { work in
            let body = try FileBody(contentsOf: file, work: work)
            await #expect(throws: Refusal.self) { try await Self.bytes(0..<1001, of: body) }
        }
    }

    @Test func `a missing file and a link are refused before the head`() async throws {
        let folder = try TemporaryFolder()
        try Data(count: 1).write(to: folder.file("a"))
        try FileManager.default.createSymbolicLink(at: folder.file("link"), withDestinationURL: folder.file("a"))
        try await Self.withWork { work in
            for name in ["missing", "link"] {
                #expect(throws: (any Error).self) { try FileBody(contentsOf: folder.file(name), work: work) }
            }
        }
    }

    // MARK: Parts

    private static func bytes(_ range: Range<Int64>, of body: FileBody) async throws -> Data {
        var writer: any ResponseBodyWriter = Collector()
        try await body.write(range, to: &writer)
        let collector = try #require(writer as? Collector)
        return Data(collector.bytes.readableBytesView)
    }

    private static func withWork(_ body: (BlockingWork) async throws -> Void) async throws {
        let work = BlockingWork(pictureThreads: 1)
        try await body(work)
        try await work.finish()
    }
}
