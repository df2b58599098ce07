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

/// A library that is connected to an S3-compatible store through a proxy, which disturbs requests.
final class CloudStoreFixture: Sendable {
    /// The work that needs the place.
    enum Work: String, CaseIterable, Sendable {
        case sync, eviction, verification, download
    }

    let cloud: CloudFixture
    let proxy: FaultProxy
    /// The place without the proxy.
    let direct: any RemoteBlobStore
    private let plan: SharedPlan
    private let keys: TemporaryFolder

    /// - Parameters:
    ///   - address: The store.
    ///   - count: The number of photos.
    ///   - idleTimeout: Returns the longest time without a byte in seconds, before each request.
    init(
        at address: String, photos count: Int = 3,
        idleTimeout: @escaping @Sendable () -> TimeInterval = { TestPatience.seconds }
    ) throws {
        let plan = SharedPlan()
        self.plan = plan
        proxy = try FaultProxy(to: address) { plan.fault(of: $0) }
        let prefix = UUID().uuidString
        direct = try StoreServers.place(at: address, prefix: prefix)
        keys = try TemporaryFolder()
        var settings = CloudSettings(address: "s3://photos/\(prefix)")
        settings.endpoint = proxy.address
        settings.credentials = .file(try StoreServers.writeKeys(in: keys))
        let store = try StoreServers.place(at: proxy.address, prefix: prefix, idleTimeout: idleTimeout)
        cloud = try CloudFixture(photos: count, store: store, settings: settings)
        try cloud.connect()
    }

    /// Runs a check with a store. Does nothing if none is installed.
    static func check(
        with server: AlbumenTestSupport.ServerProgram? = StoreServers.rclone, photos count: Int = 3,
        idleTimeout: @escaping @Sendable () -> TimeInterval = { TestPatience.seconds },
        _ body: @escaping @Sendable (CloudStoreFixture) throws -> Void
    ) async throws {
        try await onOwnThread {
            guard let server else { return }
            try body(try CloudStoreFixture(at: server.address, photos: count, idleTimeout: idleTimeout))
        }
    }

    /// Disturbs all further requests.
    ///
    /// - Parameter fault: Receives a request, whose number counts from this call, and returns its fault.
    func disturb(_ fault: @escaping FaultProxy.Plan) {
        plan.set(fault, from: proxy.requests.count)
    }

    func endFault() { plan.set(nil, from: 0) }

    /// Brings the library to the state in which some work is due.
    func prepare(_ work: Work) throws {
        if work == .sync { return }
        try cloud.sync()
        if work == .download { try cloud.evict() }
        cloud.clock.advance(days: 1)
    }

    /// Does some work.
    ///
    /// - Returns: The first error, or `nil`. Downloads report the same error for each original.
    func attempt(_ work: Work) throws -> RemoteBlobError.Code? {
        do {
            switch work {
            case .sync:
                let summary = try CloudSync(of: cloud.library, transferLimit: 1, cloud.cancellation).run()
                #expect(summary.failed == 0)
            case .eviction: try cloud.evict()
            case .verification:
                let summary = try CloudVerification(of: cloud.library, cloud.cancellation).run(since: cloud.clock.now)
                #expect(summary.mended == 0 && summary.lost == 0)
            case .download:
                let errors = CallRecorder<RemoteBlobError.Code?>()
                let missing = try cloud.digests().count - cloud.here().count
                let download = try CloudDownload(of: cloud.library, transferLimit: 1, WorkCancellation())
                let summary = try download.run(assets: nil) { _, error in
                    errors.record((error as? RemoteBlobError)?.code)
                }
                #expect(errors.calls.count == summary.failed)
                #expect(summary.downloaded + summary.failed == missing)
                return errors.calls.first ?? nil
            }
            return nil
        } catch let error as RemoteBlobError {
            return error.code
        }
    }

    /// Checks that no original is lost, and that remote ones are intact in the place.
    func expectNothingIsLost(_ comment: Comment) throws {
        let (summary, findings) = try cloud.verification()
        #expect(summary.faults == 0 && findings.isEmpty, comment)
        for digest in try cloud.digests() {
            if try cloud.library.blobs.contains(digest) {
                guard case .intact = try cloud.library.blobs.verify(digest) else {
                    Issue.record("\(digest) is damaged here. \(comment)")
                    continue
                }
            } else {
                #expect(try cloud.placement(digest)?.state == .stored, comment)
                try direct.verify(digest, WorkCancellation())
            }
        }
    }

    /// Checks that all work can be done now, and that the same bytes come back.
    func expectRecovery(_ comment: Comment) throws {
        endFault()
        let digests = try cloud.digests()
        cloud.clock.advance(days: 1)
        try cloud.download()
        for work in Work.allCases {
            #expect(try attempt(work) == nil, comment)
            cloud.clock.advance(days: 1)
            if work == .eviction { #expect(try cloud.here().isEmpty, comment) }
        }
        #expect(try cloud.here() == digests, comment)
        #expect(try digests.allSatisfy { try cloud.placement($0)?.state == .stored }, comment)
        try expectNothingIsLost(comment)
        for digest in digests { try direct.verify(digest, WorkCancellation()) }
    }
}

/// A plan of faults that a test changes. Any thread can use it.
private final class SharedPlan: Sendable {
    private struct State {
        var fault: FaultProxy.Plan?
        var start = 0
    }

    private let state = Mutex(State())

    func set(_ fault: FaultProxy.Plan?, from start: Int) {
        state.withLock { $0 = State(fault: fault, start: start) }
    }

    func fault(of request: FaultProxy.Request) -> FaultProxy.Fault? {
        let (fault, start) = state.withLock { ($0.fault, $0.start) }
        var counted = request
        counted.number -= start
        return fault?(counted)
    }
}
