import AlbumenTestSupport
import BlobStore
import Cancellation
import Foundation
import Records
import Synchronization
import Testing

/// Objects that aren't originals, documents with one creator, and advice.
extension PlaceConformance {
    static let objects: [PlaceConformance] = [
        PlaceConformance("an object of any size comes back under its name") { place in
            for size in [0, 1, 70_000, piece, 2 * piece + 5] {
                let sample = try SampleFile(size, seed: 200 + size)
                let name = try segment("\(size)")
                let upload = RemoteUpload(name, digest: sample.digest, size: Int64(size), date: Date())
                let stored = try place.upload(upload, from: sample.file, none, progress: { _ in }, save: { _ in })
                #expect(stored.name == name && stored.size == size)
                #expect(stored.pieces == (try sample.pieces))
                #expect(try place.download(name, checking: sample.digest).all() == sample.data)
                #expect(try place.size(of: .original(sample.digest), none) == nil)
            }
            #expect(try place.list("albumen/catalog/", after: nil, limit: 100, none).elements.count == 5)
            #expect(try place.unfinishedUploads(after: nil, none).elements.isEmpty)
        },
        PlaceConformance("an object's name appears when the object is whole") { place in
            let sample = try SampleFile(2 * piece + 1, seed: 210)
            let name = try segment("whole")
            let upload = RemoteUpload(name, digest: sample.digest, size: Int64(sample.data.count))
            let saved = Mutex<RemoteUpload?>(nil)
            #expect(throws: CancellationError.self) {
                try place.upload(upload, from: sample.file, none, progress: { _ in }) { upload in
                    saved.withLock { $0 = upload }
                    #expect(try place.size(of: name, none) == nil)
                    #expect(try place.list("albumen/", after: nil, limit: 10, none).elements.isEmpty)
                    if upload.parts.count == 2 { throw CancellationError() }
                }
            }
            // Another process knows the text in the catalog.
            let text = try JSONEncoder().encode(try #require(saved.withLock { $0 }))
            let rest = try JSONDecoder().decode(RemoteUpload.self, from: text)
            let steps = Mutex(0)
            _ = try place.upload(rest, from: sample.file, none, progress: { _ in }) { _ in
                steps.withLock { $0 += 1 }
            }
            #expect(steps.withLock { $0 } <= 2, "Only the last part is sent.")
            #expect(try place.download(name, checking: sample.digest).all() == sample.data)
        },
        PlaceConformance("a taken name is a success with the same bytes, and refused with others") { place in
            for size in [1000, piece + 1] {
                let (sample, other) = (try SampleFile(size, seed: 220 + size), try SampleFile(size, seed: 221 + size))
                let longer = try SampleFile(size + 1, seed: 222 + size)
                let name = try segment("taken-\(size)")
                for _ in 0..<2 {
                    let upload = RemoteUpload(name, digest: sample.digest, size: Int64(size))
                    _ = try place.upload(upload, from: sample.file, none, progress: { _ in }, save: { _ in })
                }
                for wrong in [other, longer] {
                    let upload = RemoteUpload(name, digest: wrong.digest, size: Int64(wrong.data.count))
                    let error = #expect(throws: RemoteBlobError.self) {
                        try place.upload(upload, from: wrong.file, none, progress: { _ in }, save: { _ in })
                    }
                    #expect(error?.code == .damaged && error?.message.contains(name.text) == true)
                }
                #expect(try place.download(name, checking: sample.digest).all() == sample.data)
                #expect(try place.unfinishedUploads(after: nil, none).elements.isEmpty)
            }
        },
        PlaceConformance("a file that isn't the object's is refused") { place in
            let (sample, other) = (try SampleFile(1000, seed: 230), try SampleFile(1000, seed: 231))
            let name = try segment("wrong")
            let upload = RemoteUpload(name, digest: sample.digest, size: 1000)
            let error = #expect(throws: RemoteBlobError.self) {
                try place.upload(upload, from: other.file, none, progress: { _ in }, save: { _ in })
            }
            #expect(error?.code == .sourceDamaged && error?.message.contains(name.text) == true)
            #expect(try place.size(of: name, none) == nil)
        },
        PlaceConformance("advice is replaced") { place in
            let machine = try #require(RemoteAdvice.MachineName("desk"))
            for advice in [RemoteAdvice.machine(machine), .head(try #require(Epoch(7)))] {
                for text in ["one", "two", "", "three"] {
                    try place.overwrite(advice, with: Data(text.utf8), none)
                    #expect(try place.document(advice.name, none) == Data(text.utf8))
                }
            }
            let names = try place.list("albumen/", after: nil, limit: 10, none).elements.map(\.name.text)
            #expect(names.sorted() == ["albumen/machines/desk", "albumen/owner/0000000000000007-head"])
        },
    ]

    /// Places with these checks honour conditions.
    static let creation: [PlaceConformance] = [
        PlaceConformance("a document has one creator") { place in
            let name = try #require(RemoteName("albumen/owner/0000000000000001"))
            #expect(try place.createDocument(Data("one".utf8), name, none) == .created)
            #expect(try place.createDocument(Data("two".utf8), name, none) == .exists(Data("one".utf8)))
            #expect(try place.createDocument(Data("one".utf8), name, none) == .created, "It's this caller's own.")
            #expect(try place.document(name, none) == Data("one".utf8))
            let cancelled = WorkCancellation()
            cancelled.cancel()
            let error = #expect(throws: RemoteBlobError.self) { try place.createDocument(Data(), name, cancelled) }
            #expect(error?.code == .cancelled)
        }
    ]

    private static func segment(_ text: String) throws -> RemoteName {
        try #require(RemoteName("albumen/catalog/e0000000000000001/0000/\(text).ltx"))
    }
}
