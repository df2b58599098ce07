import AlbumenTestSupport
import BlobStore
import Cancellation
import Foundation
import HTTPTransfers
import ObjectStore
import Records
import Synchronization
import Testing

/// Stores that are absent, slow, busy or damaged, behind a proxy (§12, §40). `rclone serve s3` confirms no digest, so
/// uploads are read back.
@Suite struct S3FaultTests {
    private static let piece = Int(RemoteUpload.pieceSize)

    /// Runs a check with a place behind a proxy. Does nothing if there is no store.
    private func check(
        _ plan: @escaping FaultProxy.Plan,
        schedule: RetrySchedule = .quick,
        idleTimeout: @escaping @Sendable () -> TimeInterval = { TestPatience.seconds },
        secretKey: String = StoreServers.secretKey,
        _ body: @escaping @Sendable (S3Place, S3Place, FaultProxy) throws -> Void
    ) async throws {
        try await onOwnThread {
            guard let server = StoreServers.rclone else { return }
            let proxy = try FaultProxy(to: server.address, plan)
            let prefix = UUID().uuidString
            let place = try StoreServers.place(
                at: proxy.address, prefix: prefix, secretKey: secretKey, schedule: schedule, idleTimeout: idleTimeout)
            try body(place, try StoreServers.place(at: server.address, prefix: prefix, schedule: .patient), proxy)
        }
    }

    private func code(_ body: () throws -> Void) -> RemoteBlobError.Code? {
        let error = #expect(throws: RemoteBlobError.self) { try body() }
        return error?.code
    }

    // MARK: Connections

    @Test(arguments: ["PUT", "HEAD", "POST", "GET"])
    func `each request survives a lost connection`(_ method: String) async throws {
        let faults: [FaultProxy.Fault] = [
            .refused, .requestCut(after: 0), .requestCut(after: 100_000), .answerLost, .answerCut(after: 0),
        ]
        for fault in faults {
            let isUsed = Mutex(false)
            try await check { request in
                guard request.method == method else { return nil }
                return isUsed.withLock { isUsed in
                    defer { isUsed = true }
                    return isUsed ? nil : fault
                }
            } _: { place, direct, proxy in
                let sample = try SampleFile(Self.piece + 1000, seed: 30)
                let stored = try place.upload(sample)
                #expect(stored.verification == .readBack)
                #expect(try place.download(sample.digest).all() == sample.data)
                #expect(isUsed.withLock { $0 })
                // If the answer to its start was lost, an upload that nobody knows remains, and can be found.
                for rest in try direct.unfinishedUploads(after: nil, WorkCancellation()).elements {
                    #expect(method == "POST" && rest.name == stored.name && rest.start != nil)
                    try direct.abandon(rest, WorkCancellation())
                }
                #expect(try direct.unfinishedUploads(after: nil, WorkCancellation()).elements.isEmpty)
            }
        }
    }

    @Test func `a download continues where its connection was lost`() async throws {
        let cuts = Mutex([10_000, 0, 300_000, 1])
        try await check { request in
            guard request.method == "GET", request.path.contains("originals/") else { return nil }
            return cuts.withLock { $0.popLast() }.map { .answerCut(after: $0) }
        } _: { place, direct, proxy in
            let sample = try SampleFile(1_000_000, seed: 31)
            try direct.upload(sample)
            #expect(try place.download(sample.digest).all() == sample.data)
            #expect(proxy.requests.count == 5)
            cuts.withLock { $0 = [500, 100] }
            let part = try place.download(.original(sample.digest), range: 5_000..<900_000).all()
            #expect(part == sample.data[5_000..<900_000])
        }
    }

    @Test func `a download whose connections all break fails as unreachable`() async throws {
        var schedule = RetrySchedule.quick
        schedule.attemptLimit = 600
        (schedule.firstWait, schedule.longestWait) = (0.001, 0.001)
        let plan: FaultProxy.Plan = { $0.path.contains("originals/") ? .answerCut(after: 2) : nil }
        try await check(plan, schedule: schedule) { place, direct, proxy in
            let sample = try SampleFile(1_000, seed: 31)
            try direct.upload(sample)
            let download = try place.download(sample.digest)
            #expect(code { _ = try download.all() } == .unreachable)
            #expect(proxy.requests.count == 50)
        }
    }

