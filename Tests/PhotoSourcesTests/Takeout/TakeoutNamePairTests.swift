import Foundation
import PhotoSources
import Testing

/// The pairs of file and document names in `takeout-names.tsv` (imports 2.3).
@Suite struct TakeoutNamePairTests {
    struct Pair: CustomTestStringConvertible {
        let caseName: String
        let file: String
        let document: String
        let relation: String

        var testDescription: String { "\(caseName): \(file) – \(document) is \(relation)" }
    }

    /// The originals and stills that the notes of the pairs mention.
    static let neighbours = [
        "e1": ["IMG_3984.jpeg"], "e2": ["PXL_20231122_174455610.PORTRAIT.jpg"], "e3": ["DSCF0815.JPG"],
        "e4": ["DSC_1.JPG"], "e5": ["DSC_2.jpg"], "e6": ["DSC_3.jpg"], "e7": ["EFFECTS.jpg", "EFFECTS(1).jpg"],
        "e8": ["burst_20210613_184811_familydinner_66666666.jpg"],
        "e9": ["burst_20210613_184811_familydinner_66666_88.jpg"], "e10": ["St James Park.jpg"], "e11": ["image.jpg"],
        "e12": ["IMG_0461.JPG"], "e13": ["IMG_0461.JPG"], "e14": ["IMG_1.jpg"], "e15": ["DSC_9.jpg"],
        "f1": ["IMG_6041.HEIC"], "f2": ["IMG_0100.JPG"], "f3": ["PXL_20240229_083019905.MP.jpg"],
        "f5": ["PXL_20220506_120033471.MP~2.jpg"],
        "f6": ["IMG_6042.HEIC"], "f7": ["LIVE_0001.jpeg"], "f9": ["IMG_7000.PNG"],
    ]

    static let titles = [
        "20030616.json": "20030616", "20030617.json": "20030617",
        "7715023649881206354.supplemental-metadata.json":
            "7715023649881206354",
        "PXL_20240711_181502377.LONG_EXPOSURE-01.ORIGIN.json": "PXL_20240711_181502377.LONG_EXPOSURE-01.ORIGINAL.jpg",
        "lighthouse (2).jpg.supplemental-metadata.json": "lighthouse (2).jpg", "Paris .JPG(1).json": "Paris .JPG",
        "LIVE_0001.MP4.supplemental-metadata.json": "LIVE_0001.jpeg", "Tom _ Jerry.jpg.json": "Tom &amp; Jerry.jpg",
        "What_s up_.jpg.json": "What's up?.jpg", "photo_1.jpg.json": "photo:1.jpg",
        "11_03_18 09_30 Scanner Pro.jpg.json": "11/03/18 09:30 Scanner Pro.jpg", "scan.jpg.json": "scan.jpg",
    ]

    static func pairs() -> [Pair] {
        guard let text = try? String(contentsOf: Shared.takeoutNames, encoding: .utf8) else { return [] }
        return text.split(separator: "\n").dropFirst().compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count >= 4 else { return nil }
            return Pair(caseName: fields[0], file: fields[1], document: fields[2], relation: fields[3])
        }
    }

    /// Whether the document of a pair is that of an item: the pairs of case h tell by content, never by name.
    static func isItem(_ pair: Pair) -> Bool { !pair.caseName.hasPrefix("h") || pair.relation == "metadata" }

    @Test(.enabled(if: Shared.hasTakeoutNames, "takeout-names.tsv is absent"))
    func `there are 94 pairs`() {
        #expect(Self.pairs().count == 94)
    }

    @Test(.enabled(if: Shared.hasTakeoutNames, "takeout-names.tsv is absent"), arguments: pairs(), [false, true])
    func `each pair has its relation, alone and among the files of its case`(pair: Pair, isAlone: Bool) {
        let others = Self.pairs().filter {
            isAlone ? $0.testDescription == pair.testDescription : $0.caseName == pair.caseName
        }
        var files = Self.unique([pair.file] + others.map(\.file) + (Self.neighbours[pair.caseName] ?? []))
        let names = Self.unique(others.filter(Self.isItem).map(\.document))
        // File names of a Mac are decomposed.
        if pair.caseName == "g1" { files = files.map(\.decomposedStringWithCanonicalMapping) }
        for documents in [
            names.map { TakeoutMatch.Document(name: $0, title: nil) },
            names.map { TakeoutMatch.Document(name: $0, title: Self.titles[$0]) },
        ] {
            // Without titles, nothing tells that these documents belong to others.
            if pair.caseName == "f7", documents.allSatisfy({ $0.title == nil }) { continue }
            let match = TakeoutMatch(files: files, documents: documents)
            #expect(Self.relation(of: pair, files: files, documents: documents, in: match) == pair.relation)
        }
    }

    private static func relation(
        of pair: Pair, files: [String], documents: [TakeoutMatch.Document], in match: TakeoutMatch
    ) -> String {
        // The pair's file is the first.
        if match.ambiguousVideos.contains(0) { return "ambiguous" }
        for group in match.groups {
            let document = group.document.map { documents[$0].name }
            guard document == pair.document else { continue }
            if group.original == 0 { return "metadata" }
            if group.edit == 0 { return "edited" }
            if group.video == 0 { return "live-video" }
        }
        return "none"
    }

    private static func unique(_ names: [String]) -> [String] {
        names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
