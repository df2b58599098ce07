import Foundation
import Testing

@testable import PhotoSources

@Suite struct JSONListSplitterTests {
    /// Splits a text that arrives in pieces of a size.
    private func split(
        _ text: String, at path: [String], pieces size: Int = 1
    ) throws -> (elements: [String], rest: String) {
        var splitter = JSONListSplitter(path: path, elementLimit: 1_000, restLimit: 500)
        var elements: [String] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            try bytes[start..<min(start + size, bytes.count)].withUnsafeBytes {
                try splitter.take($0) { elements.append(String(decoding: $0, as: UTF8.self)) }
            }
        }
        return (elements, String(decoding: try splitter.finish(), as: UTF8.self))
    }

    @Test("The elements of the list are split, wherever the pieces end", arguments: [1, 2, 3, 100])
    func elements(size: Int) throws {
        let text = #"""
            {"items":[0],"assets":{"x":[[1]],"items":[ {"a":[1,{"items":[]}],"b":"],}\\\""} , 7,"t",[2],null],"next":"2"}}
            """#
        let found = try split(text, at: ["assets", "items"], pieces: size)
        #expect(found.elements == [#"{"a":[1,{"items":[]}],"b":"],}\\\""}"#, "7", #""t""#, "[2]", "null"])
        #expect(found.rest == #"{"items":[0],"assets":{"x":[[1]],"items":[],"next":"2"}}"#)
    }

    @Test("A document can be the list")
    func document() throws {
        #expect(try split(#"[{"a":1},[]]"#, at: []).elements == [#"{"a":1}"#, "[]"])
        #expect(try split("[]", at: []).elements.isEmpty)
        #expect(try split(#"{"a":[1]}"#, at: []).elements.isEmpty)
        #expect(try split(#"[{"assets":[1]}]"#, at: ["assets"]).elements.isEmpty)
    }

    @Test(
        "Text that isn't whole is damaged", arguments: ["", "[", "{\"a", "[}", "]", "1", "[]x", "[][]", "\"x\"", ","])
    func damaged(text: String) {
        #expect(throws: JSONListSplitter.Failure.damaged) { try split(text, at: []) }
    }

    @Test("Depth and sizes are bounded")
    func limits() {
        let deep = String(repeating: "[", count: 65)
        #expect(throws: JSONListSplitter.Failure.tooDeep) { try split(deep, at: []) }
        let most = "[\"" + String(repeating: "x", count: 998) + "\"]"
        #expect(throws: Never.self) { try split(most, at: []) }
        let long = "[\"" + String(repeating: "x", count: 999) + "\"]"
        #expect(throws: JSONListSplitter.Failure.tooLarge) { try split(long, at: [], pieces: 700) }
        let rest = "{\"a\":\"" + String(repeating: "x", count: 499) + "\"}"
        #expect(throws: JSONListSplitter.Failure.tooLarge) { try split(rest, at: [], pieces: 700) }
    }

    @Test("Bytes that change on the way never end in anything but an error or other values")
    func damage() throws {
        let asset = FakeAsset(1).json([2, 1, 0], withExif: true, withPeople: true)
        let page = Array(FakeImmich.State.text(["assets": ["items": [asset, asset], "nextPage": "2"]]).utf8)
        var random: UInt64 = 7
        func next(_ limit: Int) -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(random >> 33) % limit
        }
        var counts: Set<Int> = []
        for _ in 0..<500 {
            var bytes = page
            for _ in 0...next(3) { bytes[next(bytes.count)] = Array("\"\\{}[],:0e-n\u{0}".utf8)[next(13)] }
            var splitter = JSONListSplitter(path: ["assets", "items"])
            var identifiers: [String] = []
            do {
                try bytes.withUnsafeBytes { bytes in
                    try splitter.take(bytes) { element in
                        let asset = try? JSONDecoder().decode(ImmichAsset.self, from: element)
                        if let asset { identifiers.append(asset.identifier.text) }
                    }
                }
                _ = try splitter.finish()
            } catch {
                #expect(error is JSONListSplitter.Failure)
            }
            counts.insert(identifiers.count)
            #expect(identifiers.allSatisfy { $0.utf8.count == 36 && !$0.contains("/") })
        }
        #expect(counts == [0, 1, 2])
    }
}
