import QRCodes
import Testing

/// QR codes of links. libqrencode encodes them; these tests are about their drawing.
@Suite struct QRCodeTests {
    private static let link = "https://attic.local:8421/pair#0123456789012345678901234567890123456789012"

    /// The outer ring of a finder pattern is dark, and the modules around it are light.
    private func hasFinder(_ code: QRCode, row: Int, column: Int) -> Bool {
        (-1...7).allSatisfy { step in
            [(0, step), (6, step), (step, 0), (step, 6)].allSatisfy { place in
                code.isDark(row: row + place.0, column: column + place.1) == (0...6).contains(step)
            }
        }
    }

    @Test func `a code has three finder patterns within a quiet zone of four modules`() throws {
        let code = try #require(QRCode(Self.link))
        let last = code.size - 4 - 7
        for (row, column) in [(4, 4), (4, last), (last, 4)] { #expect(hasFinder(code, row: row, column: column)) }
        for step in 0..<code.size {
            for edge in [0, 1, 2, 3, code.size - 1, code.size - 4] {
                #expect(!code.isDark(row: edge, column: step) && !code.isDark(row: step, column: edge))
            }
        }
        #expect(!code.isDark(row: -1, column: 0) && !code.isDark(row: 0, column: code.size))
    }

    @Test func `the drawing for the page has each dark module once`() throws {
        let code = try #require(QRCode(Self.link))
        var drawn: Set<[Int]> = []
        for run in code.svgPath.matches(of: /M([0-9]+) ([0-9]+)h([0-9]+)v1h-([0-9]+)z/) {
            let (start, row, count) = (Int(run.1) ?? -1, Int(run.2) ?? -1, Int(run.3) ?? -1)
            #expect(run.3 == run.4)
            for column in start..<start + count { #expect(drawn.insert([row, column]).inserted) }
        }
        let dark = (0..<code.size).flatMap { row in
            (0..<code.size).filter { code.isDark(row: row, column: $0) }.map { [row, $0] }
        }
        #expect(drawn == Set(dark) && dark.count > 400)
    }

    @Test func `a terminal's character has two modules, and a text can be too long`() throws {
        let code = try #require(QRCode(Self.link))
        #expect(code.terminalLines.count == (code.size + 1) / 2)
        #expect(code.terminalLines.allSatisfy { $0.hasPrefix("\u{1B}[30;107m") && $0.hasSuffix("\u{1B}[0m") })
        #expect(QRCode(String(repeating: "a", count: 2_332)) == nil)
        #expect(QRCode(String(repeating: "a", count: 2_331)) != nil)
    }
}
