import AlbumenTestSupport
import Foundation
import Photos
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Identifiers that refer to the same objects in each library (§3.8, §3.9).
@Suite struct CloudIdentifierTests {
    let fixture: PhotoKitFixture

    init() throws {
        fixture = try PhotoKitFixture()
    }

    private func cloud(_ identifiers: [String], _ fixture: PhotoKitFixture, access: String = "authorized")
        -> [String: Result<PHCloudIdentifier, any Error>]
    {
        fixture.run(access: access) {
            PHPhotoLibrary.shared().cloudIdentifierMappings(forLocalIdentifiers: identifiers)
        }
    }

    private func local(_ identifiers: [PHCloudIdentifier], _ fixture: PhotoKitFixture)
        -> [PHCloudIdentifier: Result<String, any Error>]
    {
        fixture.run { PHPhotoLibrary.shared().localIdentifierMappings(for: identifiers) }
    }

    private func code(_ result: Result<some Any, any Error>?) -> PHPhotosError.Code? {
        guard case .failure(let error)? = result else { return nil }
        return (error as? PHPhotosError)?.code
    }

    @Test("a file in two libraries has one cloud identifier, which finds it in both")
    func twoLibraries() throws {
        let other = try PhotoKitFixture()
        let one = try fixture.addPhotos(1)[0]
        let copy = try other.addPhotos(1)[0]
        #expect(one != copy)
        let identifier = try #require(try cloud([one], fixture)[one]?.get())
        #expect(try cloud([copy], other)[copy]?.get() == identifier)
        let received = try #require(PHCloudIdentifier(archivalStringValue: identifier.archivalStringValue))
        #expect(try local([received], other)[identifier]?.get() == copy)
        #expect(try local([received], fixture)[identifier]?.get() == one)
    }

    @Test("albums and folders have cloud identifiers")
    func collections() throws {
        let identifiers = [
            try fixture.makeAlbum("Album").localIdentifier, try fixture.makeFolder("Folder").localIdentifier,
            try fixture.smartAlbum(.smartAlbumFavorites).localIdentifier,
        ]
        for identifier in identifiers {
            let mapped = try #require(try cloud(identifiers, fixture)[identifier]?.get())
            #expect(try local([mapped], fixture)[mapped]?.get() == identifier)
        }
    }

    @Test func `localIdentifierMappings(forSynced:): one identifier each, also for two assets with the same bytes`()
        throws
    {
        let folder = try TemporaryFolder()
        let photo = try folder.write(SampleMedia.jpeg(), to: "photo.jpg")
        var placeholders: [PHObjectPlaceholder?] = []
        for _ in 0..<2 {
            try fixture.change {
                let request = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: photo)
                placeholders.append(request?.placeholderForCreatedAsset)
            }
        }
        let identifiers = placeholders.compactMap { $0?.localIdentifier }
        let album = try fixture.makeAlbum("Album").localIdentifier
        let clouds = cloud(identifiers + [album], fixture)
        let shared = try #require(try clouds[identifiers[0]]?.get())
        #expect(try clouds[identifiers[1]]?.get() == shared)
        #expect(code(local([shared], fixture)[shared]) == .multipleIdentifiersFound)
        let foreign = try #require(PHCloudIdentifier(archivalStringValue: "of another system"))
        let keys = [shared, try #require(try clouds[album]?.get()), foreign]
        for access in ["authorized", "denied"] {
            let mappings = fixture.run(access: access) {
                PHPhotoLibrary.shared().localIdentifierMappings(forSynced: keys)
            }
            #expect(Set(mappings.keys) == Set(keys))
            if access == "denied" {
                #expect(keys.allSatisfy { code(mappings[$0]) == .accessUserDenied })
            } else {
                #expect(try mappings[shared]?.get() == identifiers[0], "The one that was added first.")
                #expect(try mappings[keys[1]]?.get() == album)
                #expect(code(mappings[foreign]) == .identifierNotFound)
            }
        }
    }

    @Test("3201: no object has the identifier")
    func unknown() throws {
        let known = try fixture.addPhotos(1)[0]
        let mappings = cloud([known, "nonsense"], fixture)
        #expect(mappings.count == 2)
        #expect(code(mappings["nonsense"]) == .identifierNotFound)
        #expect((try? mappings[known]?.get()) != nil)
        let foreign = try #require(PHCloudIdentifier(archivalStringValue: "of another system"))
        #expect(code(local([foreign], fixture)[foreign]) == .identifierNotFound)
    }

    @Test("3202: several assets have the same bytes, and the error contains their identifiers")
    func several() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(SampleMedia.jpeg(), to: "a.jpg")
        for _ in 1...2 {
            try fixture.change { PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file) }
        }
        let identifiers = fixture.assets().map(\.localIdentifier)
        #expect(identifiers.count == 2)
        let shared = Set(try cloud(identifiers, fixture).values.map { try $0.get() })
        let identifier = try #require(shared.first)
        #expect(shared.count == 1)
        let result = local([identifier], fixture)[identifier]
        #expect(code(result) == .multipleIdentifiersFound)
        guard case .failure(let error)? = result else { return }
        let listed = (error as NSError).userInfo[PHLocalIdentifiersErrorKey] as? [String]
        #expect(listed?.sorted() == identifiers.sorted())
        #expect((error as? PHPhotosError)?.userInfo[PHLocalIdentifiersErrorKey] as? [String] == listed)
    }

    @Test("without access each identifier results in an error", arguments: [("denied", 3311), ("restricted", 3310)])
    func noAccess(access: String, number: Int) throws {
        let one = try fixture.addPhotos(1)[0]
        #expect(code(cloud([one], fixture, access: access)[one])?.rawValue == number)
    }

    @Test("§1.3: with limited access invisible objects have no cloud identifiers")
    func limited() throws {
        let one = try fixture.addPhotos(1)[0]
        #expect(code(cloud([one], fixture, access: "limited")[one]) == .identifierNotFound)
        try fixture.grant(fixture.asset(one))
        #expect((try? cloud([one], fixture, access: "limited")[one]?.get()) != nil)
    }

    @available(*, deprecated)
    @Test func `the deprecated text of an identifier creates the same identifier`() throws {
        let identifier = try #require(PHCloudIdentifier(archivalStringValue: "asset:1"))
        #expect(identifier.stringValue == identifier.archivalStringValue)
        #expect(PHCloudIdentifier(stringValue: identifier.stringValue) == identifier)
    }

    @Test("identifiers are equal by text and can be archived")
    func values() throws {
        let identifier = try #require(PHCloudIdentifier(archivalStringValue: "asset:1"))
        #expect(identifier == PHCloudIdentifier(archivalStringValue: identifier.archivalStringValue))
        #expect(identifier != PHCloudIdentifier(archivalStringValue: "asset:2"))
        #expect(PHCloudIdentifier(archivalStringValue: "") == nil)
        #expect(Set([identifier, PHCloudIdentifier(archivalStringValue: "asset:1")]).count == 1)
        #expect(identifier.copy() as? PHCloudIdentifier === identifier)
        let data = try NSKeyedArchiver.archivedData(withRootObject: identifier, requiringSecureCoding: true)
        #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: PHCloudIdentifier.self, from: data) == identifier)
        let empty = try NSKeyedArchiver.archivedData(withRootObject: NSString(string: "x"), requiringSecureCoding: true)
        #expect((try? NSKeyedUnarchiver.unarchivedObject(ofClass: PHCloudIdentifier.self, from: empty)) == nil)
    }
}
