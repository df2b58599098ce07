import AlbumenTestSupport
import Foundation
import MediaRequests
import MediaWork
import Testing

/// Recipes of Apple's editor, which the worker reads.
@Suite struct RecipeTests {
    private func variation(_ recipe: Data) throws -> Int? {
        try WorkerPool.shared().playbackVariation(inRecipe: recipe)
    }

    @Test(arguments: [("AutoLoop", 1), ("Mirror", 2), ("LongExposure", 3)])
    func `an effect is read`(flavor: String, number: Int) throws {
        #expect(try variation(SampleMedia.appleRecipe(flavor: flavor)) == number)
        #expect(try variation(SampleMedia.appleRecipe(flavor: flavor, isEnabled: false)) == nil)
    }

    @Test func `a recipe without an effect has none`() throws {
        #expect(try variation(SampleMedia.appleRecipe(flavor: "None")) == nil)
        #expect(try variation(SampleMedia.appleRecipe(adjustments: "[]")) == nil)
        let withoutSettings = SampleMedia.appleRecipe(adjustments: #"[{"identifier": "AutoLoop"}]"#)
        #expect(try variation(withoutSettings) == 1, "Loop is the default.")
        let strange = SampleMedia.appleRecipe(adjustments: #"[{"identifier": 1}, {"settings": "none"}]"#)
        #expect(try variation(strange) == nil)
    }

    @Test(arguments: ["recipe", "[]", "{}", #"{"adjustments": 1}"#, String(repeating: "[", count: 50_000)])
    func `the recipe of another program is unreadable`(text: String) throws {
        for recipe in [Data(text.utf8), SampleMedia.deflated(text)] {
            let error = #expect(throws: MediaError.self) { try variation(recipe) }
            #expect(error?.code == .unreadable)
        }
    }

    @Test func `an empty recipe is refused`() throws {
        #expect(throws: MediaError.self) { try variation(Data()) }
        let error = #expect(throws: MediaError.self) { try variation(SampleMedia.deflated("")) }
        #expect(error?.code == .unreadable)
    }

    @Test func `a recipe that grows beyond the limit is refused`() throws {
        // A block in the fixed code: a zero, and then copies of 258 zeros at a distance of one.
        var bits: [Bool] = [true, true, false]
        func append(_ value: Int, _ count: Int) { bits += (0..<count).reversed().map { value >> $0 & 1 == 1 } }
        append(0b00110000, 8)
        for _ in 0..<(20 << 20) / 258 {
            append(0b11000101, 8)
            append(0, 5)
        }
        append(0, 7)
        var bytes = Data(count: (bits.count + 7) / 8)
        for (index, bit) in bits.enumerated() where bit { bytes[index / 8] |= 1 << (index % 8) }
        let error = #expect(throws: MediaError.self) { try variation(bytes) }
        #expect(error?.code == .limitExceeded)
    }

    @Test func `an impossible effect ends the worker`() throws {
        let pool = HostileWorkers.pool()
        let error = #expect(throws: MediaError.self) { try pool.playbackVariation(inRecipe: Data([0])) }
        #expect(error?.code == .protocolViolation)
    }
}
