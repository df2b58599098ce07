import AlbumenTestSupport
import BlobStore
import Cancellation
import Foundation
import ObjectStore
import Synchronization
import Testing

/// The outcome of a creation whose requests are disturbed. Uses moto, which checks no signatures.
@Suite struct DocumentCreationTests {
    private let none = WorkCancellation()
    private let data = Data("mine".utf8)

    /// Disturbs the first conditional requests with these faults, and the documents' other requests with those.
    private func check(
        _ faults: [FaultProxy.Fault], reads: [FaultProxy.Fault?] = [], count: Int = 1,
        _ body: @escaping @Sendable (S3Place, S3Place, RemoteName, FaultProxy) throws -> Void
    ) async throws {
        try await onOwnThread {
            guard let server = StoreServers.moto else { return }
            let rest = Mutex(faults.flatMap { Array(repeating: $0, count: count) })
            let restOfReads = Mutex(reads)
            let proxy = try FaultProxy(to: server.address) { request in
                if request.isConditional { return rest.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
                guard request.method == "GET" else { return nil }
                return restOfReads.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            }
            let prefix = UUID().uuidString
            let name = try #require(RemoteName("albumen/owner/0000000000000001"))
            try body(
                try StoreServers.place(at: proxy.address, prefix: prefix),
                try StoreServers.place(at: server.address, prefix: prefix), name, proxy)
        }
    }

    private static func refusal(_ status: Int, _ code: String) -> FaultProxy.Fault {
        .answered(status, "<Error><Code>\(code)</Code></Error>")
    }

    @Test func aLostAnswerIsFoundByItsBytes() async throws {
        // Also if each of the attempts is lost.
        for count in [1, 3, RetrySchedule.quick.attemptLimit] {
            try await check([.answerLost], count: count) { place, direct, name, _ throws in
                #expect(try place.createDocument(data, name, none) == .created)
                #expect(try direct.document(name, none) == data)
            }
        }
    }

    @Test func aLostAnswerToARefusalIsNoCreation() async throws {
        try await check([.answerLost], count: RetrySchedule.quick.attemptLimit) { place, direct, name, _ throws in
            let other = Data("other".utf8)
            #expect(try direct.createDocument(other, name, none) == .created)
            #expect(try place.createDocument(data, name, none) == .exists(other))
        }
    }

    @Test(arguments: [FaultProxy.Fault.refused, refusal(500, "InternalError"), refusal(503, "SlowDown")])
    func aRequestThatNeverArrivesHasNoOutcome(_ fault: FaultProxy.Fault) async throws {
        try await check([fault], count: RetrySchedule.quick.attemptLimit) { place, direct, name, _ throws in
            let error = #expect(throws: RemoteBlobError.self) { try place.createDocument(data, name, none) }
            #expect([.unreachable, .misbehaving, .slowDown].contains(error?.code))
            #expect(try direct.document(name, none) == nil)
            #expect(try place.createDocument(data, name, none) == .created)
        }
    }

    @Test func aFailureAfterTheDocumentWasStoredIsFoundByItsBytes() async throws {
        let faults = [.answerLost] + Array(repeating: Self.refusal(500, "InternalError"), count: 10)
        try await check(faults) { place, _, name, _ throws in
            #expect(try place.createDocument(data, name, none) == .created)
        }
    }

    @Test func aConflictIsRepeated() async throws {
        try await check([Self.refusal(409, "ConditionalRequestConflict")], count: 3) { place, _, name, proxy throws in
            #expect(try place.createDocument(data, name, none) == .created)
            #expect(proxy.requests.filter(\.isConditional).count == 4)
        }
    }

    @Test func aConflictThatDoesNotEndFails() async throws {
        try await check([Self.refusal(409, "ConditionalRequestConflict")], count: 100) {
            place, direct, name, proxy throws in
            let error = #expect(throws: RemoteBlobError.self) { try place.createDocument(data, name, none) }
            #expect(error?.code == .misbehaving)
            #expect(proxy.requests.filter(\.isConditional).count == RetrySchedule.quick.attemptLimit)
            #expect(try direct.document(name, none) == nil)
        }
    }

    @Test func aConflictWithAnotherCreatorEnds() async throws {
        try await check([Self.refusal(409, "ConditionalRequestConflict")]) { place, direct, name, _ throws in
            let other = Data("other".utf8)
            #expect(try direct.createDocument(other, name, none) == .created)
            #expect(try place.createDocument(data, name, none) == .exists(other))
        }
    }

    @Test func aStoreWithoutConditionsIsRefused() async throws {
        try await check([Self.refusal(501, "NotImplemented")], count: 2) { place, direct, name, proxy throws in
            let error = #expect(throws: RemoteBlobError.self) { try place.createDocument(data, name, none) }
            #expect(error?.code == .withoutConditions)
            #expect(try direct.document(name, none) == nil, "It's never stored without the condition.")
            // Other callers don't need the condition.
            #expect(try place.putDocument(data, name, none))
        }
    }

    @Test func aReplacedDocumentIsNoticed() async throws {
        try await check([.conditionIgnored, .conditionIgnored]) { place, direct, name, _ throws in
            let other = Data("other".utf8)
            #expect(try direct.createDocument(other, name, none) == .created)
            #expect(try place.createDocument(data, name, none) == .created, "One request alone can't tell.")
        }
        // Another copy replaces the document before it's read back.
        try await check([], reads: [.answered(200, "theirs")]) { place, _, name, _ throws in
            let error = #expect(throws: RemoteBlobError.self) { try place.createDocument(data, name, none) }
            #expect(error?.code == .withoutConditions)
        }
    }

    @Test func refusedKeysAreNoOutcome() async throws {
        try await check([Self.refusal(403, "AccessDenied")]) { place, _, name, proxy throws in
            let error = #expect(throws: RemoteBlobError.self) { try place.createDocument(data, name, none) }
            #expect(error?.code == .refused && proxy.requests.count == 1)
        }
    }

    @Test func aMissingPageOfAProxyIsNoMissingDocument() async throws {
        try await check([], reads: [.answered(404, "<html>Not found</html>"), .answered(404, "")]) {
            place, _, name, _ throws in
            for _ in 0..<2 {
                let error = #expect(throws: RemoteBlobError.self) { try place.document(name, none) }
                #expect(error?.code == .misbehaving)
            }
            #expect(try place.document(name, none) == nil)
        }
    }
}
