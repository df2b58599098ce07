import PhotoSources
import Testing

/// Relations that the pairs don't have (imports 2.3).
@Suite struct TakeoutMatchTests {
    private func match(_ files: [String], _ documents: [String]) -> TakeoutMatch {
        TakeoutMatch(files: files, documents: documents.map { .init(name: $0, title: nil) })
    }

    @Test func `of two photos with one video, neither has it`() {
        let documents = ["a.HEIC.json", "a.HEIC(1).json"]
        let one = match(["a.HEIC", "a(1).HEIC", "a.MP4"], documents)
        #expect(one.groups.map(\.video) == [nil, nil, nil])
        #expect(one.ambiguousVideos == [2])
        let both = match(["a.HEIC", "a(1).HEIC", "a.MP4", "a(1).MP4"], documents)
        #expect(both.groups.map(\.video) == [2, 3])
        #expect(both.ambiguousVideos.isEmpty)
    }

    @Test func `an edited Live Photo has an edited video`() {
        let found = match(["a.HEIC", "a.MOV", "a-edited.HEIC", "a-edited.MOV"], ["a.HEIC.json"])
        #expect(found.groups.count == 1)
        #expect(found.groups[0].edit == 2 && found.groups[0].video == 1 && found.groups[0].editedVideo == 3)
    }

    @Test func `the edit of an original without a document needs a word for edits`() {
        #expect(match(["a.jpg", "a-bearbeitet.jpg"], []).groups.map(\.edit) == [1])
        #expect(match(["a.jpg", "a-other.jpg"], []).groups.map(\.edit) == [nil, nil])
    }

    @Test func `a document serves one original`() {
        let found = match(["a.jpg", "a.JPG"], ["a.JPG.json"])
        #expect(found.groups.map(\.document) == [nil, 0])
    }

    @Test func `documents without files are listed`() {
        #expect(match(["a.jpg"], ["b.jpg.json", "a.jpg.json"]).unusedDocuments == [0])
    }

    @Test func `thousands of files with one stem take no quadratic time`() {
        let count = 20_000
        let files = (1...count).flatMap { ["a(\($0)).MP4", "a(\($0)).jpg"] }
        let found = match(files, (1...count).map { "a.jpg(\($0)).json" })
        #expect(found.groups.compactMap(\.document).count == count)
    }
}
