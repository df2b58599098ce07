import Albumen
import Foundation
import Records
import Testing

@testable import Photos

@Suite struct CollectionFetchTests {
    private static let subtypes = SmartAlbum.all.map(\.subtype.rawValue)

    /// Fetches collections, which needs access but no library.
    private static func fetch(
        _ type: PHAssetCollectionType = .smartAlbum, _ subtype: PHAssetCollectionSubtype = .any,
        _ configure: (PHFetchOptions) -> Void = { _ in }
    ) -> PHFetchResult<PHAssetCollection> {
        let session = PhotoLibrarySession(environment: ["ALBUMEN_ACCESS": "authorized"]) { throw CancellationError() }
        let options = PHFetchOptions()
        configure(options)
        return PhotoLibrarySession.$current.withValue(session) {
            PHAssetCollection.fetchAssetCollections(with: type, subtype: subtype, options: options)
        }
    }

    private static func subtypes(_ result: PHFetchResult<PHAssetCollection>) -> [Int] {
        (0..<result.count).map { result.object(at: $0).assetCollectionSubtype.rawValue }
    }

    private func titled(_ subtype: PHAssetCollectionSubtype) throws -> String {
        let album = try #require(SmartAlbum.withSubtype(CollectionSubtype(rawValue: subtype.rawValue)))
        return try #require(PHAssetCollection(smartAlbum: album).localizedTitle)
    }

    @Test func `without options all smart albums are in the order of their raw values`() {
        #expect(Self.subtypes(Self.fetch()) == Self.subtypes)
        #expect(Self.fetch(.album).count == 0)
        #expect(Self.fetch(.moment).count == 0)
    }

    @Test func `a predicate filters smart albums by title, identifier, dates and count`() throws {
        let title = try titled(.smartAlbumFavorites)
        for predicate in [
            NSPredicate(format: "title = %@", title), NSPredicate(format: "localizedTitle == %@", title),
            NSPredicate(format: "%K like %@", "title", title),
            NSPredicate(format: "title CONTAINS[cd] %@", title.uppercased()),
            NSPredicate(format: "title LIKE %@", String(title.dropLast()) + "?"),
            NSCompoundPredicate(andPredicateWithSubpredicates: [
                NSPredicate(format: "title = %@", title), NSPredicate(format: "estimatedAssetCount = %d", NSNotFound),
            ]),
        ] {
            #expect(Self.subtypes(Self.fetch { $0.predicate = predicate }) == [203])
        }
        let favorites = Self.fetch(.smartAlbum, .smartAlbumFavorites).object(at: 0)
        #expect(Self.subtypes(Self.fetch { $0.predicate = NSPredicate(format: "SELF IN %@", [favorites]) }) == [203])
        #expect(
            Self.fetch(.smartAlbum, .smartAlbumVideos) { $0.predicate = NSPredicate(format: "title = %@", title) }.count
                == 0)
        for (format, count) in [
            ("estimatedAssetCount = 0", 0), ("estimatedAssetCount > 0", 22), ("startDate == nil", 22),
            ("endDate != nil", 0), ("TRUEPREDICATE", 22),
        ] {
            #expect(Self.fetch { $0.predicate = NSPredicate(format: format) }.count == count)
        }
        #expect(Self.fetch { $0.predicate = NSPredicate(format: "estimatedAssetCount != %d", NSNotFound) }.count == 0)
        #expect(Self.fetch { $0.predicate = NSPredicate(format: "startDate = %@", Date() as NSDate) }.count == 0)
    }

    @Test func `sort descriptors order smart albums before the limit applies`() {
        let reversed = Self.fetch {
            $0.sortDescriptors = [
                NSSortDescriptor(key: "endDate", ascending: false),
                NSSortDescriptor(keyPath: \PHAssetCollection.localIdentifier, ascending: false),
            ]
            $0.fetchLimit = 2
        }
        #expect(Self.subtypes(reversed) == [1_000_000_219, 1_000_000_201])
        // No smart album has an end or a count, so identifiers determine the order.
        for key in ["startDate", "endDate", "estimatedAssetCount"] {
            let result = Self.fetch { $0.sortDescriptors = [NSSortDescriptor(key: key, ascending: false)] }
            #expect(Self.subtypes(result) == Self.subtypes)
        }
        for descriptor in [
            NSSortDescriptor(key: "localizedTitle", ascending: true), NSSortDescriptor(key: "title", ascending: true),
            NSSortDescriptor(keyPath: \PHAssetCollection.localizedTitle, ascending: true),
        ] {
            let result = Self.fetch { $0.sortDescriptors = [descriptor] }
            let titles = (0..<result.count).map { result.object(at: $0).localizedTitle ?? "" }
            #expect(titles == titles.sorted() && titles.count == 22)
        }
    }

    @Test func `a fetch by identifiers applies the options, too`() {
        let session = PhotoLibrarySession(environment: ["ALBUMEN_ACCESS": "authorized"]) { throw CancellationError() }
        let all = Self.fetch()
        let identifiers = [8, 2, 1].map { all.object(at: $0).localIdentifier }
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "localIdentifier != %@", identifiers[1])
        options.sortDescriptors = [NSSortDescriptor(key: "localIdentifier", ascending: false)]
        let result = PhotoLibrarySession.$current.withValue(session) {
            PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: identifiers, options: options)
        }
        #expect(Self.subtypes(result) == [209, 202])
    }

    @Test func `an unsupported key stops the program with a message, even without albums`() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Self.fetch(.album) { $0.predicate = NSPredicate(format: "mediaType == %d", 1) }
            })
        let output = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(output.contains("collections have no key “mediaType”"))
        #expect(output.contains("localizedTitle (or title)"))
    }

    @Test func `an unsupported sort key stops the program with a message`() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Self.fetch { $0.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)] }
            })
        let output = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(output.contains("collections cannot be sorted by “creationDate”"))
    }

    @Test func `a predicate with a block stops the program with a message`() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Self.fetch(.album) { $0.predicate = NSPredicate { _, _ in true } }
            })
        let output = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(output.contains("a block cannot run inside a query"))
    }
}
