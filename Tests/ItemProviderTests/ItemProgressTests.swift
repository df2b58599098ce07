import AlbumenTestSupport
import Dispatch
import Foundation
import ItemProviders
import Testing

/// §9.5.5 and §10.30: progress, and cancellation with exactly one call.
@Suite struct ItemProgressTests {
    private let folder: TemporaryFolder
    private let provider = NSItemProvider()
    private let kept = KeptCompletion()
    private let started = HandlerCalls<Void>()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func register(_ progress: Progress?) {
        let progress = progress.map { KeptProgress(progress: $0) }
        provider.registerDataRepresentation(forTypeIdentifier: "public.jpeg", visibility: .all) { [kept, started] in
            kept.keep($0)
            started.add(())
            return progress?.progress
        }
    }

    @Test func `the progress is determinate, follows the handler's and ends at 1 (§10.3)`() async throws {
        let steps = Progress(totalUnitCount: 4)
        steps.completedUnitCount = 2
        register(steps)
        let (total, loaded) = (Progress(totalUnitCount: 1), HandlerCalls<Data?>())
        let progress = provider.loadDataRepresentation(forTypeIdentifier: "public.jpeg") { data, _ in
            loaded.add(data)
        }
        #expect(!progress.isIndeterminate)
        total.addChild(progress, withPendingUnitCount: 1)
        try await started.next()
        // The load adds the handler's progress after the handler has returned.
        try await waitUntil { progress.fractionCompleted > 0 }
        #expect(abs(progress.fractionCompleted - 0.45) < 0.01)
        kept.call(Data([1]))
        #expect(try await loaded.next() == Data([1]))
        #expect(progress.fractionCompleted == 1 && progress.isFinished)
        #expect(total.fractionCompleted == 1)
    }

    @Test func `a cancelled load calls its handler once, with an error, and cancels the provider's work`() async throws
    {
        let (stopped, calls) = (HandlerCalls<Void>(), HandlerCalls<(Data?, (any Error)?)>())
        let work = Progress(totalUnitCount: 1)
        work.cancellationHandler = { stopped.add(()) }
        register(work)
        let progress = provider.loadDataRepresentation(forTypeIdentifier: "public.jpeg") { calls.add(($0, $1)) }
        try await started.next()
        progress.cancel()
        progress.cancel()
        let (data, error) = try await calls.next()
        #expect(progress.isCancelled && data == nil)
        #expect(error?.itemCode == .itemUnavailableError)
        #expect(error?.underlyingCode == CocoaError.userCancelled.rawValue)
        try await stopped.next()
        // Nobody receives a late result.
        kept.call(Data([1]))
        #expect(await calls.remainingCount() == 0)
    }

    @Test func `the error of a cancelled load is the cancellation, also if the provider's work fails first`()
        async throws
    {
        let (ended, calls) = (DispatchSemaphore(value: 0), HandlerCalls<(any Error)?>())
        let work = FailingWork { [kept] in
            kept.call(nil, CocoaError(.fileReadUnknown))
            // The load itself learns of its cancellation afterwards.
            _ = ended.wait(timeout: .now() + 60)
        }
        register(work)
        let progress = provider.loadDataRepresentation(forTypeIdentifier: "public.jpeg") { _, error in
            calls.add(error)
            ended.signal()
        }
        try await started.next()
        try await waitUntil { progress.fractionCompleted > 0 }
        progress.cancel()
        #expect(try await calls.next()?.underlyingCode == CocoaError.userCancelled.rawValue)
    }

    @Test func `a cancelled load of a file leaves no file`() async throws {
        register(nil)
        let target = folder.file("a.jpg")
        let task = Task { [provider] in try await provider.loadFile(forTypeIdentifier: "public.jpeg", to: target) }
        try await started.next()
        task.cancel()
        let error = await #expect(throws: (any Error).self) { try await task.value }
        #expect(error?.underlyingCode == CocoaError.userCancelled.rawValue)
        kept.call(Data([1]))
        #expect(try folder.names() == [])
    }

    @Test func `a cancellation after the end has no effect`() async throws {
        provider.register(Data([1]), as: "public.jpeg")
        let calls = HandlerCalls<Data?>()
        let progress = provider.loadDataRepresentation(forTypeIdentifier: "public.jpeg") { data, _ in calls.add(data) }
        #expect(try await calls.next() == Data([1]))
        #expect(progress.fractionCompleted == 1)
        progress.cancel()
        #expect(await calls.remainingCount() == 0)
    }
}

/// Half of some work, which fails while it's cancelled.
private final class FailingWork: Progress, @unchecked Sendable {
    private let fail: @Sendable () -> Void

    init(_ fail: @escaping @Sendable () -> Void) {
        self.fail = fail
        super.init(parent: nil, userInfo: nil)
        (totalUnitCount, completedUnitCount) = (2, 1)
    }

    override func cancel() {
        fail()
        super.cancel()
    }
}

/// A progress that a handler returns.
private struct KeptProgress: @unchecked Sendable {
    let progress: Progress
}
