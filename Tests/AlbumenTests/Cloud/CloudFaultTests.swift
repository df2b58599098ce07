import AlbumenTestSupport
import BlobStore
import Cancellation
import Foundation
import MediaRequests
import Records
import Synchronization
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// A store that is absent, slow or busy, or that refuses the keys, in the work of a library. In each case, nothing is
/// lost, nothing unverified leaves, and the work continues when the fault ends.
@Suite struct CloudFaultTests {
    private typealias Work = CloudStoreFixture.Work

    private static let busy = "<Error><Code>SlowDown</Code></Error>"
    private static let denied = "<Error><Code>AccessDenied</Code></Error>"

    /// Faults of the whole store, and the error of all work.
    private static let storeFaults: [(name: String, fault: FaultProxy.Fault, code: RemoteBlobError.Code)] = [
        ("absent", .refused, .unreachable),
        ("busy", .answered(503, busy, fields: ["Retry-After": "0"]), .slowDown),
        ("busy for long", .answered(503, busy, fields: ["Retry-After": "3600"]), .slowDown),
        ("denied", .answered(403, denied), .refused),
        ("full", .answered(507, "<Error><Code>InsufficientStorage</Code></Error>"), .full),
        ("without the bucket", .answered(404, "<Error><Code>NoSuchBucket</Code></Error>"), .misconfigured),
    ]

    @Test(arguments: CloudStoreFixture.Work.allCases)
    func `a fault of the store ends the work, and nothing is lost`(_ work: CloudStoreFixture.Work) async throws {
        try await CloudStoreFixture.check { fixture in
            try fixture.prepare(work)
            let here = try fixture.cloud.here()
            for (name, fault, code) in Self.storeFaults {
                fixture.disturb { _ in fault }
                #expect(try fixture.attempt(work) == code, "\(work), \(name)")
                #expect(try fixture.cloud.here() == here, "\(work), \(name)")
                fixture.endFault()
                try fixture.expectNothingIsLost("\(work), \(name)")
            }
            try fixture.expectRecovery("\(work)")
        }
    }

    /// Faults from one request on, and the error of the work if the fault ends it.
    private static let stepFaults: [(name: String, fault: FaultProxy.Fault, code: RemoteBlobError.Code)] = [
        ("refused", .refused, .unreachable), ("cut", .requestCut(after: 20), .unreachable),
        ("answer lost", .answerLost, .unreachable), ("answer cut", .answerCut(after: 0), .unreachable),
        ("denied", .answered(403, denied), .refused),
        ("busy", .answered(503, busy, fields: ["Retry-After": "100"]), .slowDown),
    ]

    /// The second request meets the fault in the first round, the third one in the second round, and so on. Each
    /// round continues the work of the round before.
    @Test(arguments: CloudStoreFixture.Work.allCases, stepFaults.map(\.name))
    func `a fault in any request ends the work there, and the next run continues`(
        _ work: CloudStoreFixture.Work, _ name: String
    ) async throws {
        let (_, fault, code) = try #require(Self.stepFaults.first { $0.name == name })
        try await CloudStoreFixture.check { fixture in
            try fixture.prepare(work)
            var number = 1
            while true {
                let wasHit = Mutex(false)
                let first = number
                fixture.disturb { request in
                    guard request.number >= first else { return nil }
                    wasHit.withLock { $0 = true }
                    return fault
                }
                let found = try fixture.attempt(work)
                fixture.endFault()
                try fixture.expectNothingIsLost("\(work), \(name), request \(number)")
                // An answer without a body arrives whole if its body is cut.
                if found == nil { break }
                #expect(found == code, "\(work), \(name), request \(number)")
                #expect(wasHit.withLock { $0 })
                number += 1
                try #require(number < 100)
            }
            #expect(number > 1, "The first request met no fault.")
            try fixture.expectRecovery("\(work), \(name)")
        }
    }

