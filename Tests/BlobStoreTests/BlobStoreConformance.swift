import BlobStore
import Foundation
import Records
import Testing

/// The contract of each `BlobStoring`. Each check has its own empty store.
struct BlobStoreConformance: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let check: @Sendable (any BlobStoring) throws -> Void

    init(_ testDescription: String, _ check: @escaping @Sendable (any BlobStoring) throws -> Void) {
        self.testDescription = testDescription
        self.check = check
    }

    static let all: [BlobStoreConformance] = reading + takingIn + enumerating

    private static let reading: [BlobStoreConformance] = [
        BlobStoreConformance("absence is an answer, except to open") { store in
            let digest = try BlobDigest(hashing: Data("nowhere".utf8))
            #expect(try !store.contains(digest))
            #expect(try store.size(of: digest) == nil)
            #expect(try store.verify(digest) == .missing)
            #expect(try !store.remove(digest))
            let error = #expect(throws: BlobStoreError.self) { try store.open(digest) }
            #expect(error?.code == .notFound)
            #expect(error?.message.contains(digest.hexadecimal) == true)
        },
        BlobStoreConformance("what was stored is read back") { store in
            let data = Data.sample(count: 70_000, seed: 1)
            let digest = try store.keep(data)
            #expect(try digest == BlobDigest(hashing: data))
            #expect(try store.contains(digest))
            #expect(try store.size(of: digest) == 70_000)
            #expect(try store.verify(digest) == .intact(size: 70_000))
            #expect(try store.read(digest, atMost: 70_000) == data)
        },
        BlobStoreConformance("an empty blob is a blob") { store in
            let digest = try store.keep(Data())
            #expect(try store.size(of: digest) == 0)
            #expect(try store.verify(digest) == .intact(size: 0))
            #expect(try store.read(digest, atMost: 0) == Data())
        },
        BlobStoreConformance("no more is read into memory than was asked for") { store in
            let digest = try store.keep(Data.sample(count: 11, seed: 2))
            let error = #expect(throws: BlobStoreError.self) { try store.read(digest, atMost: 10) }
            #expect(error?.code == .limitExceeded)
        },
        BlobStoreConformance("a check tells its progress and can be stopped") { store in
            let digest = try store.keep(Data.sample(count: 1 << 20, seed: 3))
            var steps: [Int64] = []
            let condition = try store.verify(digest) { bytes in
                steps.append(bytes)
                return true
            }
            #expect(condition == .intact(size: 1 << 20))
            #expect(steps == steps.sorted())
            #expect(steps.last == 1 << 20)
            let error = #expect(throws: BlobStoreError.self) { try store.verify(digest) { _ in false } }
            #expect(error?.code == .cancelled)
        },
        BlobStoreConformance("an open blob is readable after its removal") { store in
            let data = Data.sample(count: 1000, seed: 4)
            let digest = try store.keep(data)
            let file = try store.open(digest)
            #expect(try store.remove(digest))
            #expect(try !store.contains(digest))
            #expect(try !store.remove(digest))
            let found = try file.withDescriptor { try BlobDigest(hashing: $0, named: "open blob") }
            #expect(found == digest)
        },
    ]

    private static let takingIn: [BlobStoreConformance] = [
        BlobStoreConformance("staged bytes are no blob before the commit, nor after their release") { store in
            let intake = try store.makeIntake()
            defer { intake.finish() }
            let staged = try intake.stage(Data("staged".utf8))
            #expect(try !store.contains(staged.digest))
            intake.release([staged])
            intake.release([staged])
            #expect(try !store.contains(staged.digest))
            let error = #expect(throws: BlobStoreError.self) { try intake.commit([staged]) }
            #expect(error?.code == .notFound)
        },
        BlobStoreConformance("a file of 5 MB comes in by path and by descriptor") { store in
            let folder = try TemporaryFolder()
            let data = Data.sample(count: 5_000_001, seed: 5)
            let url = try folder.write(data, to: "a photo.jpg")
            let intake = try store.makeIntake()
            defer { intake.finish() }
            let byPath = try intake.stage(fileAt: url)
            let handle = try FileHandle(forReadingFrom: url)
            try handle.seek(toOffset: 17)
            let byDescriptor = try intake.stage(descriptor: handle.fileDescriptor, named: "a photo.jpg")
            #expect(try handle.offset() == 17)
            #expect(byPath.digest == byDescriptor.digest)
            #expect(byPath.size == 5_000_001)
            try intake.commit([byPath, byDescriptor])
            intake.release([byPath, byDescriptor])
            #expect(try byPath.digest == BlobDigest(hashing: data))
            #expect(try store.verify(byPath.digest) == .intact(size: 5_000_001))
        },
        BlobStoreConformance("identical bytes are one blob") { store in
            let first = try store.keep(Data("twin".utf8))
            let second = try store.keep(Data("twin".utf8))
            #expect(first == second)
            #expect(try store.digests(after: nil, limit: 10) == [first])
        },
        BlobStoreConformance("a commit can be empty, and can be done twice") { store in
            let intake = try store.makeIntake()
            defer { intake.finish() }
            try intake.commit([])
            let staged = try intake.stage(Data("again".utf8))
            try intake.commit([staged, staged])
            try intake.commit([staged])
            #expect(try store.verify(staged.digest) == .intact(size: 5))
        },
        BlobStoreConformance("a blob that a purge removed after the commit is restored") { store in
            let intake = try store.makeIntake()
            defer { intake.finish() }
            let staged = try intake.stage(Data("purged".utf8))
            try intake.commit([staged])
            #expect(try !intake.restore(staged))
            try store.remove(staged.digest)
            #expect(try intake.restore(staged))
            #expect(try store.verify(staged.digest) == .intact(size: 6))
            #expect(try !intake.restore(staged))
        },
        BlobStoreConformance("a blob that was known before the commit is restored too") { store in
            try store.keep(Data("known".utf8))
            let intake = try store.makeIntake()
            defer { intake.finish() }
            let staged = try intake.stage(Data("known".utf8))
            try intake.commit([staged])
            try store.remove(staged.digest)
            #expect(try intake.restore(staged))
            intake.release([staged])
            #expect(try store.verify(staged.digest) == .intact(size: 5))
        },
        BlobStoreConformance("an intake takes its own staged bytes only") { store in
            let intake = try store.makeIntake()
            let other = try store.makeIntake()
            defer {
                intake.finish()
                other.finish()
            }
            let staged = try intake.stage(Data("mine".utf8))
            _ = try other.stage(Data("their".utf8))
            let error = #expect(throws: BlobStoreError.self) { try other.commit([staged]) }
            #expect(error?.code == .notFound)
            other.release([staged])
            try intake.commit([staged])
            #expect(try store.contains(staged.digest))
        },
        BlobStoreConformance("a finished intake says so") { store in
            let intake = try store.makeIntake()
            let staged = try intake.stage(Data("late".utf8))
            intake.finish()
            intake.finish()
            intake.release([staged])
            let attempts: [() throws -> Void] = [
                { _ = try intake.stage(Data()) }, { try intake.commit([staged]) }, { _ = try intake.restore(staged) },
            ]
            for attempt in attempts {
                let error = #expect(throws: BlobStoreError.self) { try attempt() }
                #expect(error?.code == .intakeFinished)
            }
            #expect(try !store.contains(staged.digest))
        },
        BlobStoreConformance("intakes that bring the same bytes at once agree") { store in
            let data = Data.sample(count: 300_000, seed: 6)
            let digest = try BlobDigest(hashing: data)
            let intakes = try (0..<8).map { _ in try store.makeIntake() }
            DispatchQueue.concurrentPerform(iterations: intakes.count) { index in
                #expect(throws: Never.self) {
                    let staged = try (0..<4).map { try intakes[index].stage($0 == 0 ? data : Data([UInt8($0)])) }
                    try intakes[index].commit(staged)
                    for blob in staged { try intakes[index].restore(blob) }
                    intakes[index].release(staged)
                }
            }
            for intake in intakes { intake.finish() }
            #expect(try store.verify(digest) == .intact(size: 300_000))
            #expect(try store.digests(after: nil, limit: 10).count == 4)
        },
        BlobStoreConformance("a source that is missing or no file is told with its path") { store in
            let folder = try TemporaryFolder()
            let intake = try store.makeIntake()
            defer { intake.finish() }
            for url in [folder.file("missing.jpg"), folder.url] {
                let error = try #require(throws: BlobStoreError.self) { try intake.stage(fileAt: url) }
                #expect(error.code == .sourceUnreadable)
                #expect(error.message.contains(folder.url.lastPathComponent))
            }
        },
    ]

    private static let enumerating: [BlobStoreConformance] = [
        BlobStoreConformance("an empty store names no blob") { store in
            let digest = try BlobDigest(hashing: Data())
            #expect(try store.digests(after: nil, limit: 10).isEmpty)
            #expect(try store.digests(after: digest, limit: 10).isEmpty)
        },
        BlobStoreConformance("blobs are named in order, page by page, each once") { store in
            let intake = try store.makeIntake()
            defer { intake.finish() }
            let staged = try (0..<600).map { try intake.stage(Data("blob \($0)".utf8)) }
            try intake.commit(staged)
            intake.release(staged)
            let expected = staged.map(\.digest).sorted()
            var found: [BlobDigest] = []
            while case let page = try store.digests(after: found.last, limit: 7), !page.isEmpty {
                #expect(page.count <= 7)
                found += page
            }
            #expect(found == expected)
            var named: [BlobDigest] = []
            try store.forEachDigest { named.append($0) }
            #expect(named == expected)
            #expect(try store.digests(after: nil, limit: 0).isEmpty)
        },
        BlobStoreConformance("a page can begin after a blob that is gone") { store in
            let digests = try ["a", "b", "c"].map { try store.keep(Data($0.utf8)) }.sorted()
            try store.remove(digests[1])
            #expect(try store.digests(after: digests[1], limit: 10) == [digests[2]])
        },
    ]
}

extension BlobStoring {
    /// Stages and commits the bytes.
    @discardableResult
    func keep(_ data: Data) throws -> BlobDigest {
        let intake = try makeIntake()
        defer { intake.finish() }
        let staged = try intake.stage(data)
        try intake.commit([staged])
        intake.release([staged])
        return staged.digest
    }
}
