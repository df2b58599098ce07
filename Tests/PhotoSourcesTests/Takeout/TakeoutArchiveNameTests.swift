import PhotoSources
import Testing

/// The names of archives, and missing parts (imports 2.4).
@Suite struct TakeoutArchiveNameTests {
    @Test func `names have a time, a series and a part`() throws {
        let plain = try #require(TakeoutArchiveName("takeout-20240712T112341Z-001.zip"))
        #expect(plain.time == "20240712T112341Z" && plain.series.isEmpty && plain.part == 1 && plain.format == .zip)
        let series = try #require(TakeoutArchiveName("takeout-20240712T112341Z-3-012 (1).tgz"))
        #expect(series.series == "3" && series.part == 12 && series.format == .tgz)
    }

    @Test(arguments: [
        "takeout.zip", "takeout-001.zip", "takeout-20240712T112341Z.zip", "takeout-20240712T112341Z-001.rar",
        "takeout-20240712T112341Z-000.zip", "takeout-20240712T112341Z-1-2-3.zip", "photos-20240712T112341Z-001.zip",
        "takeout-20240712T112341Z-999999999999999999999.zip", "takeout-2024-07-12T11-001.zip", "", ".zip",
        "takeout-20240712T112341Z-٣.zip",
    ])
    func `other names are refused`(name: String) {
        #expect(TakeoutArchiveName(name) == nil)
    }

    @Test func `gaps in the numbers are missing parts`() {
        let names = [
            "takeout-20240712T112341Z-002.zip", "takeout-20240712T112341Z-005.zip",
            "takeout-20240712T112341Z-3-001.zip",
            "takeout-20230101T000000Z-001.zip", "takeout-20230101T000000Z-002.zip",
        ].compactMap { TakeoutArchiveName($0) }
        let gaps = TakeoutArchiveName.gaps(in: names)
        #expect(gaps.map(\.name) == ["takeout-20240712T112341Z-"])
        #expect(gaps.map(\.parts) == [[1, 3, 4]])
    }

    @Test func `a huge number lists a hundred missing parts`() {
        let names = ["takeout-20240712T112341Z-99999999.zip"].compactMap { TakeoutArchiveName($0) }
        #expect(TakeoutArchiveName.gaps(in: names).map(\.parts) == [Array(1...100)])
    }
}
