import AlbumenTestSupport
import BlobStore
import Cancellation
import Foundation
import Synchronization
import SystemPackage
import Testing

@testable import ObjectStore

/// Places in folders, beyond the contract of all places.
@Suite struct DirectoryPlaceTests {
    private let none = WorkCancellation()

    @Test func `a missing folder isn't created and isn't an empty place`() throws {
        let folder = try TemporaryFolder()
        let place = try DirectoryPlace(path: folder.path + "/disk")
        let sample = try SampleFile(10, seed: 1)
        let calls: [() throws -> Void] = [
            { try place.upload(sample) }, { _ = try place.size(of: .original(sample.digest), none) },
            { _ = try place.list("", after: nil, limit: 10, none) }, { _ = try place.download(sample.digest).all() },
            { _ = try place.putDocument(Data(), try #require(RemoteName("a")), none) },
        ]
        for call in calls {
            let error = #expect(throws: RemoteBlobError.self) { try call() }
            #expect(error?.code == .unreachable)
        }
        #expect(try folder.names().isEmpty)
        // An empty folder may be where a disk isn't mounted.
        try folder.makeFolder("disk")
        let error = #expect(throws: RemoteBlobError.self) { try place.download(sample.digest).all() }
        #expect(error?.code == .unreachable)
    }

    @Test func `symbolic links below the folder aren't followed`() throws {
        let folder = try TemporaryFolder()
        let outside = try TemporaryFolder()
        let sample = try SampleFile(10, seed: 2)
        let place = try DirectoryPlace(path: folder.path)
        try FileManager.default.createSymbolicLink(at: folder.file("originals"), withDestinationURL: outside.url)
        try outside.write(Data("secret".utf8), to: "note")
        try FileManager.default.createSymbolicLink(
            at: folder.file("link"), withDestinationURL: outside.file("note"))
        let error = #expect(throws: RemoteBlobError.self) { try place.upload(sample) }
        #expect(error?.code == .misbehaving)
        let name = try #require(RemoteName("link"))
        #expect(throws: RemoteBlobError.self) { try place.document(name, none) }
        #expect(throws: RemoteBlobError.self) { try place.size(of: name, none) }
        #expect(throws: RemoteBlobError.self) { try place.download(name, range: nil).all() }
        #expect(try !place.putDocumentOrFail(name))
        #expect(try outside.names() == ["note"])
        #expect(try place.list("", after: nil, limit: 10, none).elements.isEmpty)
    }

    @Test func `foreign files are counted and hidden ones left alone`() throws {
        let folder = try TemporaryFolder()
        for name in [".hidden", "a/.b", "c", "d/e"] { try folder.write(Data([1]), to: name) }
        try folder.write(Data([1]), to: ".uploads/foreign")
        let place = try DirectoryPlace(path: folder.path)
        let page = try place.list("", after: nil, limit: 10, none)
        #expect(page.elements.map(\.name.text) == ["c", "d/e"] && page.foreignCount == 2)
        let uploads = try place.unfinishedUploads(after: nil, none)
        #expect(uploads.elements.isEmpty && uploads.foreignCount == 1)
        try place.abandon(
            UnfinishedUpload(try #require(RemoteName("a")), reference: "../c", start: nil), none)
        #expect(try folder.names() == [".hidden", ".uploads", "a", "c", "d"])
    }

    @Test func `files and folders are their owner's`() throws {
        let folder = try TemporaryFolder()
        let place = try DirectoryPlace(path: folder.path)
        let name = try place.upload(SampleFile(10, seed: 3)).name.text
        func mode(_ name: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: folder.file(name).path)[.posixPermissions] as? Int
        }
        #expect(try mode(name) == 0o600)
        #expect(try mode("originals") == 0o700 && mode(".uploads") == 0o700)
        #expect(try folder.names(in: ".uploads").isEmpty)
    }

    @Test func `an object with other bytes is kept and reported`() throws {
        let folder = try TemporaryFolder()
        let place = try DirectoryPlace(path: folder.path)
        for size in [9, 10] {
            let sample = try SampleFile(10, seed: 4)
            let name = RemoteName.original(sample.digest).text
            try folder.write(Data(count: size), to: name)
            let error = #expect(throws: RemoteBlobError.self) { try place.upload(sample) }
            #expect(error?.code == .damaged)
            #expect(try Data(contentsOf: folder.file(name)) == Data(count: size))
        }
    }

    @Test func `a file system without hard links renames, and replaces nothing`() throws {
        let folder = try TemporaryFolder()
        for name in ["a", "b"] { try folder.write(Data(name.utf8), to: name) }
        let target = try PlaceFolder(path: folder.makeFolder("target").path(percentEncoded: false))
        let source = try PlaceFolder(path: folder.path)
        try source.moveWithoutLinks("a", to: target, as: "name")
        let error = #expect(throws: Errno.self) { try source.moveWithoutLinks("b", to: target, as: "name") }
        #expect(error == .fileExists)
        #expect(try Data(contentsOf: folder.file("target/name")) == Data("a".utf8))
        #expect(try folder.names() == ["b", "target"])
    }

    @Test func `failures of a disk have their code and name the file`() throws {
        let place = try DirectoryPlace(path: "/disk")
        let codes: [(Errno, RemoteBlobError.Code)] = [
            (.noSpace, .full), (.diskQuotaExceeded, .full), (.permissionDenied, .refused),
            (.readOnlyFileSystem, .refused), (.ioError, .unreachable), (.missingPlace, .unreachable),
            (.tooManySymbolicLinkLevels, .misbehaving),
        ]
        for (reason, code) in codes {
            let failure = place.failure(reason, "originals/x")
            #expect(failure.code == code && failure.message.contains("/disk"), "\(reason)")
        }
    }

    @Test func `a full or read-only disk is named, and no file that was made for a moment`() throws {
        let place = try DirectoryPlace(path: "/disk")
        for (reason, words) in [
            (Errno.noSpace, "is full"), (.readOnlyFileSystem, "for reading only"), (.permissionDenied, "the right"),
        ] {
            for name in ["albumen/probe/1234-succession", ".uploads/document.1234"] {
                let message = place.failure(reason, name).message
                #expect(message.contains("The folder /disk ") || message.contains("the folder /disk "), "\(message)")
                #expect(
                    message.contains(words) && message.contains("another") && !message.contains("1234"), "\(message)")
            }
        }
    }

    @Test func `two uploads of one blob at the same time store it once`() async throws {
        let folder = try TemporaryFolder()
        let place = try DirectoryPlace(path: folder.path)
        let sample = try SampleFile(3 << 20, seed: 5)
        try await withThrowingTaskGroup { group in
            for _ in 0..<4 { group.addTask { try await onOwnThread { _ = try place.upload(sample) } } }
            try await group.waitForAll()
        }
        #expect(try place.download(sample.digest).all() == sample.data)
        #expect(try folder.names(in: ".uploads").isEmpty)
    }

    @Test func `one of many marks at the same time is valid`() async throws {
        let folder = try TemporaryFolder()
        let place = try DirectoryPlace(path: folder.path)
        let library = UUID()
        let winners = Mutex<[Int]>([])
        let claim: @Sendable (Int) async -> Void = { number in
            let copy = PlaceMark.Copy(machine: "\(number)", machineName: "m", folder: "/")
            do {
                try await onOwnThread {
                    _ = try PlaceMark.claim(place, library: library, copy: copy, WorkCancellation())
                }
                winners.withLock { $0.append(number) }
            } catch {
                #expect((error as? RemoteBlobError)?.code == .occupied)
            }
        }
        await withTaskGroup { group in
            for number in 0..<8 { group.addTask { await claim(number) } }
        }
        let mark = try PlaceMark.read(place, none)
        #expect(winners.withLock { $0.map(String.init) } == [mark?.copy.machine])
    }
}

extension RemoteBlobStore {
    fileprivate func putDocumentOrFail(_ name: RemoteName) throws -> Bool {
        do {
            return try putDocument(Data("x".utf8), name, WorkCancellation())
        } catch is RemoteBlobError {
            return false
        }
    }
}
