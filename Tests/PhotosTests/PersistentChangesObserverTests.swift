import AlbumenTestSupport
import Foundation
import Photos
import Records
import Synchronization
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// `PHPhotoLibraryPersistentChangesObserver` (OS 27).
@Suite struct PersistentChangesObserverTests {
    private let fixture: PhotoKitFixture
    private let identifiers: [String]

    init() throws {
        fixture = try PhotoKitFixture()
        identifiers = try fixture.addPhotos(2)
    }

    private func favor(_ index: Int, by library: Library? = nil) throws {
        var transaction = Transaction()
        transaction.record(.setFavorite(true, assetUUID: try #require(LocalIdentifier.uuid(of: identifiers[index]))))
        try (library ?? fixture.temporary.library).owner.commit(transaction)
    }

    /// Waits until the observers have heard of all changes so far.
    private func waitForReports() {
        let isOver = Gate()
        fixture.temporary.library.changes.afterReports { isOver.open() }
        #expect(isOver.wait())
    }

    @Test func `photoLibraryPersistentChangesDidUpdate: each commit of any program is heard, and can be fetched`()
        throws
    {
        let other = try Library(at: fixture.temporary.folder)
        defer { #expect(throws: Never.self) { try other.close() } }
        try fixture.run {
            let listener = HistoryListener()
            PHPhotoLibrary.shared().register(listener)
            PHPhotoLibrary.shared().register(listener)
            let assets = PHAsset.fetchAssets(with: nil)
            try PHPhotoLibrary.shared().performChangesAndWait {
                PHAssetChangeRequest(for: assets[0]).isHidden = true
            }
            #expect(listener.wait(for: 1))
            try favor(1)
            #expect(listener.wait(for: 1))
            try favor(0, by: other)
            #expect(listener.wait(for: 1))
            #expect(listener.updated == [identifiers[0], identifiers[1], identifiers[0]])
            waitForReports()
            #expect(listener.callCount == 3)
        }
    }

    @Test func `register: the observer isn't retained, and an unregistered one isn't called`() throws {
        try fixture.run {
            var listener: HistoryListener? = HistoryListener()
            weak let released = listener
            PHPhotoLibrary.shared().register(try #require(listener))
            listener = nil
            #expect(released == nil)
            let (leaving, staying) = (HistoryListener(), HistoryListener())
            PHPhotoLibrary.shared().unregisterPersistentChangesObserver(leaving)
            for listener in [leaving, staying] { PHPhotoLibrary.shared().register(listener) }
            PHPhotoLibrary.shared().unregisterPersistentChangesObserver(leaving)
            try favor(0)
            #expect(staying.wait(for: 1))
            #expect(leaving.callCount == 0)
        }
    }

    @Test func `register: an object with both protocols is called for both`() throws {
        try fixture.run {
            let listener = BothListener()
            PHPhotoLibrary.shared().register(listener as any PHPhotoLibraryPersistentChangesObserver)
            PHPhotoLibrary.shared().register(listener as any PHPhotoLibraryChangeObserver)
            try favor(0)
            waitForReports()
            #expect(listener.calls.calls == ["change", "history"])
            PHPhotoLibrary.shared().unregisterPersistentChangesObserver(listener)
            try favor(1)
            waitForReports()
            #expect(listener.calls.calls == ["change", "history", "change"])
        }
    }

    @Test func `register: an app hears nothing before it has access, and all changes from then on`() throws {
        let library = fixture.temporary.library
        try fixture.run(access: nil) {
            let listener = HistoryListener()
            PHPhotoLibrary.shared().register(listener)
            try favor(0)
            waitForReports()
            #expect(listener.callCount == 0)
            try library.setGrantedStatus(.authorized, client: "test", accessLevel: .readWrite)
            waitForReports()
            #expect(listener.callCount == 1)
            try favor(1)
            waitForReports()
            #expect(listener.callCount == 2)
            try library.setGrantedStatus(.denied, client: "test", accessLevel: .readWrite)
            try favor(0)
            waitForReports()
            #expect(listener.callCount == 2)
        }
    }

    @Test func `register: with limited access, only changes that the app can fetch are heard`() throws {
        try fixture.grant(try fixture.asset(identifiers[0]))
        try fixture.run(access: "limited") {
            let listener = HistoryListener()
            PHPhotoLibrary.shared().register(listener)
            try favor(1)
            waitForReports()
            #expect(listener.callCount == 0)
            try favor(0)
            waitForReports()
            #expect(listener.callCount == 1)
            #expect(listener.updated == [identifiers[0]])
        }
    }
}

/// Fetches the changes since its last call.
private final class HistoryListener: NSObject, PHPhotoLibraryPersistentChangesObserver, Sendable {
    private struct State {
        var token = PHPhotoLibrary.shared().currentChangeToken
        var updated: [String] = []
        var callCount = 0
    }

    private let state = Mutex(State())
    private let arrival = DispatchSemaphore(value: 0)

    func photoLibraryPersistentChangesDidUpdate(_ photoLibrary: PHPhotoLibrary) {
        state.withLock { state in
            state.callCount += 1
            do {
                for change in try photoLibrary.fetchPersistentChanges(since: state.token) {
                    state.updated += try change.changeDetails(for: .asset).updatedLocalIdentifiers
                    state.token = change.changeToken
                }
            } catch {
                state.token = photoLibrary.currentChangeToken
            }
        }
        arrival.signal()
    }

    var updated: [String] { state.withLock { $0.updated } }
    var callCount: Int { state.withLock { $0.callCount } }

    func wait(for count: Int) -> Bool {
        (0..<count).allSatisfy { _ in arrival.wait(timeout: TestPatience.end) == .success }
    }
}

private final class BothListener:
    NSObject, PHPhotoLibraryChangeObserver, PHPhotoLibraryPersistentChangesObserver, Sendable
{
    let calls = CallRecorder<String>()

    func photoLibraryDidChange(_ changeInstance: PHChange) { calls.record("change") }
    func photoLibraryPersistentChangesDidUpdate(_ photoLibrary: PHPhotoLibrary) { calls.record("history") }
}
