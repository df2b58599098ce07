import Foundation
import Records
import SystemPackage
import Testing

@testable import PhotoSources

/// Apple's data export (imports 1.9).
@Suite struct AppleExportSourceTests {
    private let folder: TestFolder
    private static let header = "imgName,fileChecksum,favorite,hidden,deleted,originalCreationDate,viewCount,importDate"
    private static let date = "\"Saturday June 4,2022 12:11 PM GMT\""

    init() throws { folder = try TestFolder() }

    private func write(_ text: String, to path: String) throws { try folder.write(Data(text.utf8), to: path) }

    private func part(_ name: String) -> FilePath { folder.path.appending(name) }

    @Test("imports 1.9: favourites, hidden and deleted items, dates, Live Photos and albums come over")
    func export() throws {
        try write(
            """
            \(Self.header)
            a.HEIC,1,yes,no,no,\(Self.date),0,\(Self.date)
            b.JPG,2,no,yes,no,,0,
            c.JPG,3,no,no,yes,,0,
            lost.JPG,4,no,no,no,,0,
            """, to: "one/Photos/Photo Details.csv")
        for name in ["a.HEIC", "a.MOV", "b.JPG", "c.JPG", "d.MOV"] { try write("x\(name)", to: "one/Photos/\(name)") }
        try write("imgName\nb.JPG\na.HEIC\nb.JPG\nnone.JPG\n", to: "one/Albums/Sea, sun.csv")
        try write("imgName\na.HEIC\n", to: "one/Memories/Day.csv")
        #expect(AppleDataExport.isExport(part("one")))
        #expect(!AppleDataExport.isExport(part("one").appending("Photos")))
        let source = try AppleDataExport.open([part("one")])
        #expect(source.key.kind == .appleExport)
        #expect(source.collections.map(\.title) == ["Sea, sun"])
        #expect(source.collections.first?.members == ["b.JPG/6", "a.HEIC/7"])
        let others = source.otherDifferences.map { "\($0.name) \($0.difference.fact) \($0.difference.reason)" }
        #expect(
            others == [
                "lost.JPG photos absent", "Sea, sun memberships itemNotBrought",
                "Memories/Day.csv albums unsupported",
            ])
        let items = try MadeCatalog.items(source)
        #expect(items.map(\.name) == ["a.HEIC", "b.JPG", "c.JPG", "d.MOV"])
        #expect(items.map(\.exclusion) == [nil, nil, .trashed, nil])
        #expect(items[0].originals.map(\.type) == [.photo, .pairedVideo])
        #expect(items[0].facts.isFavorite == true)
        #expect(items[0].hasMomentOnly)
        #expect(
            items[0].facts.capture
                == .known(.init(date: Date(timeIntervalSince1970: 1_654_344_660), utcOffset: nil)))
        #expect(items[1].facts.isHidden == true)
        #expect(items[3].isVideo)
    }

    @Test("imports 1.9: names that repeat are told apart by their parts, or are differences")
    func repeated() throws {
        for part in ["one", "two"] { try write(part + "!", to: "\(part)/Photos/a.JPG") }
        try write("\(Self.header)\na.JPG,1,yes,no,no,,0,\n", to: "one/Photos/Photo Details.csv")
        try write("\(Self.header)\na.JPG,2,no,no,no,,0,\n", to: "two/Photos/Photo Details-1.csv")
        try write("imgName\na.JPG\n", to: "one/Albums/A.csv")
        let source = try AppleDataExport.open([part("one"), part("two")])
        #expect(source.collections.map(\.members) == [[]])
        #expect(source.otherDifferences.map(\.difference.reason) == [.contradiction])
        let items = try MadeCatalog.items(source)
        #expect(items.map(\.facts.isFavorite) == [true, false])
        #expect(Set(items.map(\.identifier)).count == 2)
        // Both rows in one part: nothing tells which one is whose.
        try write("\(Self.header)\na.JPG,1,yes,no,no,,0,\na.JPG,2,no,no,no,,0,\n", to: "one/Photos/Photo Details.csv")
        try FileManager.default.removeItem(atPath: part("two").appending("Photos/Photo Details-1.csv").string)
        let ambiguous = try MadeCatalog.items(try AppleDataExport.open([part("one"), part("two")]))
        #expect(ambiguous.map(\.facts.isFavorite) == [nil, nil])
        #expect(ambiguous.map { $0.differences.map(\.reason) } == [[.contradiction], [.contradiction]])
    }

    @Test("imports, general rules: a damaged list costs its own lines, and links don't lead out")
    func hostile() throws {
        try write("\(Self.header)\na.JPG,1,yes,no,no,,0,\nb.JPG,\"", to: "one/Photos/Photo Details.csv")
        try write("a", to: "one/Photos/a.JPG")
        try write("names\nx", to: "one/Albums/A.csv")
        try FileManager.default.createSymbolicLink(
            atPath: part("one").appending("Photos/b.JPG").string, withDestinationPath: "/etc/passwd")
        let source = try AppleDataExport.open([part("one")])
        #expect(source.unreadableParts.count == 2)
        let items = try MadeCatalog.items(source)
        #expect(items.map(\.exclusion) == [nil, .unreadable])
        #expect(items[0].facts.isFavorite == true)
    }
}
