import AlbumenTestSupport
import Foundation
import MediaWork
import Testing

@testable import MediaRequests

/// The list of changed bytes that a worker sends for a copy without metadata.
@Suite struct ByteChangeTests {
    private let changes: [ByteChange] = [.fill(10..<20, 0), .write([1, 2, 3], at: 15), .fill(0..<1, 255)]

    @Test func `a list has the same changes after decoding`() {
        let list = Data(ByteChangeList.encoded(changes))
        #expect(ByteChangeList.decoded(list, fileSize: 20) == changes)
        #expect(ByteChangeList.decoded(Data(ByteChangeList.encoded([])), fileSize: 0) == [])
    }

    @Test func `changes past the end of the file and cut lists are refused`() {
        let list = ByteChangeList.encoded(changes)
        #expect(ByteChangeList.decoded(Data(list), fileSize: 19) == nil)
        #expect(ByteChangeList.decoded(Data(list + [0]), fileSize: 20) == nil)
        for count in 0..<list.count { #expect(ByteChangeList.decoded(Data(list.prefix(count)), fileSize: 20) == nil) }
        let huge = [UInt8](repeating: 255, count: 64)
        #expect(ByteChangeList.decoded(Data(huge), fileSize: .max) == nil)
    }

    @Test func `a list that the worker didn't write is a violation of the protocol`() throws {
        let folder = try TemporaryFolder()
        let source = try FileHandle(forReadingFrom: folder.write(Data([1]), to: "source"))
        let output = try FileHandle(forUpdating: folder.write(Data(), to: "output"))
        defer {
            source.closeFile()
            output.closeFile()
        }
        let error = try #require(throws: MediaError.self) {
            try HostileWorkers.pool().copy(
                source.fileDescriptor, filename: "render-", without: .all, to: output.fileDescriptor)
        }
        #expect(error.code == .protocolViolation)
    }
}
