import AlbumenTestSupport
import Foundation
import MediaRequests
import Testing

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// §10, 15: fetches that throw, and typed predicates.
@Suite struct TypedPredicateTests {
    private let fixture: PhotoKitFixture
    private let middle = Date(timeIntervalSinceReferenceDate: 200)

    init() throws {
        fixture = try PhotoKitFixture()
        func sample(_ name: String, _ date: Double, isVideo: Bool = false) -> TemporaryLibrary.Sample {
            var sample = isVideo ? TemporaryLibrary.Sample.video(name) : .image(name)
            sample.probe.captureDate = .init(
                secondsSinceReferenceDate: date, utcOffsetInSeconds: 0, source: .exifOriginal)
            return sample
        }
        let uuids = try fixture.temporary.add([
            sample("a.jpg", 100), sample("b.jpg", 200), sample("c.mov", 300, isVideo: true),
        ]).compactMap(\.assetUUID)
        var change = AssetChange()
        change.isFavorite = true
        try fixture.temporary.commit(.change(change, assetUUID: uuids[1]))
    }

    private func names(_ predicate: Foundation.Predicate<PHAsset>) throws -> String {
        try fixture.run {
            let found = try PHAsset.assets(matching: predicate).all
            let options = PHFetchOptions()
            options.predicate = NSPredicate(predicate) as NSPredicate?
            #expect(options.predicate != nil)
            #expect(PHAsset.fetchAssets(with: options).all == found)
            return found.compactMap { ($0.value(forKey: "filename") as? String)?.first.map(String.init) }.joined()
        }
    }

    @Test func `a typed predicate finds what its closure says`() throws {
        let (middle, video) = (middle, PHAssetMediaType.video)
        let early = Date.distantPast
        #expect(try names(#Predicate { $0.isFavorite }) == "b")
        #expect(try names(#Predicate { !$0.isFavorite }) == "ac")
        #expect(try names(#Predicate { $0.mediaType == video }) == "c")
        #expect(try names(#Predicate { $0.mediaType != video && $0.isFavorite == false }) == "a")
        #expect(try names(#Predicate { ($0.creationDate ?? early) > middle }) == "c")
        #expect(try names(#Predicate { ($0.creationDate ?? early) >= middle || $0.pixelWidth > 1_000_000 }) == "bc")
        #expect(try names(#Predicate { $0.creationDate! < middle }) == "a")
        #expect(try names(#Predicate { $0.creationDate != nil }) == "abc")
        #expect(try names(#Predicate { $0.location == nil }) == "abc")
        #expect(
            try names(
                #Predicate {
                    if let date = $0.creationDate { date <= middle } else { false }
                }) == "ab")
        // None has a burst.
        #expect(try names(#Predicate { ($0.burstIdentifier ?? "none").contains("on") }) == "abc")
        #expect(try names(#Predicate { ($0.burstIdentifier ?? "none").contains("a") }) == "")
        #expect(try names(#Predicate { ($0.burstIdentifier ?? "none").starts(with: "no") }) == "abc")
        #expect(try names(#Predicate { ($0.burstIdentifier ?? "none").starts(with: "A") }) == "")
        #expect(try names(#Predicate { ($0.burstIdentifier ?? "none") == "none" }) == "abc")
        #expect(try names(#Predicate { ($0.burstIdentifier ?? "none") != "none" }) == "")
        #expect(
            try names(#Predicate { ($0.burstIdentifier ?? "b") < "c" && ($0.burstIdentifier ?? "b") >= "b" }) == "abc")
        #expect(try names(#Predicate { _ in true }) == "abc")
        #expect(try names(#Predicate { _ in false }) == "")
    }

    @Test func `lists, ranges and parts of identifiers work`() throws {
        let assets = fixture.run { PHAsset.fetchAssets(with: nil).all }
        let identifiers = assets.dropFirst().map(\.localIdentifier)
        let start = String(assets[0].localIdentifier.prefix(12))
        let range = 0...0.0
        #expect(try names(#Predicate { identifiers.contains($0.localIdentifier) }) == "bc")
        #expect(try names(#Predicate { $0.localIdentifier.starts(with: start) }) == "a")
        #expect(try names(#Predicate { $0.localIdentifier.contains("/L0/") }) == "abc")
        #expect(try names(#Predicate { range.contains($0.duration) }) == "ab")
        #expect(try names(#Predicate { (0.1..<1_000_000).contains($0.duration) }) == "c")
    }

    @Test func `what a query can't run throws, with the supported keys`() throws {
        let error = #expect(throws: PHPhotosError.self) { try names(#Predicate { $0.hasAdjustments }) }
        #expect(error?.code == .internalError && error?.localizedDescription.contains("creationDate") == true)
        #expect(throws: PHPhotosError.self) { try names(#Predicate { $0.pixelWidth + 1 > 2 }) }
        #expect(NSPredicate(#Predicate<PHAsset> { $0.hasAdjustments }) == nil)
    }

    @Test func `a fetch that throws says what is wrong`() throws {
        func failure(_ access: String = "authorized", _ change: (PHFetchOptions) -> Void = { _ in }) throws
            -> PHPhotosError?
        {
            let options = PHFetchOptions()
            change(options)
            return fixture.run(access: access) {
                do {
                    _ = try PHAsset.assets(with: options)
                    return nil
                } catch {
                    return error as? PHPhotosError
                }
            }
        }
        #expect(try failure() == nil)
        #expect(try failure("denied")?.code == .accessUserDenied)
        #expect(try failure("restricted")?.code == .accessRestricted)
        let key = try failure { $0.predicate = NSPredicate(format: "colour == 1") }
        #expect(key?.code == .internalError && key?.localizedDescription.contains("no key “colour”") == true)
        let sort = try failure { $0.sortDescriptors = [NSSortDescriptor(key: "colour", ascending: true)] }
        #expect(sort?.localizedDescription.contains("colour") == true)
        #expect(try fixture.run { try PHAsset.assets(with: nil).count } == 3)
    }
}
