import Albumen
import AlbumenTestSupport
import Catalog
import Foundation
import Testing

/// Imports the collection of real media and compares each value in the catalog with the manifest.
@Suite(.enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)))
struct ManifestTests {
    @Test("99 % of the values of real media match the manifest, and each other difference is known and explained")
    func facts() throws {
        let library = try TemporaryLibrary()
        // Without the XMP files, whose values the manifest doesn't contain.
        try library.importPaths(RealMedia.paths())
        let comparison = try ManifestComparison(library: library.library)

        let known = Set(try ManifestComparison.knownDifferences())
        let found = Set(comparison.differences)
        #expect(found.subtracting(known).sorted() == [], "differences that are not in ManifestDifferences.tsv")
        #expect(known.subtracting(found).sorted() == [], "differences that no longer are: remove them from the list")
        #expect(comparison.factCount > 1_000)
        #expect(Double(found.count) <= 0.01 * Double(comparison.factCount), "\(found.count) of \(comparison.factCount)")
    }

    @Test("each decodable file is imported")
    func decodableFilesComeIn() throws {
        let library = try TemporaryLibrary()
        let events = try library.importPaths(RealMedia.paths())
        var refused: Set<String> = []
        for case .refused(let path, _) in events { refused.insert(path) }
        let decodable = try RealMedia.facts().filter { $0["decodes"] == "yes" && $0["media"] != "sidecar" }
            .compactMap { $0["path"] }
        #expect(decodable.filter { refused.contains(RealMedia.folder.appendingPathComponent($0).path) } == [])
    }

    @Test("a repeated import of the collection finds and changes nothing")
    func again() throws {
        let library = try TemporaryLibrary()
        let folders = try RealMedia.subfolderPaths()
        let first = try library.importPaths(folders)
        let before = try library.library.owner.assetIdentifiers(AssetFetch())
        let second = try library.importPaths(folders)
        #expect(try library.library.owner.assetIdentifiers(AssetFetch()) == before)
        #expect(!second.contains { if case .imported = $0 { true } else { false } })
        #expect(!second.contains { if case .duplicate = $0 { true } else { false } })
        #expect(!second.contains { if case .updated = $0 { true } else { false } })
        // What an XMP file contains and the library has no place for is reported once.
        #expect(first.count(where: \.isOfFile) == second.count(where: \.isOfFile))
    }
}

extension IngestEvent {
    fileprivate var isOfFile: Bool {
        if case .notUsed = self { false } else { true }
    }
}