    @Test func `an upload in another process sends only the missing parts`() async throws {
        let isCut = Mutex(true)
        try await check { request in
            guard request.path.contains("partNumber=3"), isCut.withLock({ $0 }) else { return nil }
            return .requestCut(after: 1_000_000)
        } _: { place, direct, proxy in
            let sample = try SampleFile(3 * Self.piece + 5, seed: 32)
            let saved = Mutex<RemoteUpload?>(nil)
            let error = #expect(throws: RemoteBlobError.self) {
                try place.upload(sample.upload, from: sample.file, WorkCancellation(), progress: { _ in }) { upload in
                    saved.withLock { $0 = upload }
                }
            }
            #expect(error?.code == .unreachable)
            isCut.withLock { $0 = false }
            let upload = try #require(saved.withLock { $0 })
            #expect(upload.parts.count == 2)
            let before = proxy.requests.count
            _ = try place.upload(
                upload, from: sample.file, WorkCancellation(), progress: { _ in }, save: { _ in })
            let parts = proxy.requests.dropFirst(before).filter { $0.path.contains("partNumber=") }
            #expect(parts.map(\.bodySize) == [Self.piece, 5])
            try direct.verify(sample.digest, WorkCancellation())
        }
    }

    @Test func `an absent store is unreachable after all attempts`() async throws {
        try await check { _ in
            .refused
        } _: { place, _, proxy in
            let digest = try BlobDigest(hashing: Data())
            #expect(code { _ = try place.size(of: .original(digest), WorkCancellation()) } == .unreachable)
            #expect(proxy.requests.count == RetrySchedule.quick.attemptLimit)
            #expect(code { _ = try place.download(digest).all() } == .unreachable)
            #expect(proxy.requests.count == 2 * RetrySchedule.quick.attemptLimit)
        }
    }

    @Test func `a silent store times out and the download continues`() async throws {
        let isFirst = Mutex(true)
        let plan: FaultProxy.Plan = { request in
            guard request.method == "GET", request.path.contains("originals/") else { return nil }
            return isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst ? .answerStalls : nil
            }
        }
        // Only the request that stalls times out soon.
        @Sendable func idleTimeout() -> TimeInterval { isFirst.withLock { $0 } ? 1 : TestPatience.seconds }
        try await check(plan, idleTimeout: idleTimeout) { place, direct, proxy in
            let sample = try SampleFile(1_000_000, seed: 33)
            try direct.upload(sample)
            #expect(try place.download(sample.digest).all() == sample.data)
            // A busy machine can also miss the time before the proxy has the request.
            #expect(proxy.requests.count >= 2)
        }
    }

    /// libcurl's limit of the speed alone would wait for all of it.
    @Test func `a listing that trickles ends, and a whole one follows`() async throws {
        let isSlow = Mutex(true)
        try await check { _ in
            isSlow.withLock { $0 } ? .answerTrickles : nil
        } idleTimeout: {
            isSlow.withLock { $0 } ? 0.1 : TestPatience.seconds
        } _: { place, direct, proxy in
            for seed in 50..<54 { _ = try direct.upload(SampleFile(10, seed: seed)) }
            #expect(
                code { _ = try place.list("originals/", after: nil, limit: 10, WorkCancellation()) } == .unreachable)
            isSlow.withLock { $0 = false }
            #expect(try place.list("originals/", after: nil, limit: 10, WorkCancellation()).elements.count == 4)
        }
    }

    @Test func `a stalled transfer ends when it's cancelled`() async throws {
        try await check {
            $0.method == "GET" && $0.path.contains("originals/") ? .answerStalls : nil
        } _: {
            place, direct, proxy in
            let sample = try SampleFile(1_000_000, seed: 34)
            try direct.upload(sample)
            let download = try place.download(sample.digest)
            #expect(try download.next()?.count == 1)
            Thread.detachNewThread { download.cancel() }
            #expect(code { while try download.next() != nil {} } == .cancelled)
            let cancellation = WorkCancellation()
            let name = RemoteName.original(sample.digest)
            Thread.detachNewThread {
                #expect(throws: Never.self) { try waitUntil { proxy.requests.count == 2 } }
                cancellation.cancel()
            }
            #expect(code { _ = try place.document(name, cancellation) } == .cancelled)
        }
    }

    @Test func `requests one after another use one connection`() async throws {
        try await onOwnThread {
            guard let server = StoreServers.rclone else { return }
            let ports = Mutex<Set<UInt16>>([])
            let connections = TransferConnections()
            for _ in 0..<20 {
                var request = TransferRequest("GET", server.address)
                request.connections = connections
                request.check = { connection in _ = ports.withLock { $0.insert(connection.localPort) } }
                _ = try HTTPTransfer(request).data()
                let download = HTTPDownload(request)
                while try download.next() != nil {}
            }
            #expect(ports.withLock { $0.count } == 1)
        }
    }

    @Test func `the bucket can be in the host's name`() async throws {
        let requests = Mutex<[String]>([])
        try await onOwnThread {
            let server = try ScriptedServer { request in
                requests.withLock { $0.append("\(request.method) \(request.fields["host"] ?? "") \(request.path)") }
                return ScriptedServer.Answer(200, Data("document".utf8))
            }
            let address = try S3Address(
                "s3://photos/a b", endpoint: "http://localhost:\(server.port)", style: .virtualHost)
            let place = S3Place(S3PlaceOptions(address)) {
                guard let keys = S3Credentials(accessKey: "A", secretKey: "B", sessionToken: "C") else {
                    throw CocoaError(.coderInvalidValue)
                }
                return keys
            }
            let name = try #require(RemoteName("c+d"))
            // libcurl takes names below localhost for loopback.
            #expect(try place.document(name, WorkCancellation()) == Data("document".utf8))
            #expect(requests.withLock { $0 } == ["GET photos.localhost:\(server.port) /a%20b/c%2Bd"])
        }
    }

    /// The requests of an upload in parts: the size, the start, two parts, the end, the size again, and the reading back.
    @Test func `an upload that is cancelled at any request continues later`() async throws {
        for number in 1...7 {
            let cancellation = WorkCancellation()
            try await check { request in
                if request.number == number { cancellation.cancel() }
                return nil
            } _: { place, direct, proxy in
                let sample = try SampleFile(Self.piece + 1, seed: 60)
                let saved = Mutex(sample.upload)
                let error = #expect(throws: RemoteBlobError.self, "\(number)") {
                    try place.upload(sample.upload, from: sample.file, cancellation, progress: { _ in }) { upload in
                        saved.withLock { $0 = upload }
                    }
                }
                #expect(error?.code == .cancelled)
                #expect(proxy.requests.count == number)
                // rclone can't read an object for a while if two requests complete its upload at once.
                try waitUntil { proxy.isIdle }
                let upload = saved.withLock { $0 }
                _ = try direct.upload(
                    upload, from: sample.file, WorkCancellation(), progress: { _ in }, save: { _ in })
                try direct.verify(sample.digest, WorkCancellation())
            }
        }
    }

    // MARK: Answers

    @Test func `a store that is busy for a while gets the request again`() async throws {
        let storm = Mutex(4)
        try await check { _ in
            storm.withLock { storm in
                storm -= 1
                guard storm >= 0 else { return nil }
                return .answered(503, "<Error><Code>SlowDown</Code></Error>", fields: ["Retry-After": "0"])
            }
        } _: { place, direct, proxy in
            let sample = try SampleFile(1000, seed: 35)
            try place.upload(sample)
            storm.withLock { $0 = 4 }
            #expect(try place.download(sample.digest).all() == sample.data)
        }
    }

    @Test func `a store that refuses conditions gets requests without them`() async throws {
        let refusals = Mutex(0)
        try await check { request in
            guard request.method == "PUT", refusals.withLock({ $0 }) == 0 else { return nil }
            refusals.withLock { $0 += 1 }
            return .answered(501, "<Error><Code>NotImplemented</Code></Error>")
        } _: { place, direct, proxy in
            try place.upload(SampleFile(1000, seed: 50))
            try place.upload(SampleFile(1000, seed: 51))
            #expect(try place.putDocument(Data("a".utf8), #require(RemoteName("document")), WorkCancellation()))
            #expect(refusals.withLock { $0 } == 1)
            #expect(proxy.requests.filter { $0.method == "PUT" }.count == 4)
        }
    }

    @Test func `a store that stays busy fails with the time to wait`() async throws {
        let wait = Mutex("0")
        try await check { _ in
            let fields = ["Retry-After": wait.withLock { $0 }]
            return .answered(503, "<Error><Code>SlowDown</Code></Error>", fields: fields)
        } _: { place, _, proxy in
            let name = RemoteName.original(try BlobDigest(hashing: Data()))
            #expect(code { _ = try place.document(name, WorkCancellation()) } == .slowDown)
            #expect(proxy.requests.count == RetrySchedule.quick.attemptLimit)
            wait.withLock { $0 = "3600" }
            let error = #expect(throws: RemoteBlobError.self) { try place.document(name, WorkCancellation()) }
            #expect(error?.code == .slowDown && error?.retryAfter == 3600)
            #expect(proxy.requests.count == RetrySchedule.quick.attemptLimit + 1)
        }
    }

    @Test func `refused keys fail at once, without the secret`() async throws {
        let secret = "AnotherSecretKeyThatIsWrong"
        let plan: FaultProxy.Plan = { _ in nil }
        try await check(plan, secretKey: secret) { place, _, proxy in
            let sample = try SampleFile(10, seed: 36)
            let error = #expect(throws: RemoteBlobError.self) { try place.upload(sample) }
            #expect(error?.code == .refused && error?.message.contains(secret) == false)
            #expect(proxy.requests.count == 1)
            let read = #expect(throws: RemoteBlobError.self) { try place.download(sample.digest).all() }
            #expect(read?.code == .refused && read?.message.contains("SignatureDoesNotMatch") == true)
        }
    }

    @Test(arguments: [
        (403, "AccessDenied", RemoteBlobError.Code.refused), (403, "ExpiredToken", .refused),
        (404, "NoSuchBucket", .misconfigured), (301, "PermanentRedirect", .misconfigured),
        (400, "AuthorizationHeaderMalformed", .misconfigured), (507, "InsufficientStorage", .full),
        (403, "QuotaExceeded", .refused), (404, "NoSuchKey", .notFound), (500, "InternalError", .misbehaving),
        (418, "\u{1B}[31mOdd", .misbehaving),
    ])
    func `failures have their code and no characters of the store that harm`(
        _ status: Int, _ name: String, _ expected: RemoteBlobError.Code
    ) async throws {
        try await check { _ in
            .answered(status, "<Error><Code>\(name.filter { $0 != "\u{1B}" })</Code></Error>")
        } _: {
            place, _, _ in
            let digest = try BlobDigest(hashing: Data())
            let error = #expect(throws: RemoteBlobError.self) { try place.download(digest).all() }
            #expect(error?.code == expected, "\(error?.message ?? "")")
            #expect(error?.message.contains("[31m") == false)
        }
    }

    @Test func `answers that aren't S3's are errors and not empty lists`() async throws {
        let body = Mutex("")
        try await check { _ in
            .answered(200, body.withLock { $0 })
        } _: { place, _, _ in
            let bodies = [
                "", "<html></html>", "<!DOCTYPE x [<!ENTITY a 'b'>]><ListBucketResult>&a;</ListBucketResult>",
                "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>",
                "<ListBucketResult><Contents><Key>a</Key><Size>-1</Size></Contents></ListBucketResult>",
                "<ListBucketResult><Contents><Size>1</Size></Contents></ListBucketResult>",
                String(repeating: "<a>", count: 2 << 20),
            ]
            for text in bodies {
                body.withLock { $0 = text }
                #expect(code { _ = try place.list("", after: nil, limit: 10, WorkCancellation()) } == .misbehaving)
            }
            body.withLock {
                $0 =
                    "<ListBucketResult><IsTruncated>true</IsTruncated>"
                    + "<NextContinuationToken>x</NextContinuationToken></ListBucketResult>"
            }
            // A store that always sends the same position.
            let page = try place.list("", after: nil, limit: 10, WorkCancellation())
            #expect(page.next == "x")
            #expect(code { _ = try place.list("", after: "x", limit: 10, WorkCancellation()) } == .misbehaving)
        }
    }

    @Test func `the store's clock is used after a refusal`() async throws {
        let times = Mutex<[String]>([])
        let storeTime = Date(timeIntervalSinceNow: 86_400 * 3)
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        let date = formatter.string(from: storeTime)
        try await onOwnThread {
            let server = try ScriptedServer { request in
                let time = request.fields["x-amz-date"] ?? ""
                let count = times.withLock { times in
                    times.append(time)
                    return times.count
                }
                var answer = ScriptedServer.Answer(
                    count == 1 ? 403 : 200,
                    Data((count == 1 ? "<Error><Code>RequestTimeTooSkewed</Code></Error>" : "document").utf8))
                answer.fields["Date"] = date
                return answer
            }
            let place = try StoreServers.place(at: server.address)
            let name = try #require(RemoteName("document"))
            for _ in 0..<2 { #expect(try place.document(name, WorkCancellation()) == Data("document".utf8)) }
        }
        let days = times.withLock { $0.map { $0.prefix(8) } }
        formatter.dateFormat = "yyyyMMdd"
        #expect(days.count == 3 && days[0] != days[1] && days[1] == days[2])
        #expect(days[1] == formatter.string(from: storeTime))
    }

    @Test func `keys are read again after they have expired`() async throws {
        let keys = Mutex<[String]>([])
        try await onOwnThread {
            let server = try ScriptedServer { request in
                let text = request.fields["authorization"] ?? ""
                let key = text.split(separator: "=").dropFirst().first?.split(separator: "/").first ?? ""
                keys.withLock { $0.append(String(key)) }
                let isExpired = key == "KEY1"
                return ScriptedServer.Answer(
                    isExpired ? 400 : 200, Data((isExpired ? "<Error><Code>ExpiredToken</Code></Error>" : "").utf8))
            }
            let reads = Mutex(0)
            let place = S3Place(S3PlaceOptions(try S3Address("s3://photos", endpoint: server.address))) {
                let number = reads.withLock { reads in
                    reads += 1
                    return reads
                }
                guard let keys = S3Credentials(accessKey: "KEY\(number)", secretKey: "secret", sessionToken: "t") else {
                    throw CocoaError(.coderInvalidValue)
                }
                return keys
            }
            let name = try #require(RemoteName("document"))
            for _ in 0..<2 { #expect(try place.document(name, WorkCancellation()) == Data()) }
        }
        #expect(keys.withLock { $0 } == ["KEY1", "KEY2", "KEY2"])
    }

    // MARK: Damage

    @Test func `bytes that change on their way to the store are noticed`() async throws {
        let isDamaging = Mutex(true)
        try await check { request in
            guard request.method == "PUT", isDamaging.withLock({ $0 }) else { return nil }
            return .requestDamaged(at: request.bodySize / 2)
        } _: { place, direct, _ in
            for size in [1000, Self.piece + 1] {
                isDamaging.withLock { $0 = true }
                let sample = try SampleFile(size, seed: 40 + size)
                #expect(code { try place.upload(sample) } == .damaged)
                #expect(try direct.size(of: .original(sample.digest), WorkCancellation()) == nil)
                isDamaging.withLock { $0 = false }
                try place.upload(sample)
                try direct.verify(sample.digest, WorkCancellation())
            }
        }
    }

    @Test func `bytes that change on their way from the store are noticed`() async throws {
        try await check { request in
            request.method == "GET" && request.path.contains("originals/") ? .answerDamaged(at: 70_000) : nil
        } _: { place, direct, _ in
            let sample = try SampleFile(Self.piece + 100_000, seed: 41)
            _ = try direct.upload(sample)
            #expect(code { _ = try place.download(sample.digest).all() } == .damaged)
            #expect(code { try place.verify(sample.digest, WorkCancellation()) } == .damaged)
        }
    }

    @Test func `an object that the store damaged later is kept and reported`() async throws {
        try await check { _ in
            nil
        } _: { place, direct, _ in
            let sample = try SampleFile(1000, seed: 42)
            let name = RemoteName.original(sample.digest)
            #expect(try direct.putDocument(Data(count: 1000), name, WorkCancellation()))
            #expect(code { try place.upload(sample) } == .damaged)
            #expect(code { try place.verify(sample.digest, WorkCancellation()) } == .damaged)
            #expect(try direct.document(name, WorkCancellation()) == Data(count: 1000))
        }
    }

    @Test func `a store that confirms each part isn't read back`() async throws {
        try await onOwnThread {
            guard let server = StoreServers.moto else { return }
            let proxy = try FaultProxy(to: server.address) { _ in nil }
            let place = try StoreServers.place(at: proxy.address)
            let sample = try SampleFile(1000, seed: 43)
            let stored = try place.upload(sample)
            #expect(stored.verification == .confirmedByPlace)
            #expect(proxy.requests.map(\.method).filter { $0 == "GET" }.count == 1)
            try place.verify(sample.digest, WorkCancellation())
        }
    }

    @Test func `an upload whose last answer was lost is found`() async throws {
        let isUsed = Mutex(false)
        try await check { request in
            guard request.method == "POST", request.path.contains("uploadId=") else { return nil }
            return isUsed.withLock { isUsed in
                defer { isUsed = true }
                return isUsed ? nil : .answerLost
            }
        } _: { place, direct, _ in
            let sample = try SampleFile(Self.piece + 1, seed: 44)
            #expect(try place.upload(sample).verification == .readBack)
            try direct.verify(sample.digest, WorkCancellation())
        }
    }
}
