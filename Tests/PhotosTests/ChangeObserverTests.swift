import AlbumenTestSupport
import Foundation
import Photos
import Records
import Synchronization
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Which observers are notified of changes, when and in which order (§5.1.6, §7.1).
@Suite struct ChangeObserverTests {
    let fixture: PhotoKitFixture

    init() throws {
        fixture = try PhotoKitFixture()
    }

    private func favor(_ asset: PHAsset, _ isFavorite: Bool = true) throws {
        try PHPhotoLibrary.shared().performChangesAndWait {
            PHAssetChangeRequest(for: asset).isFavorite = isFavorite
        }
    }

    @Test("§7.1.2: each observer is notified of each change once")
    func eachObserverHearsOfEachChange() throws {
        try fixture.addPhotos(1)
        try fixture.run {
            let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            let listeners = [ChangeListener(), ChangeListener()]
            for listener in listeners {
                PHPhotoLibrary.shared().register(listener)
                PHPhotoLibrary.shared().register(listener)
            }
            for number in 0..<20 { try favor(asset, number % 2 == 0) }
            for listener in listeners { #expect(listener.wait(for: 20)) }
            try favor(asset)
            for listener in listeners {
                #expect(listener.wait(for: 1))
                #expect(listener.changes.count == 21)
            }
        }
    }

    @Test("§5.1.6: observers are notified before the completion handler", arguments: [false, true])
    func observersAreToldBeforeTheCompletionHandler(fails: Bool) throws {
        try fixture.addPhotos(1)
        try fixture.run {
            let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            let listeners = (0..<2).map { _ in ChangeListener() }
            for listener in listeners { PHPhotoLibrary.shared().register(listener) }
            // A failed change's handler also runs after the observers of the change before.
            let counts = Mutex<[[Int]]>([])
            let isDone = DispatchSemaphore(value: 0)
            for number in 0..<100 {
                PHPhotoLibrary.shared().performChanges {
                    PHAssetChangeRequest(for: asset).isFavorite = number.isMultiple(of: 2)
                    if fails, !number.isMultiple(of: 2) { PHAssetChangeRequest(for: PHAsset()).isHidden = true }
                } completionHandler: { success, _ in
                    #expect(success != (fails && !number.isMultiple(of: 2)))
                    counts.withLock { $0.append(listeners.map(\.changes.count)) }
                    isDone.signal()
                }
                #expect(isDone.wait(timeout: TestPatience.end) == .success)
            }
            let expected = (0..<100).map { number in [1, 1].map { fails ? $0 : number + $0 } }
            #expect(counts.withLock { $0 } == expected)
        }
    }

    @Test("an observer can wait for the completion handler of its change")
    func anObserverCanWaitForItsChange() throws {
        try fixture.addPhotos(1)
        try fixture.run {
            let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            let isFirst = Mutex(true)
            let isDone = Gate()
            let listener = ChangeListener { _ in
                guard isFirst.withLock({ $0.exchange(false) }) else { return }
                PHPhotoLibrary.shared().performChanges {
                    PHAssetChangeRequest(for: asset).isHidden = true
                } completionHandler: { _, _ in
                    isDone.open()
                }
                #expect(isDone.wait())
            }
            PHPhotoLibrary.shared().register(listener)
            try favor(asset)
            #expect(listener.wait(for: 2))
        }
    }

    @Test("no call starts after an observer unregisters, not even for the same change")
    func unregisteredInTheSameRound() throws {
        try fixture.addPhotos(1)
        try fixture.run {
            let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            let later = ChangeListener()
            let first = ChangeListener { _ in PHPhotoLibrary.shared().unregisterChangeObserver(later) }
            let last = ChangeListener()
            for listener in [first, later, last] { PHPhotoLibrary.shared().register(listener) }
            try favor(asset)
            #expect(last.next() != nil)
            #expect(later.changes.isEmpty)
        }
    }

    @Test("an observer can change the library and wait for it")
    func anObserverCanChangeTheLibrary() throws {
        let identifiers = try fixture.addPhotos(2)
        try fixture.run {
            let assets = PHAsset.fetchAssets(withLocalIdentifiers: identifiers, options: nil).all
            let isFirst = Mutex(true)
            let listener = ChangeListener { change in
                guard
                    isFirst.withLock({ isFirst in
                        defer { isFirst = false }
                        return isFirst
                    })
                else { return }
                do {
                    try PHPhotoLibrary.shared().performChangesAndWait {
                        PHAssetChangeRequest(for: assets[1]).isFavorite = true
                    }
                } catch {
                    Issue.record(error)
                }
            }
            PHPhotoLibrary.shared().register(listener)
            try favor(assets[0])
            #expect(listener.wait(for: 2))
            #expect(listener.changes[0].changeDetails(for: assets[0]) != nil)
            #expect(listener.changes[0].changeDetails(for: assets[1]) == nil)
            #expect(listener.changes[1].changeDetails(for: assets[1])?.objectAfterChanges?.isFavorite == true)
        }
    }

    @Test("§7.1.1: unregistered and deallocated observers aren't notified, and observers aren't retained")
    func whoIsUnregisteredHearsNothing() throws {
        try fixture.addPhotos(1)
        try fixture.run {
            let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            let (staying, leaving) = (ChangeListener(), ChangeListener())
            weak var gone: ChangeListener?
            do {
                let listener = ChangeListener()
                gone = listener
                PHPhotoLibrary.shared().register(listener)
            }
            #expect(gone == nil)
            PHPhotoLibrary.shared().register(staying)
            PHPhotoLibrary.shared().register(leaving)
            PHPhotoLibrary.shared().unregisterChangeObserver(leaving)
            try favor(asset)
            #expect(staying.wait(for: 1))
            #expect(leaving.changes.isEmpty)
            PHPhotoLibrary.shared().unregisterChangeObserver(staying)
            try favor(asset, false)
            PHPhotoLibrary.shared().register(staying)
            try favor(asset)
            #expect(staying.wait(for: 1))
            #expect(staying.changes.count == 2)
        }
    }

    @Test("§7.1.3: commits of others are reported in order")
    func otherProcessesAreHeard() throws {
        let identifiers = try fixture.addPhotos(1)
        let other = try Library(at: fixture.temporary.folder)
        defer { #expect(throws: Never.self) { try other.close() } }
        try fixture.run {
            let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            let tokens = Mutex<[Bool]>([])
            let listener = ChangeListener { change in
                guard let details = change.changeDetails(for: asset) else { return }
                tokens.withLock { $0.append(details.objectAfterChanges?.isFavorite ?? false) }
            }
            PHPhotoLibrary.shared().register(listener)
            for number in 0..<50 {
                var transaction = Transaction()
                transaction.record(
                    .setFavorite(number % 2 == 0, assetUUID: LocalIdentifier.uuid(of: identifiers[0]) ?? ""))
                try (number % 3 == 0 ? fixture.temporary.library : other).owner.commit(transaction)
            }
            #expect(listener.wait(for: 50))
            #expect(tokens.withLock { $0.count } == 50)
            #expect(tokens.withLock { $0.last } == false)
        }
    }

    @Test("changes of a library behind a link are reported")
    func aLibraryBehindALink() throws {
        let identifiers = try fixture.addPhotos(1)
        let folder = fixture.temporary.folder
        let link = folder.deletingLastPathComponent().appending(path: "link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.deletingLastPathComponent())
        let library = try Library(at: link.appending(path: folder.lastPathComponent))
        defer { #expect(throws: Never.self) { try library.close() } }
        let isHeard = Gate()
        let subscription = try library.changes.subscribe { _ in isHeard.open() }
        defer { subscription.cancel() }
        let uuid = try #require(LocalIdentifier.uuid(of: identifiers[0]))
        try fixture.temporary.commit(.setFavorite(true, assetUUID: uuid))
        #expect(isHeard.wait())
    }

    @Test("a client without access isn't notified")
    func withoutAccessNothingIsHeard() throws {
        let identifiers = try fixture.addPhotos(1)
        let asset = try fixture.asset(identifiers[0])
        let outsider = ChangeListener()
        try fixture.run(access: "denied") {
            PHPhotoLibrary.shared().register(outsider)
            try fixture.run {
                let insider = ChangeListener()
                PHPhotoLibrary.shared().register(insider)
                try favor(asset)
                try favor(asset, false)
                #expect(insider.wait(for: 2))
            }
        }
        #expect(outsider.changes.isEmpty)
    }
}

extension Bool {
    fileprivate mutating func exchange(_ new: Bool) -> Bool {
        defer { self = new }
        return self
    }
}
