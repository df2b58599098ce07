import Foundation
import Testing

@testable import PhotoSources

/// The lines of `Photo Details*.csv` in Apple's data export (imports 1.9).
@Suite struct AppleExportRowTests {
    @Test("imports 1.9: a line has the name, the flags and the dates of a photo")
    func row() throws {
        var reader = CSVReader(
            Array(
                """
                imgName,fileChecksum,favorite,hidden,deleted,originalCreationDate,viewCount,importDate\r
                IMG_0001.HEIC,AbC=,yes,no,no,"Saturday June 4,2022 12:11 PM GMT",3,"Sunday June 5,2022 12:00 AM GMT"\r
                ,x,,,,,,\r
                Cafe\u{301}.JPG\r\n
                """.utf8))
        var records: [[String]] = []
        while let record = try reader.next() { records.append(record) }
        #expect(records.count == 4)
        let columns = try #require(AppleExportRow.Columns(records[0]))
        let row = try #require(AppleExportRow(records[1], columns))
        #expect(row.name == "IMG_0001.HEIC")
        #expect(row.checksum == "AbC=")
        #expect(row.isFavorite == true)
        #expect(row.isHidden == false)
        #expect(row.isDeleted == false)
        #expect(row.creationDate == Date(timeIntervalSince1970: 1_654_344_660))
        #expect(row.importDate == Date(timeIntervalSince1970: 1_654_387_200))
        #expect(AppleExportRow(records[2], columns) == nil)
        let short = try #require(AppleExportRow(records[3], columns))
        #expect(Array(short.name.utf8) == Array("Caf\u{E9}.JPG".utf8))
        #expect(short.isFavorite == nil)
        #expect(AppleExportRow.Columns(["name", "date"]) == nil)
    }

    @Test(
        "imports 1.9: dates of another form are no dates",
        arguments: [
            "", "Saturday June 4,2022", "Saturday June 31,2022 12:11 PM GMT", "Saturday Juni 4,2022 12:11 PM GMT",
            "Saturday June 4,2022 13:11 PM GMT", "Saturday June 4,2022 12:60 PM GMT",
            "Saturday June 4,2022 12:11 PM CEST", "Saturday June 4,99999999999999999999 12:11 PM GMT",
            "Saturday June -4,2022 12:11 PM GMT", "Saturday June 4,0 12:11 PM GMT",
        ])
    func invalidDates(_ text: String) { #expect(AppleExportRow.date(text) == nil) }

    @Test("imports 1.9: a narrow space before AM and PM is one")
    func narrowSpace() {
        #expect(
            AppleExportRow.date("Monday January 1,2001 12:01\u{202F}AM GMT") == Date(timeIntervalSinceReferenceDate: 60)
        )
    }
}
