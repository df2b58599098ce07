import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import Records
import Synchronization
import Testing

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// §8: reading the files of assets.
@Suite struct ResourceManagerTests {
    let fixture: ResourceFixture

    init() throws {
        fixture = try ResourceFixture(hasRemote: true)
    }

    /// A photo of a few megabytes, with its resource.
    private func addLargePhoto() throws -> (PHAssetResource, Data) {
        let bytes = SampleMedia.jpeg() + Data((0..<2_700_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
        let asset = try fixture.importFile(bytes, "IMG_1.JPG")
        return (try #require(fixture.resources(of: asset).first), bytes)
    }

    @Test("§8.5: chunks in order make up the file, each read when the handler has returned")
    func chunks() throws {
        let (resource, bytes) = try addLargePhoto()
        #expect(try fixture.data(of: resource).get() == bytes)
        let sizes = CallRecorder<Int>()
        let running = Mutex(0)
        let ended = Gate()
        fixture.images.run {
            _ = PHAssetResourceManager.default().requestData(for: resource, options: nil) { chunk in
                running.withLock { $0 += 1 }
                #expect(running.withLock { $0 } == 1)
                // An entire other request ends meanwhile, so a concurrent call would come.
                #expect(throws: Never.self) { try fixture.data(of: resource).get().count == bytes.count }
                running.withLock { $0 -= 1 }
                sizes.record(chunk.count)
            } completionHandler: { error in
                #expect(error == nil && running.withLock { $0 } == 0)
                ended.open()
            }
        }
        try #require(ended.wait())
        #expect(sizes.calls == [1 << 20, 1 << 20, bytes.count - (2 << 20)])
    }

    @Test("§8.5: a written file has the same bytes, and a file that exists is an error and stays")
    func write() throws {
        let (resource, bytes) = try addLargePhoto()
        let url = fixture.folder.file("out.jpg")
        #expect(try fixture.write(resource, to: url) == nil)
        #expect(try Data(contentsOf: url) == bytes)
        try Data("mine".utf8).write(to: url)
        #expect(try fixture.write(resource, to: url) == .internalError)
        #expect(try Data(contentsOf: url) == Data("mine".utf8))
        #expect(try fixture.write(resource, to: fixture.folder.file("none/out.jpg")) == .missingResource)
        #expect(try fixture.write(resource, to: try #require(URL(string: "https://a.example/b"))) == .internalError)
        #expect(try fixture.folder.names() == ["IMG_1.JPG", "out.jpg"])
    }

    @Test("the asynchronous form writes and throws the same errors")
    func asynchronousWrite() async throws {
        let (resource, bytes) = try addLargePhoto()
        let url = fixture.folder.file("out.jpg")
        try await fixture.images.run {
            try await PHAssetResourceManager.default().writeData(for: resource, toFile: url, options: nil)
            await #expect(throws: PHPhotosError.self) {
                try await PHAssetResourceManager.default().writeData(for: resource, toFile: url, options: nil)
            }
        }
        #expect(try Data(contentsOf: url) == bytes)
    }

    @Test("bytes that are damaged in the library aren't written")
    func damaged() throws {
        let (resource, bytes) = try addLargePhoto()
        guard case .library(let record, _, let library) = resource.origin else { throw CancellationError() }
        let file = library.blobs.fileURL(of: record.sha256)
        try FileManager.default.removeItem(at: file)
        try Data(repeating: 1, count: bytes.count).write(to: file)
        #expect(try fixture.write(resource, to: fixture.folder.file("out.jpg")) != nil)
        try FileManager.default.removeItem(at: file)
        try bytes.prefix(1_500_000).write(to: file)
        #expect(try fixture.data(of: resource).code == .invalidResource)
        #expect(try fixture.write(resource, to: fixture.folder.file("out.jpg")) != nil)
        #expect(try fixture.folder.names() == ["IMG_1.JPG"])
    }

    // MARK: Cancelling

    /// Cancels a request and returns its error's code. Checks that the completion handler is called once, at the end.
    private func cancelledCode(
        _ resource: PHAssetResource, network: Bool = false,
        when: (_ cancel: @escaping @Sendable () -> Void) throws -> Void,
        onChunk: @escaping @Sendable (_ cancel: @escaping @Sendable () -> Void) -> Void = { _ in }
    ) throws -> Int? {
        let manager = PHAssetResourceManager.default()
        let number = Mutex<PHAssetResourceDataRequestID>(PHInvalidAssetResourceDataRequestID)
        let events = CallRecorder<Int>()
        let code = Mutex<Int?>(nil)
        let isReleased = Gate()
        let hasNumber = Gate()
        let cancel: @Sendable () -> Void = {
            #expect(hasNumber.wait())
            manager.cancelDataRequest(number.withLock { $0 })
        }
        let options = PHAssetResourceRequestOptions()
        options.isNetworkAccessAllowed = network
        let made = fixture.images.run {
            let lifetime = LifetimeGate(isReleased)
            return manager.requestData(for: resource, options: options) { chunk in
                events.record(chunk.count)
                onChunk(cancel)
            } completionHandler: { error in
                withExtendedLifetime(lifetime) { events.record(-1) }
                code.withLock { $0 = (error as NSError?)?.code }
            }
        }
        number.withLock { $0 = made }
        hasNumber.open()
        try when(cancel)
        // No further event can come.
        try #require(isReleased.wait())
        #expect(events.calls.filter { $0 == -1 }.count == 1 && events.calls.last == -1)
        return code.withLock { $0 }
    }

    @Test("cancelling in a handler and during a download ends with 3072")
    func cancel() throws {
        let (resource, _) = try addLargePhoto()
        #expect(try cancelledCode(resource, when: { _ in }, onChunk: { $0() }) == 3072)
        try fixture.sendAway(resource)
        fixture.remote.behaviour = .waits(Gate())
        let remote = fixture.remote
        let code = try cancelledCode(
            resource, network: true,
            when: { cancel in
                try waitUntil { !remote.downloads.isEmpty }
                cancel()
            })
        #expect(code == 3072)
        try waitUntil { remote.cancelled.count == 1 }
        // Has no effect after the end.
        PHAssetResourceManager.default().cancelDataRequest(PHInvalidAssetResourceDataRequestID)
        PHAssetResourceManager.default().cancelDataRequest(1_000_000)
    }

    // MARK: Access and network

    @Test("each read checks again whether the app may see the asset")
    func access() throws {
        let (resource, bytes) = try addLargePhoto()
        #expect(try fixture.data(of: resource, access: "denied").code == .accessUserDenied)
        #expect(try fixture.data(of: resource, access: "restricted").code == .accessRestricted)
        #expect(try fixture.data(of: resource, access: "limited").code == .missingResource)
        #expect(try fixture.write(resource, to: fixture.folder.file("a"), access: "limited") == .missingResource)
        guard case .library(let record, _, let library) = resource.origin else { throw CancellationError() }
        try library.catalog.write(author: "test") { try $0.grant(asset: record.assetID, to: "test") }
        #expect(try fixture.data(of: resource, access: "limited").get() == bytes)
        try library.catalog.write(author: "test") { try $0.revoke(asset: record.assetID, from: "test") }
        #expect(try fixture.data(of: resource, access: "limited").code == .missingResource)
        #expect(try !fixture.folder.names().contains("a"))
    }

    @Test("§4.12.3: a remote resource needs network access, and reports its progress")
    func network() throws {
        let (resource, bytes) = try addLargePhoto()
        try fixture.sendAway(resource)
        #expect(!resource.isLocallyAvailable)
        #expect(resource.value(forKey: "locallyAvailable") as? Bool == false)
        #expect(try fixture.data(of: resource).code == .networkAccessRequired)
        #expect(try fixture.write(resource, to: fixture.folder.file("a")) == .networkAccessRequired)
        fixture.remote.behaviour = .breaksOff
        #expect(try fixture.data(of: resource) { $0.isNetworkAccessAllowed = true }.code == .networkError)
        fixture.remote.behaviour = .delivers
        let told = CallRecorder<Double>()
        let data = try fixture.data(of: resource) { options in
            options.isNetworkAccessAllowed = true
            options.progressHandler = { told.record($0) }
        }
        #expect(try data.get() == bytes)
        #expect(told.calls == told.calls.sorted() && told.calls.last == 1)
        #expect(resource.isLocallyAvailable)
        #expect(resource.value(forKey: "locallyAvailable") as? Bool == true)
        let untold = CallRecorder<Double>()
        _ = try fixture.data(of: resource) { options in
            options.isNetworkAccessAllowed = true
            options.progressHandler = { untold.record($0) }
        }
        #expect(untold.calls.isEmpty, "There was no download.")
    }

    @Test("bytes that exist nowhere and an empty resource fail with 3303")
    func nowhere() throws {
        let (resource, _) = try addLargePhoto()
        guard case .library(let record, _, let library) = resource.origin else { throw CancellationError() }
        _ = try library.blobs.remove(record.sha256)
        #expect(try fixture.data(of: resource) { $0.isNetworkAccessAllowed = true }.code == .missingResource)
        #expect(try fixture.data(of: PHAssetResource()).code == .missingResource)
        #expect(PHAssetResource().filename == nil && PHAssetResource().dataSize == nil)
    }

    // MARK: Parts

    @Test("§10.40: chunks of a range are read when they're asked for")
    func ranges() async throws {
        let (resource, bytes) = try addLargePhoto()
        func read(_ range: Range<Int64>?, _ chunkSize: Int) async throws -> [Data] {
            let chunks = fixture.images.run(access: "authorized") {
                PHAssetResourceManager.default().chunks(of: resource, in: range, chunkSize: chunkSize)
            }
            var read: [Data] = []
            for try await chunk in chunks { read.append(chunk) }
            return read
        }
        #expect(try await read(nil, 1_000_000).map(\.count) == [1_000_000, 1_000_000, bytes.count - 2_000_000])
        #expect(try await read(nil, 999_983).reduce(Data(), +) == bytes)
        #expect(try await read(100..<2_000_100, 600_000).reduce(Data(), +) == bytes.subdata(in: 100..<2_000_100))
        #expect(try await read(10..<10, 10).isEmpty)
        #expect(try await read(Int64(bytes.count - 5)..<9_000_000, 10).map(\.count) == [5])
        #expect(try await read(9_000_000..<9_000_010, 10).isEmpty)
    }

    @Test("a task that reads chunks can be cancelled, also during a download")
    func cancelledChunks() async throws {
        let (resource, _) = try addLargePhoto()
        try fixture.sendAway(resource)
        fixture.remote.behaviour = .waits(Gate())
        let options = PHAssetResourceRequestOptions()
        options.isNetworkAccessAllowed = true
        let chunks = fixture.images.run(access: "authorized") {
            PHAssetResourceManager.default().chunks(of: resource, options: options)
        }
        let task = Task {
            for try await _ in chunks {}
        }
        try await waitUntil { !fixture.remote.downloads.isEmpty }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        fixture.remote.behaviour = .isUnreachable
        let unreachable = fixture.images.run(access: "authorized") {
            PHAssetResourceManager.default().chunks(of: resource, options: options)
        }
        await #expect(throws: PHPhotosError.self) { for try await _ in unreachable {} }
    }
}
