import AlbumenTestSupport
import Foundation
import Testing

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// Compares the times of a limited app's fetches of objects that aren't chosen with those of objects that don't exist.
/// Only prints the times, because they depend on the machine; `docs/access.md` has the results.
@Suite struct LimitedMissTimes {
    private static let count = 3_000

    @Test(
        "fetches of assets and albums that aren't chosen, and of those that don't exist",
        .enabled(if: TestLength.isLong))
    func fetches() async throws {
        let fixture = try PhotoKitFixture(client: "app")
        try fixture.temporary.addGeneratedPhotos(20_000)
        let assets = fixture.assets().shuffled()
        for asset in assets.prefix(100) { try fixture.grant(asset) }
        let foreign = assets.dropFirst(100).map(\.localIdentifier)
        // An app always sees the albums that it created.
        let other = PhotoKitFixture(temporary: fixture.temporary, client: "other")
        let album = try other.makeAlbum("Secret", Array(assets[200..<300])).localIdentifier
        let fetches: [(String, @Sendable (String) -> Int, (Int) -> String)] = [
            (
                "assets by local identifier",
                { PHAsset.fetchAssets(withLocalIdentifiers: [$0], options: nil).count }, { foreign[$0] }
            ),
            (
                "assets by a predicate",
                { identifier in
                    let options = PHFetchOptions()
                    options.predicate = NSPredicate(format: "localIdentifier = %@", identifier)
                    return PHAsset.fetchAssets(with: options).count
                }, { foreign[$0] }
            ),
            (
                "albums by local identifier",
                {
                    PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [$0], options: nil).count
                }, { _ in album }
            ),
        ]
        for (title, fetch, present) in fetches {
            let suffix = present(0).dropFirst(36)
            // Made before, because making an identifier takes as long as a difference between the fetches might.
            let missing = (0..<2 * Self.count).map { _ in UUID().uuidString + suffix }
            let chosen = (0..<2 * Self.count).map(present)
            let library = fixture.temporary.library
            let session = PhotoLibrarySession(
                environment: ["ALBUMEN_CLIENT": "app", "ALBUMEN_ACCESS": "limited"], openLibrary: { library })
            let times = await PhotoLibrarySession.$current.withValue(session) {
                await InterleavedTimes(
                    count: Self.count, { #expect(fetch(chosen[$0]) == 0) },
                    { #expect(fetch(missing[$0]) == 0) })
            }
            print("miss, \(title): not chosen against missing: \(times)")
            #expect(times.first.count == Self.count && times.second.count == Self.count)
        }
    }
}
