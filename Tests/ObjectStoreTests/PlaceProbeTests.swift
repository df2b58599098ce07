import AlbumenTestSupport
import BlobStore
import Cancellation
import Foundation
import ObjectStore
import Synchronization
import Testing

@Suite struct PlaceProbeTests {
    private let none = WorkCancellation()

    private func documents(_ place: any RemoteBlobStore) throws -> [RemoteObject] {
        try place.list("albumen/", after: nil, limit: 100, none).elements
    }

    @Test(arguments: SharedPlace.atomic)
    func aPlaceWithConditionsIsAccepted(_ kind: SharedPlace) async throws {
        try await onOwnThread {
            guard let place = try kind.open()?[0] else { return }
            for _ in 0..<2 { #expect(try PlaceProbe.run(place, none) == .honoursConditions) }
            #expect(try documents(place).isEmpty)
        }
    }

    @Test func rcloneIsRefused() async throws {
        try await onOwnThread {
            guard let server = StoreServers.rclone else { return }
            let place = try StoreServers.place(at: server.address)
            guard case .refuted(let reason) = try PlaceProbe.run(place, none) else {
                Issue.record("rclone ignores conditions.")
                return
            }
            #expect(reason.contains(place.address) && reason.contains("a name that was taken"), "\(reason)")
            #expect(try documents(place).isEmpty)
        }
    }

    @Test(arguments: 0..<10)
    func oneIgnoredConditionInTenIsFound(_ phase: Int) throws {
        let count = Mutex(phase)
        let place = FaultyPlace { _ in
            count.withLock { count in
                count += 1
                return count % 10 == 0 ? .conditionIgnored : nil
            }
        }
        #expect(try PlaceProbe.run(place, none) != .honoursConditions)
        #expect(try documents(place).isEmpty)
    }

    @Test func randomlyIgnoredConditionsAreFoundByOneOfAFewProbes() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("randomlyIgnoredConditionsAreFoundByOneOfAFewProbes: seed \(seed)")
        let random = Mutex(SeededGenerator(seed: seed))
        let place = FaultyPlace { _ in
            random.withLock { Int.random(in: 0..<10, using: &$0) == 0 ? .conditionIgnored : nil }
        }
        var missed = 0
        let count = TestLength.cases(40)
        for _ in 0..<count where try PlaceProbe.run(place, none) == .honoursConditions { missed += 1 }
        print("\(missed) of \(count) probes missed a place that ignores one condition in ten.")
        // Each probe misses it with a probability of less than 0.1.
        #expect(missed < count / 2)
    }

    @Test func aProxyThatIgnoresOneConditionInTenIsFound() async throws {
        try await onOwnThread {
            guard let server = StoreServers.moto else { return }
            let count = Mutex(0)
            let proxy = try FaultProxy(to: server.address) { request in
                guard request.isConditional else { return nil }
                return count.withLock { count in
                    count += 1
                    return count % 10 == 0 ? .conditionIgnored : nil
                }
            }
            let place = try StoreServers.place(at: proxy.address)
            guard case .refuted = try PlaceProbe.run(place, none) else {
                Issue.record("The proxy ignored a condition.")
                return
            }
        }
    }

    @Test func aProbeHasFewRequests() async throws {
        try await onOwnThread {
            guard let server = StoreServers.seaweed else { return }
            let proxy = try FaultProxy(to: server.address) { _ in nil }
            #expect(try PlaceProbe.run(try StoreServers.place(at: proxy.address), none) == .honoursConditions)
            let requests = proxy.requests
            print("A probe has \(requests.count) requests, \(requests.filter(\.isConditional).count) with a condition.")
            #expect(requests.count <= 100)
        }
    }

    @Test func aStoreWithoutConditionsIsRefusedByName() throws {
        let place = FaultyPlace { _ in .unsupported }
        #expect(try PlaceProbe.run(place, none) == .refuted("This place doesn't support conditions."))
    }

    @Test func aFailureIsNoFinding() throws {
        let busy = FaultyPlace { name in name.text.hasSuffix("race-3") ? .refused : nil }
        let error = #expect(throws: RemoteBlobError.self) { try PlaceProbe.run(busy, none) }
        #expect(error?.code == .slowDown)
        #expect(try documents(busy).isEmpty)
        let absent = StandInBlobStore()
        absent.behaviour = .isUnreachable
        let other = #expect(throws: RemoteBlobError.self) { try PlaceProbe.run(absent, none) }
        #expect(other?.code == .unreachable)
    }

    @Test func aCancelledProbeEnds() throws {
        let cancelled = WorkCancellation()
        cancelled.cancel()
        let error = #expect(throws: RemoteBlobError.self) { try PlaceProbe.run(StandInBlobStore(), cancelled) }
        #expect(error?.code == .cancelled)
    }
}
