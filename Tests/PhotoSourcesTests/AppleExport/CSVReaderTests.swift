import Testing

@testable import PhotoSources

/// The CSV files of Apple's data export (imports 1.9).
@Suite struct CSVReaderTests {
    private func records(_ text: String) throws -> [[String]] { try records(Array(text.utf8)) }

    private func records(_ bytes: [UInt8]) throws -> [[String]] {
        var reader = CSVReader(bytes)
        var records: [[String]] = []
        while let record = try reader.next() { records.append(record) }
        return records
    }

    @Test(
        "imports 1.9: records of RFC 4180",
        arguments: [
            ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]),
            ("a,b\n\n\nc,d", [["a", "b"], ["c", "d"]]),
            ("a\rb", [["a"], ["b"]]),
            ("\u{FEFF}imgName\r\nx", [["imgName"], ["x"]]),
            (#""a ""b"", c","d"# + "\r\n" + #"e""#, [["a \"b\", c", "d\r\ne"]]),
            (#"a"b,"c"d"#, [["a\"b", "cd"]]),
            (",,", [["", "", ""]]),
            ("", []), ("\r\n", []),
        ])
    func forms(_ text: String, _ expected: [[String]]) throws {
        #expect(try records(text) == expected)
    }

    @Test("imports, general rules: bytes that aren't UTF-8 don't end the reading")
    func invalidBytes() throws {
        #expect(try records([0x61, 0xFF, 0x2C, 0x62]) == [["a\u{FFFD}", "b"]])
    }

    @Test("imports, general rules: fields and records are bounded")
    func limits() throws {
        #expect(throws: CSVReader.Failure.unclosedQuote) { try records("a,\"b") }
        let most = String(repeating: ",", count: CSVReader.fieldLimit - 1)
        #expect(try records(most).first?.count == CSVReader.fieldLimit)
        #expect(throws: CSVReader.Failure.tooLarge) { try records(most + ",") }
        let long = String(repeating: "x", count: CSVReader.recordByteLimit)
        #expect(try records(long).first?.first?.utf8.count == CSVReader.recordByteLimit)
        #expect(throws: CSVReader.Failure.tooLarge) { try records(long + "x") }
        #expect(throws: CSVReader.Failure.tooLarge) { try records("\"" + long + "\n\"") }
    }
}
