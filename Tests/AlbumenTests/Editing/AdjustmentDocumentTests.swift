import AlbumenTestSupport
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// The stored form of an edit's recipe, which is untrusted when it's imported.
@Suite struct AdjustmentDocumentTests {
    private let adjustment = AdjustmentData(
        formatIdentifier: "a/b & <c>", formatVersion: "1.0 ü", data: Data((0..<2_000).map { UInt8($0 % 256) }))

    @Test func `a document has the keys of an AAE file and keeps all values`() throws {
        let document = AdjustmentDocument(
            adjustment, timestamp: Date(timeIntervalSinceReferenceDate: 12.375), editor: "app", renderTypes: 3)
        let bytes = try document.encoded()
        #expect(AdjustmentDocument(parsing: bytes) == document)
        let values = try #require(
            try PropertyListSerialization.propertyList(from: bytes, format: nil) as? [String: Any])
        #expect(
            Set(values.keys) == [
                "adjustmentFormatIdentifier", "adjustmentFormatVersion", "adjustmentData", "adjustmentTimestamp",
                "adjustmentRenderTypes", "adjustmentEditorBundleID",
            ])
        let bare = AdjustmentDocument(adjustment, timestamp: nil, editor: nil)
        #expect(AdjustmentDocument(parsing: try bare.encoded()) == bare)
        var ofRAW = bare
        ofRAW.usesRAW = true
        #expect(AdjustmentDocument(parsing: try ofRAW.encoded())?.usesRAW == true)
    }

    @Test func `a document in XML is read like one in the binary format`() throws {
        let values: [String: Any] = [
            "adjustmentFormatIdentifier": "com.apple.photo", "adjustmentFormatVersion": "1.5",
            "adjustmentData": Data([1, 2, 3]), "adjustmentTimestamp": Date(timeIntervalSinceReferenceDate: 700_000_000),
            "adjustmentBaseVersion": 0, "adjustmentRenderTypes": 16_384,
        ]
        for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
            let bytes = try PropertyListSerialization.data(fromPropertyList: values, format: format, options: 0)
            let document = try #require(AdjustmentDocument(parsing: bytes))
            #expect(document.adjustment.data == Data([1, 2, 3]) && document.adjustment.formatVersion == "1.5")
            #expect(document.timestamp == Date(timeIntervalSinceReferenceDate: 700_000_000))
            #expect(document.renderTypes == 16_384 && document.editor == nil)
        }
    }

    @Test func `the largest recipe is read, and a larger one isn't`() throws {
        for (count, isRead) in [(AdjustmentData.byteLimit, true), (AdjustmentData.byteLimit + 1, false), (0, false)] {
            var large = adjustment
            large.data = Data(count: count)
            let bytes = try AdjustmentDocument(large, timestamp: nil, editor: nil).encoded()
            #expect((AdjustmentDocument(parsing: bytes) != nil) == isRead, "\(count)")
        }
        #expect(AdjustmentDocument(parsing: Data(count: AdjustmentDocument.byteLimit + 1)) == nil)
    }

    /// `TestLength` decides the number of damaged documents.
    @Test func `a damaged document never crashes, and yields no recipe above the limit`() throws {
        let cases = TestLength.cases(2_000)
        let document = AdjustmentDocument(adjustment, timestamp: Date(timeIntervalSinceReferenceDate: 1), editor: "app")
        let slow = try SampleMedia.slowMotionAdjustment()
        let seeds = [try document.encoded(), slow]
        var generator = SeededGenerator(seed: 20)
        var readable = 0
        for number in 0..<cases {
            var bytes = seeds[number % seeds.count]
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[place] = UInt8.random(in: 0...255, using: &generator)
            }
            if Int.random(in: 0..<4, using: &generator) == 0 {
                bytes = bytes.prefix(Int.random(in: 0..<bytes.count, using: &generator))
            }
            guard let read = AdjustmentDocument(parsing: Data(bytes)) else { continue }
            readable += 1
            #expect(!read.adjustment.data.isEmpty && read.adjustment.data.count <= AdjustmentData.byteLimit)
        }
        #expect(readable > 0 && readable < cases)
    }
}
