import AlbumenTestSupport
import Catalog
import Foundation
import Photos
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// A library that becomes unavailable while it's open (§1.4).
@Suite struct AvailabilityTests {
    /// Records that the library became unavailable, which is reported once.
    private final class Listener: NSObject, PHPhotoLibraryAvailabilityObserver, Sendable {
        let isTold = Gate()
        let calls = CallRecorder<PHPhotosError.Code?>()

        func photoLibraryDidBecomeUnavailable(_ photoLibrary: PHPhotoLibrary) {
            calls.record((photoLibrary.unavailabilityReason as? PHPhotosError)?.code)
            isTold.open()
        }
    }

    private let temporary: TemporaryFolder

    init() throws {
        temporary = try TemporaryFolder()
    }

    /// Opens a library, performs an event, and returns the code of the error with which all requests then fail.
    private func reason(at folder: URL, _ event: (URL) throws -> Void) throws -> PHPhotosError.Code? {
        let library = try Library(at: folder)
        let session = PhotoLibrarySession(
            environment: ["ALBUMEN_CLIENT": "test", "ALBUMEN_ACCESS": "authorized"], openLibrary: { library })
        return try PhotoLibrarySession.$current.withValue(session) {
            #expect(PHPhotoLibrary.shared().unavailabilityReason == nil)
            try library.catalog.write(author: "test") { transaction in
                let date = Date(timeIntervalSinceReferenceDate: 0)
                _ = try transaction.insert(
                    AssetRecord(
                        uuid: UUID().uuidString, mediaType: .image, mediaSubtypes: [], playbackStyle: .image,
                        pixelWidth: 1,
                        pixelHeight: 1, duration: 0, creationDate: date, addedDate: date))
            }
            #expect(PHAsset.fetchAssets(with: nil).count == 1)
            let (listener, other) = (Listener(), Listener())
            PHPhotoLibrary.shared().register(listener)
            PHPhotoLibrary.shared().register(other)
            PHPhotoLibrary.shared().unregisterAvailabilityObserver(other)
            try event(folder)
            #expect(listener.isTold.wait())
            #expect(other.calls.calls.isEmpty)
            let code = (PHPhotoLibrary.shared().unavailabilityReason as? PHPhotosError)?.code
            #expect(listener.calls.calls == [code])
            #expect(PHAsset.fetchAssets(with: nil).count == 0)
            let error = #expect(throws: PHPhotosError.self) {
                try PHPhotoLibrary.shared().performChangesAndWait {
                    PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "New")
                }
            }
            #expect(error?.code == code)
            #expect(throws: PHPhotosError.self) {
                _ = try PHPhotoLibrary.shared().fetchPersistentChanges(
                    since: PHPhotoLibrary.shared().currentChangeToken)
            }
            try library.close()
            return code
        }
    }

    @Test("3142: the folder was moved, and returning it has no effect")
    func moved() throws {
        let code = try reason(at: temporary.url.appending(path: "library")) { folder in
            try FileManager.default.moveItem(at: folder, to: temporary.url.appending(path: "elsewhere"))
        }
        #expect(code == .relinquishingLibraryBundleToWriter)
    }

    @Test("3142: the folder was deleted")
    func deleted() throws {
        let code = try reason(at: temporary.url.appending(path: "library")) { folder in
            try FileManager.default.removeItem(at: folder)
        }
        #expect(code == .relinquishingLibraryBundleToWriter)
    }

    @Test("3142: image requests report it, too, also without observers")
    func pictures() throws {
        let folder = temporary.url.appending(path: "library")
        let fixture = try ImageRequestFixture()
        let asset = try fixture.addPhotograph()
        let library = fixture.temporary.library
        #expect(library.changes.checkPresence() == nil)
        try FileManager.default.moveItem(at: library.folder, to: folder)
        defer { #expect(throws: Never.self) { try FileManager.default.moveItem(at: folder, to: library.folder) } }
        let calls = try fixture.request(
            asset, 2_000, fixture.options { $0.deliveryMode = .highQualityFormat })
        #expect(calls.last?.errorCode == PHPhotosError.Code.relinquishingLibraryBundleToWriter.rawValue)
    }

    @Test("3142: a parent folder was moved")
    func movedFromAbove() throws {
        let code = try reason(at: temporary.url.appending(path: "a/b/library")) { _ in
            try FileManager.default.moveItem(
                at: temporary.url.appending(path: "a"), to: temporary.url.appending(path: "c"))
        }
        #expect(code == .relinquishingLibraryBundleToWriter)
    }

    @Test("3143: another library replaced it")
    func replaced() throws {
        let (old, new) = (temporary.url.appending(path: "old"), temporary.url.appending(path: "new"))
        try Library(at: old).close()
        try Library(at: new).close()
        let (library, next) = (temporary.file("library"), temporary.file("next"))
        try FileManager.default.createSymbolicLink(at: library, withDestinationURL: old)
        try FileManager.default.createSymbolicLink(at: next, withDestinationURL: new)
        // In one step, so that a library always exists.
        let code = try reason(at: library) { _ in #expect(rename(next.path, library.path) == 0) }
        #expect(code == .switchingSystemPhotoLibrary)
    }

    @Test("3114: the volume was unmounted", .enabled(if: Self.hasOtherVolume, "There is no second volume at /dev/shm."))
    func offline() throws {
        let volume = URL(fileURLWithPath: "/dev/shm/albumen-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: volume, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: volume) } }
        let mount = temporary.url.appending(path: "mount")
        try FileManager.default.createSymbolicLink(at: mount, withDestinationURL: volume)
        let code = try reason(at: mount.appending(path: "library")) { _ in
            try FileManager.default.removeItem(at: mount)
        }
        #expect(code == .libraryVolumeOffline)
    }

    private static var hasOtherVolume: Bool {
        func device(_ path: String) -> UInt64? {
            var status = stat()
            return stat(path, &status) == 0 ? UInt64(status.st_dev) : nil
        }
        guard let shared = device("/dev/shm") else { return false }
        return shared != device(FileManager.default.temporaryDirectory.path)
    }
}
