import AlbumenTestSupport
import LTX
import Testing

/// Names of files.
@Suite struct LTXNameTests {
    @Test func namesHaveTheFormOfLitestream() {
        let name = LTXName(level: 9, transactions: 1...0xABC)
        #expect(name.text == "0000000000000001-0000000000000abc.ltx")
        #expect(name.key == "0009/0000000000000001-0000000000000abc.ltx")
        #expect(name.path == "ltx/9/0000000000000001-0000000000000abc.ltx")
        #expect(LTXName(level: 0, transactions: .max ... .max).text == "ffffffffffffffff-ffffffffffffffff.ltx")
    }

    @Test func namesSurviveTheirText() {
        var generator = SeededGenerator.printingSeed("namesSurviveTheirText")
        for _ in 0..<TestLength.cases(200) {
            let numbers = [generator.next() >> generator.next() % 64, generator.next() >> generator.next() % 64]
                .map { max($0, 1) }.sorted()
            let name = LTXName(level: Int(generator.next() % 10), transactions: numbers[0]...numbers[1])
            #expect(LTXName(level: name.level, text: name.text) == name)
            #expect(LTXName(key: name.key) == name)
            #expect(LTXName(path: name.path) == name)
        }
    }

    @Test(arguments: [
        "", ".ltx", "0000000000000001-0000000000000abc", "0000000000000001-0000000000000ABC.ltx",
        "0000000000000001-0000000000000abc.ltx.tmp", "0000000000000000-0000000000000abc.ltx",
        "0000000000000abd-0000000000000abc.ltx", "000000000000001-00000000000000abc.ltx",
        "0000000000000001_0000000000000abc.ltx", "+000000000000001-0000000000000abc.ltx",
        "0000000000000001-0000000000000abc.LTX", " 000000000000001-0000000000000abc.ltx",
        "000000000000000１-0000000000000abc.ltx", "0000000000000001-0000000000000abg.ltx",
    ])
    func otherTextsAreRefused(_ text: String) {
        #expect(LTXName(level: 0, text: text) == nil)
        #expect(LTXName(key: "0000/" + text) == nil)
        #expect(LTXName(path: "ltx/0/" + text) == nil)
    }

    @Test(arguments: ["000a", "0010", "000", "00000", "0x00", "", "ltx/0000", "/0000", "000A", "-001"])
    func otherFoldersAreRefused(_ folder: String) {
        let text = "0000000000000001-0000000000000abc.ltx"
        #expect(LTXName(key: "\(folder)/\(text)") == nil)
        #expect(LTXName(path: "\(folder)/\(text)") == nil)
        #expect(LTXName(path: "ltx/\(folder)/\(text)") == nil)
    }

    @Test(arguments: [-1, 10, .max, .min])
    func otherLevelsAreRefused(_ level: Int) {
        #expect(LTXName(level: level, text: "0000000000000001-0000000000000abc.ltx") == nil)
    }
}
