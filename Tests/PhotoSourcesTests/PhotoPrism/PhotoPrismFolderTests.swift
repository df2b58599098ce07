import Foundation
import Records
import SystemPackage
import Testing

@testable import PhotoSources

/// The folders of PhotoPrism that a user can name (imports 6, PhotoPrism).
@Suite struct PhotoPrismFolderTests {
    @Test("imports 6: the identity is the storage's serial, or else that of the first photo")
    func identity() throws {
        let prism = try MadePrism()
        try prism.addPhoto(2)
        let source = try prism.open()
        #expect(source.key == SourceKey(kind: .photoPrism, identifier: MadePrism.serial))
        #expect(source.itemCount == 1 && source.summary == "PhotoPrism storage")
        let other = try MadePrism(serial: "damaged")
        #expect(throws: SourceError.self) { try other.open() }
        try other.addPhoto(2, folder: "a/")
        try other.addPhoto(1, folder: "b/")
        #expect(try other.open().key.identifier == MadePrism.identifier(1))
    }

    @Test("imports 6: a storage without YAML files is refused, and not half brought over")
    func noBackups() throws {
        let prism = try MadePrism()
        try prism.writeOriginal("IMG_1.jpg")
        let error = MadeCatalog.failure { _ = try prism.open() }
        #expect(error?.code == .unsupported && error?.message.contains("has no YAML files") == true)
    }

    @Test("imports 6: the folder around the storage, or the storage with its originals")
    func folders() throws {
        let prism = try MadePrism()
        try prism.addPhoto(1)
        let storage = prism.folder.path.appending("storage")
        #expect(PhotoPrism.isLibrary(prism.folder.path) && PhotoPrism.isLibrary(storage))
        #expect(!PhotoPrism.isLibrary(prism.folder.path.appending("originals")))
        #expect(!PhotoPrism.isLibrary("/absent"))
        var options = PhotoPrismOptions()
        func open(_ path: FilePath) throws -> any PhotoSource {
            try PhotoPrism.open(path, options: options, temporaryFolder: prism.folder.path)
        }
        // Nothing outside of the folder that the user named is read.
        #expect(MadeCatalog.failure { _ = try open(storage) }?.code == .unsupported)
        options.originals = prism.folder.path.appending("absent")
        #expect(MadeCatalog.failure { _ = try open(storage) }?.code == .unreadable)
        options.originals = prism.folder.path.appending("originals")
        let items = try MadeCatalog.items(open(storage))
        #expect(items.map(\.exclusion) == [nil] && items[0].originals.count == 1)
        #expect(MadeCatalog.failure { _ = try open("/absent") }?.code == .unsupported)
    }

    @Test("imports 6: originals that contain the storage, whose files are no originals")
    func storageInOriginals() throws {
        let folder = try TestFolder()
        let yaml = Data("UID: \(MadePrism.identifier(1))\nType: image\n".utf8)
        try folder.write(yaml, to: ".photoprism/storage/sidecar/2018/IMG_1.yml")
        try folder.write(Data("x".utf8), to: ".photoprism/storage/cache/thumb.jpg")
        try folder.write(Data("x".utf8), to: "2018/IMG_1.jpg")
        try folder.write(Data("x".utf8), to: "2018/IMG_2.jpg")
        #expect(PhotoPrism.isLibrary(folder.path))
        let source = try PhotoPrism.open(folder.path, options: PhotoPrismOptions(), temporaryFolder: folder.path)
        #expect(source.unknownFiles.map(\.lastComponent?.string) == ["IMG_2.jpg"])
        let items = try MadeCatalog.items(source)
        #expect(items.map(\.name) == ["IMG_1.jpg"] && items[0].exclusion == nil)
    }

    @Test("imports 6: originals around the storage don't contain its thumbnails")
    func originalsAround() throws {
        let prism = try MadePrism()
        try prism.addPhoto(1)
        try prism.folder.write(Data("x".utf8), to: "storage/cache/thumb.jpg")
        var options = PhotoPrismOptions()
        options.originals = prism.folder.path
        #expect(
            try prism.open(options).unknownFiles.map(\.lastComponent?.string) == ["IMG_1.jpg"])
    }

    @Test("imports 6: a folder of photos, or another program's sidecars, is no storage")
    func otherFolders() throws {
        let folder = try TestFolder()
        try folder.write(Data("x".utf8), to: "sidecar/IMG_1.xmp")
        try folder.write(Data("x".utf8), to: "storage/IMG_1.jpg")
        #expect(!PhotoPrism.isLibrary(folder.path))
        try folder.write(Data("1".utf8), to: ".ppstorage")
        #expect(PhotoPrism.isLibrary(folder.path))
        try folder.write(Data("x".utf8), to: "file")
        #expect(!PhotoPrism.isLibrary(folder.path.appending("file")))
    }

    @Test("imports general: a storage, sidecars or originals behind links out of the folder aren't read")
    func linkedFolders() throws {
        let prism = try MadePrism()
        try prism.addPhoto(1)
        let folder = try TestFolder()
        func link(_ name: String, to target: String) throws {
            try FileManager.default.createSymbolicLink(
                atPath: folder.url.appending(path: name).path,
                withDestinationPath: prism.folder.url.appending(path: target).path)
        }
        try link("storage", to: "storage")
        #expect(!PhotoPrism.isLibrary(folder.path))
        let other = try TestFolder()
        try other.write(Data("1".utf8), to: "storage/.ppstorage")
        try FileManager.default.createSymbolicLink(
            atPath: other.url.appending(path: "storage/sidecar").path,
            withDestinationPath: prism.folder.url.appending(path: "storage/sidecar").path)
        #expect(!PhotoPrism.isLibrary(other.path))
        try FileManager.default.removeItem(at: folder.url.appending(path: "storage"))
        try folder.write(Data("1".utf8), to: "storage/.ppstorage")
        try folder.write(Data("UID: p1\n".utf8), to: "storage/sidecar/2018/01/IMG_1.yml")
        try link("originals", to: "originals")
        let error = MadeCatalog.failure {
            _ = try PhotoPrism.open(folder.path, options: PhotoPrismOptions(), temporaryFolder: folder.path)
        }
        #expect(error?.code == .unsupported && error?.message.contains("--volume originals=FOLDER") == true)
    }

    @Test("imports general: the storage and the originals stay as they are")
    func unchanged() throws {
        let prism = try MadePrism()
        try prism.addPhoto(1)
        try prism.addAlbum("a1", "A")
        func state() throws -> [String] {
            try FileManager.default.subpathsOfDirectory(atPath: prism.folder.url.path).sorted().map { name in
                let attributes = try FileManager.default.attributesOfItem(
                    atPath: prism.folder.url.appending(path: name).path)
                return "\(name) \(attributes[.size] ?? "") \(attributes[.modificationDate] ?? "")"
            }
        }
        let before = try state()
        #expect(before.count > 8)
        _ = try prism.items()
        #expect(try state() == before)
    }
}
