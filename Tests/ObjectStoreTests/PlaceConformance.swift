import AlbumenTestSupport
import BlobStore
import Cancellation
import Foundation
import Records
import Synchronization
import SystemPackage
import Testing

/// The contract of each `RemoteBlobStore`. Each check has its own empty place.
struct PlaceConformance: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let check: @Sendable (any RemoteBlobStore) throws -> Void

    init(_ testDescription: String, _ check: @escaping @Sendable (any RemoteBlobStore) throws -> Void) {
        self.testDescription = testDescription
        self.check = check
    }

    static let all: [PlaceConformance] = transfers + uploads + listing + documents + objects

    static let none = WorkCancellation()
    static let piece = Int(RemoteUpload.pieceSize)

    private static let transfers: [PlaceConformance] = [
        PlaceConformance("blobs of all sizes come back") { place in
            for size in [0, 1, 70_000, piece - 1, piece, piece + 1, 2 * piece + 5] {
                let sample = try SampleFile(size, seed: size)
                let sent = Mutex<[Int64]>([])
                let stored = try place.upload(sample) { count in sent.withLock { $0.append(count) } }
                #expect(stored.size == size && stored.name == .original(sample.digest))
                #expect(stored.pieces == (try sample.pieces))
                #expect(sent.withLock { $0 == $0.sorted() && ($0.last == Int64(size)) }, "\(size)")
                #expect(try place.size(of: stored.name, none) == Int64(size))
                #expect(try place.download(sample.digest).all() == sample.data)
                try place.verify(sample.digest, none)
                try place.remove(stored.name, none)
                #expect(try place.size(of: stored.name, none) == nil)
            }
        },
        PlaceConformance("a range has its bytes, and ends with the object") { place in
            let sample = try SampleFile(100_000, seed: 1)
            let name = try place.upload(sample).name
            for range in [0..<1, 0..<100_000, 99_999..<100_000, 50_000..<60_001, 90_000..<200_000, 5..<5] {
                let wanted = Int64(range.lowerBound)..<Int64(range.upperBound)
                let download = try place.download(name, range: wanted)
                let expected = sample.data[range.clamped(to: 0..<100_000)]
                #expect(try download.all() == expected, "\(range)")
                #expect(download.size == Int64(expected.count))
            }
            #expect(try place.download(name, range: 100_000..<100_001).all() == Data())
            #expect(try place.download(name, range: 300_000..<400_000).all() == Data())
        },
        PlaceConformance("each piece has the digest that the upload returned") { place in
            let sample = try SampleFile(2 * piece + 100, seed: 2)
            let stored = try place.upload(sample)
            #expect(stored.pieces.count == 3)
            for (index, digest) in stored.pieces.enumerated() {
                let start = Int64(index) * RemoteUpload.pieceSize
                let bytes = try place.download(stored.name, range: start..<start + RemoteUpload.pieceSize).all()
                #expect(try BlobDigest(hashing: bytes) == digest, "\(index)")
            }
        },
        PlaceConformance("absence is an answer, except to download") { place in
            try place.upload(SampleFile(1, seed: 3))
            let digest = try BlobDigest(hashing: Data("nowhere".utf8))
            #expect(try place.size(of: .original(digest), none) == nil)
            #expect(try place.document(try #require(RemoteName("albumen/nothing.json")), none) == nil)
            try place.remove(.original(digest), none)
            let error = #expect(throws: RemoteBlobError.self) { try place.download(digest).all() }
            #expect(error?.code == .notFound)
            #expect(throws: RemoteBlobError.self) { try place.verify(digest, none) }
        },
        PlaceConformance("a cancelled call fails with cancelled") { place in
            let sample = try SampleFile(piece + 1, seed: 4)
            try place.upload(sample)
            let cancelled = WorkCancellation()
            cancelled.cancel()
            let name = RemoteName.original(sample.digest)
            let calls: [() throws -> Void] = [
                { _ = try place.size(of: name, cancelled) },
                { _ = try place.list("", after: nil, limit: 10, cancelled) },
                { _ = try place.document(name, cancelled) },
                { try place.remove(name, cancelled) },
                { try place.verify(sample.digest, cancelled) },
                { _ = try place.upload(try SampleFile(10, seed: 5), cancelled) },
                {
                    let download = try place.download(sample.digest)
                    _ = try download.next()
                    download.cancel()
                    // A piece that arrived before is still delivered.
                    while try download.next() != nil {}
                },
            ]
            for call in calls {
                let error = #expect(throws: RemoteBlobError.self) { try call() }
                #expect(error?.code == .cancelled)
            }
            #expect(try place.size(of: name, none) == Int64(piece + 1))
        },
    ]

    private static let uploads: [PlaceConformance] = [
        PlaceConformance("an upload continues after its last saved part, also from another value") { place in
            let sample = try SampleFile(3 * piece + 7, seed: 6)
            let saved = Mutex<Data?>(nil)
            let cancellation = WorkCancellation()
            let error = #expect(throws: RemoteBlobError.self) {
                try place.upload(sample.upload, from: sample.file, cancellation, progress: { _ in }) { upload in
                    saved.withLock { $0 = try? JSONEncoder().encode(upload) }
                    if upload.parts.count == 2 { cancellation.cancel() }
                }
            }
            #expect(error?.code == .cancelled)
            #expect(try place.size(of: sample.upload.name, none) == nil)
            let data = try #require(saved.withLock { $0 })
            let upload = try JSONDecoder().decode(RemoteUpload.self, from: data)
            #expect(upload.parts.map(\.number) == [1, 2])
            #expect(try place.unfinishedUploads(after: nil, none).elements.contains { $0.name == upload.name })
            let counts = Mutex<[Int]>([])
            let stored = try place.upload(upload, from: sample.file, none, progress: { _ in }) { upload in
                counts.withLock { $0.append(upload.parts.count) }
            }
            #expect(counts.withLock { $0.filter { $0 > 2 } } == [3, 4])
            #expect(stored.pieces == (try sample.pieces))
            #expect(try place.download(sample.digest).all() == sample.data)
            #expect(try place.unfinishedUploads(after: nil, none).elements.isEmpty)
        },
        PlaceConformance("an abandoned upload leaves nothing, and the blob can be uploaded again") { place in
            let sample = try SampleFile(2 * piece, seed: 7)
            let saved = Mutex<RemoteUpload?>(nil)
            #expect(throws: CancellationError.self) {
                try place.upload(sample.upload, from: sample.file, none, progress: { _ in }) { upload in
                    saved.withLock { $0 = upload }
                    if upload.parts.count == 1 { throw CancellationError() }
                }
            }
            let upload = try #require(saved.withLock { $0 })
            try place.abandon(upload, none)
            try place.abandon(upload, none)
            #expect(try place.unfinishedUploads(after: nil, none).elements.isEmpty)
            #expect(try place.upload(sample).size == 2 * RemoteUpload.pieceSize)
        },
        droppedUpload,
        PlaceConformance("a blob that is there isn't stored again") { place in
            for size in [1000, piece + 1] {
                let sample = try SampleFile(size, seed: 8 + size)
                try place.upload(sample)
                let again = try place.upload(sample)
                #expect(again.pieces == (try sample.pieces))
            }
        },
        PlaceConformance("a file with other bytes is refused, and nothing is stored") { place in
            for size in [1000, piece + 1] {
                let sample = try SampleFile(size, seed: 20 + size)
                for length in [size, size - 1, size + 1] {
                    var data = sample.data + Data([1])
                    data[size / 2] ^= 1
                    let changed = length == size ? data : sample.data + [1]
                    let other = try SampleFile(changed.prefix(length))
                    let error = #expect(throws: RemoteBlobError.self) {
                        try place.upload(sample.upload, from: other.file, none, progress: { _ in }, save: { _ in })
                    }
                    #expect(error?.code == .sourceDamaged)
                    #expect(try place.size(of: sample.upload.name, none) == nil)
                    #expect(try place.unfinishedUploads(after: nil, none).elements.isEmpty)
                }
            }
        },
        PlaceConformance("progress and saving happen in the order of the parts") { place in
            let sample = try SampleFile(2 * piece + 1, seed: 9)
            let events = Mutex<[Int]>([])
            _ = try place.upload(sample.upload, from: sample.file, none, progress: { _ in }) { upload in
                #expect(upload.reference != nil)
                events.withLock { $0.append(upload.parts.count) }
            }
            #expect(events.withLock { $0 } == [0, 1, 2, 3])
        },
    ]

    static let droppedUpload = PlaceConformance("an upload that the place has dropped begins again") { place in
        let sample = try SampleFile(2 * piece, seed: 10)
        let saved = Mutex<RemoteUpload?>(nil)
        #expect(throws: CancellationError.self) {
            try place.upload(sample.upload, from: sample.file, none, progress: { _ in }) { upload in
                saved.withLock { $0 = upload }
                if upload.parts.count == 1 { throw CancellationError() }
            }
        }
        let upload = try #require(saved.withLock { $0 })
        try place.abandon(upload, none)
        let stored = try place.upload(upload, from: sample.file, none, progress: { _ in }, save: { _ in })
        #expect(stored.size == 2 * RemoteUpload.pieceSize)
        #expect(try place.download(sample.digest).all() == sample.data)
    }

    private static let listing: [PlaceConformance] = [
        PlaceConformance("pages list each object once") { place in
            var expected: [RemoteName: Int64] = [:]
            for number in 0..<23 {
                let sample = try SampleFile(number, seed: 100 + number)
                expected[try place.upload(sample).name] = Int64(number)
            }
            for limit in [1, 5, 22, 23, 24, 1000] {
                var found: [RemoteObject] = []
                var position: String?
                var pageCount = 0
                repeat {
                    let page = try place.list("originals/", after: position, limit: limit, none)
                    #expect(page.elements.count <= limit)
                    found += page.elements
                    position = page.next
                    pageCount += 1
                } while position != nil && pageCount < 100
                #expect(found.count == 23, "\(limit)")
                #expect(Dictionary(found.map { ($0.name, $0.size) }) { $1 } == expected)
            }
        },
        PlaceConformance("names with odd characters are names like others") { place in
            let texts = [
                "a b/c+d/e%20f", "quotes \"'/&amp;<tag>", "ümläut/日本語/🎞", "tilde~ (1)!*;:@,$=?#", "x/y..z",
                String(repeating: "n", count: 200),
            ]
            for text in texts {
                let name = try #require(RemoteName(text))
                let data = Data("content of \(text)".utf8)
                #expect(try place.putDocument(data, name, none))
                #expect(try place.document(name, none) == data, "\(text)")
                #expect(try place.size(of: name, none) == Int64(data.count))
                #expect(try place.download(name, range: nil).all() == data)
            }
            let found = try place.list("", after: nil, limit: 1000, none).elements.map(\.name.text)
            #expect(found.sorted() == texts.sorted())
            #expect(try place.list("a b/", after: nil, limit: 10, none).elements.map(\.name.text) == ["a b/c+d/e%20f"])
            for text in texts {
                try place.remove(try #require(RemoteName(text)), none)
            }
            #expect(try place.list("", after: nil, limit: 10, none) == RemotePage())
        },
    ]

    private static let documents: [PlaceConformance] = [
        PlaceConformance("a document is never replaced") { place in
            let name = try #require(RemoteName("albumen/mark-00000001.json"))
            #expect(try place.putDocument(Data("one".utf8), name, none))
            #expect(try place.putDocument(Data("one".utf8), name, none))
            #expect(try !place.putDocument(Data("two".utf8), name, none))
            #expect(try place.document(name, none) == Data("one".utf8))
            try place.remove(name, none)
            #expect(try place.putDocument(Data(), name, none))
            #expect(try place.document(name, none) == Data())
        },
        PlaceConformance("a mark names the one copy that writes there") { place in
            let library = UUID()
            let first = PlaceMark.Copy(machine: "1", machineName: "desk", folder: "/photos")
            let second = PlaceMark.Copy(machine: "2", machineName: "laptop", folder: "/photos")
            #expect(try PlaceMark.read(place, none) == nil)
            let missing = #expect(throws: RemoteBlobError.self) {
                try PlaceMark.check(place, library: library, copy: first, none)
            }
            #expect(missing?.code == .unreachable)
            let mark = try PlaceMark.claim(place, library: library, copy: first, none)
            #expect(mark.generation == 1 && mark.library == library)
            #expect(try PlaceMark.claim(place, library: library, copy: first, none) == mark)
            try PlaceMark.check(place, library: library, copy: first, none)
            let others: [(UUID, PlaceMark.Copy)] = [(library, second), (UUID(), first)]
            for (other, copy) in others {
                let error = #expect(throws: RemoteBlobError.self) {
                    try PlaceMark.claim(place, library: other, copy: copy, none)
                }
                #expect(error?.code == .occupied)
                #expect(error?.message.contains("desk") == true)
            }
            let taken = try PlaceMark.claim(place, library: library, copy: second, takingOver: true, none)
            #expect(taken.generation == 2)
            let error = #expect(throws: RemoteBlobError.self) {
                try PlaceMark.check(place, library: library, copy: first, none)
            }
            #expect(error?.code == .occupied && error?.message.contains("laptop") == true)
        },
    ]
}