    @Test(arguments: CloudStoreFixture.Work.allCases)
    func `a silent store ends the work after some attempts`(_ work: CloudStoreFixture.Work) async throws {
        // Only requests that meet a fault time out soon.
        let idleTimeout = Mutex(TestPatience.seconds)
        @Sendable func currentTimeout() -> TimeInterval { idleTimeout.withLock { $0 } }
        try await CloudStoreFixture.check(photos: 1, idleTimeout: currentTimeout) { fixture in
            try fixture.prepare(work)
            let here = try fixture.cloud.here()
            fixture.disturb { _ in .silent }
            idleTimeout.withLock { $0 = 1 }
            #expect(try fixture.attempt(work) == .unreachable)
            #expect(try fixture.cloud.here() == here)
            fixture.endFault()
            idleTimeout.withLock { $0 = TestPatience.seconds }
            try fixture.expectNothingIsLost("\(work)")
            // The work survives a pause.
            fixture.disturb { request in
                if request.number >= 2 { idleTimeout.withLock { $0 = TestPatience.seconds } }
                return request.number == 2 ? .silent : request.number == 1 ? .answerStalls : nil
            }
            idleTimeout.withLock { $0 = 1 }
            #expect(try fixture.attempt(work) == nil)
            try fixture.expectRecovery("\(work)")
        }
    }

    @Test func `an original that stays unverified never leaves`() async throws {
        try await CloudStoreFixture.check { fixture in
            // The store takes all bytes, but nobody can read them back.
            fixture.disturb { $0.method == "GET" && $0.path.contains("originals/") ? .refused : nil }
            #expect(try fixture.attempt(.sync) == .unreachable)
            fixture.endFault()
            #expect(
                try fixture.direct.list("originals/", after: nil, limit: 10, WorkCancellation()).elements.count > 0)
            #expect(try fixture.attempt(.eviction) == nil)
            #expect(try fixture.cloud.here().count == 3)
            try fixture.expectRecovery("unverified")
        }
    }

    @Test func `each request for a remote original is answered once, with the error`() async throws {
        try await CloudStoreFixture.check { fixture in
            try fixture.prepare(.download)
            fixture.disturb { _ in .answered(403, Self.denied) }
            let sources = try fixture.cloud.resources().compactMap { PictureSource($0, assetUUID: "") }
            let answers = CallRecorder<LibraryError.Code?>()
            let group = DispatchGroup()
            var tasks: [ImageTask] = []
            for source in sources + sources {
                group.enter()
                tasks.append(
                    fixture.cloud.library.owner.originals.fetch([source], network: .allowed()) { result in
                        if case .failure(let error) = result { answers.record((error as? LibraryError)?.code) }
                        group.leave()
                    })
            }
            group.wait()
            #expect(answers.calls.count == 6 && answers.calls.allSatisfy { $0 == .networkFailed })
            #expect(try fixture.cloud.here().isEmpty)
            withExtendedLifetime(tasks) {}
            try fixture.expectRecovery("denied")
        }
    }

    @Test func `a store with another clock is used with its time`() async throws {
        // moto accepts any time of a signature.
        try await CloudStoreFixture.check(with: StoreServers.moto) { fixture in
            let body = "<Error><Code>RequestTimeTooSkewed</Code></Error>"
            for work in Work.allCases {
                let isFirst = Mutex(true)
                fixture.disturb { request in
                    isFirst.withLock { isFirst in
                        defer { isFirst = false }
                        return isFirst
                            ? .answered(403, body, fields: ["Date": "Tue, 06 Jan 2099 05:00:00 GMT"]) : nil
                    }
                }
                #expect(try fixture.attempt(work) == nil, "\(work)")
                #expect(!isFirst.withLock { $0 })
                fixture.cloud.clock.advance(days: 1)
            }
            // A store that refuses each time ends the work.
            fixture.disturb { _ in .answered(403, body, fields: ["Date": "Tue, 06 Jan 2099 05:00:00 GMT"]) }
            for work in [Work.eviction, .verification] { #expect(try fixture.attempt(work) == .refused, "\(work)") }
            try fixture.expectRecovery("clock")
        }
    }
}
