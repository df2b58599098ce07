import Testing

@testable import AlbumenServer

/// RFC 9110, 14.1.2 and 14.2.
@Suite struct ByteRangeTests {
    private static let huge = "99999999999999999999999999"

    @Test(arguments: [
        ("bytes=0-499", 0...499), ("bytes=500-999", 500...999), ("bytes=500-", 500...999), ("bytes=-500", 500...999),
        ("bytes=0-0", 0...0), ("bytes=-1", 999...999), ("bytes=999-999", 999...999), ("bytes=0-", 0...999),
        ("bytes=0-5000", 0...999), ("bytes=-5000", 0...999), ("bytes=990-\(huge)", 990...999),
        ("bytes=-\(huge)", 0...999), ("Bytes=1-2", 1...2), ("bytes=001-002", 1...2),
        ("bytes = 1 - 2 ", 1...2),
    ])
    func `a range selects a part`(header: String, part: ClosedRange<Int>) {
        #expect(ByteRange(header: header, byteCount: 1000) == .part(part))
    }

    @Test(arguments: ["bytes=1000-", "bytes=1000-1001", "bytes=\(huge)-", "bytes=\(huge)-\(huge)", "bytes=-0"])
    func `a range after the end is unsatisfiable`(header: String) {
        #expect(ByteRange(header: header, byteCount: 1000) == .unsatisfiable)
    }

    @Test(arguments: [
        nil, "", "bytes", "bytes=", "bytes=-", "bytes=a-b", "bytes=1-2-3", "bytes=--5", "bytes=+1-2", "bytes=1.5-2",
        "bytes=500-499", "bytes=0-1,5-9", "bytes=0-1, -1", "bytes=,", "items=0-5", "0-5", "bytes:0-5", "bytes=0x1-0x2",
        "bytes=\u{661}-\u{662}", "bytes=0-5\r\n",
    ])
    func `a header without a single valid range means the entire file`(header: String?) {
        #expect(ByteRange(header: header, byteCount: 1000) == .whole)
    }

    /// A backtracking expression took a minute for one such header, and three of them stopped the server.
    @Test(arguments: [
        "bytes=" + String(repeating: " ", count: 30_000), "bytes" + String(repeating: " ", count: 30_000) + "=0-5",
        "bytes=" + String(repeating: "1", count: 30_000) + "x", "bytes=" + String(repeating: "1-2,", count: 10_000),
        String(repeating: "bytes=", count: 10_000),
    ])
    func `a long header means the entire file`(header: String) {
        #expect(ByteRange(header: header, byteCount: 1000) == .whole)
        let short = String(header.prefix(ByteRange.headerLimit))
        #expect(ByteRange(header: short, byteCount: 1000) == .whole)
    }

    @Test(arguments: ["bytes=0-", "bytes=0-0", "bytes=-1", "bytes=-0"])
    func `a range of an empty file is unsatisfiable`(header: String) {
        #expect(ByteRange(header: header, byteCount: 0) == .unsatisfiable)
    }
}
