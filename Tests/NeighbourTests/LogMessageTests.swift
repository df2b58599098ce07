import Foundation
import Testing

@testable import AlbumenOS

@Suite struct LogMessageTests {
    private func text(_ message: OSLogMessage) -> String { message.text }

    private struct DescribedError: Error, CustomStringConvertible {
        let description = "described"
    }

    @Test func `numbers and Booleans are public`() {
        let count = 3
        #expect(text("\(count) of \(UInt8(7)), \(1.5), \(true)") == "3 of 7, 1.500000, true")
    }

    @Test func `texts, objects and errors are private`() {
        let name = "IMG_1"
        #expect(text("read \(name)") == "read <private>")
        #expect(text("\(URL(fileURLWithPath: "/a"))") == "<private>")
        #expect(text("\(NSNumber(value: 1))") == "<private>")
        #expect(text("\(CocoaError(.fileNoSuchFile) as any Error)") == "<private>")
        #expect(text("\(Int.self)") == "<private>")
        #expect(text("\(NSError(domain: "a", code: 1), privacy: .public)").contains("Code=1"))
        #expect(text("\(DescribedError(), privacy: .public)") == "described")
    }

    @Test func `a public text is shown, and a private number isn't`() {
        #expect(text("\("IMG_1", privacy: .public) \(5, privacy: .private)") == "IMG_1 <private>")
        #expect(text("\(Int.self, privacy: .public)") == "Int")
    }

    @Test func `equal values have equal hashes`() {
        let first = text("\("a", privacy: .private(mask: .hash))")
        #expect(first.hasPrefix("<mask.hash: '"))
        #expect(first == text("\("a", privacy: .private(mask: .hash))"))
        #expect(first != text("\("b", privacy: .private(mask: .hash))"))
    }

    @Test func `the switch shows private values but no sensitive ones`() {
        #expect(OSLogPrivacy.private.redact("a", isScalar: false, showsPrivate: true) == "a")
        #expect(OSLogPrivacy.auto.redact("a", isScalar: false, showsPrivate: true) == "a")
        #expect(OSLogPrivacy.sensitive.redact("a", isScalar: true, showsPrivate: true) == "<private>")
    }

    @Test func `formats change the digits`() {
        #expect(text("\(255, format: .hex)") == "ff")
        #expect(text("\(255, format: .hex(includePrefix: true, uppercase: true))") == "0xFF")
        #expect(text("\(Int8(-1), format: .hex)") == "ff")
        #expect(text("\(-5, format: .decimal(minDigits: 3))") == "-005")
        #expect(text("\(8, format: .octal)") == "10")
        #expect(text("\(1.25, format: .fixed(precision: 1))") == "1.2")
        #expect(text("\(1500.0, format: .exponential(precision: 1))") == "1.5e+03")
        #expect(text("\(true, format: .answer)") == "yes")
    }

    @Test func `alignment adds spaces`() {
        #expect(
            text("\(5, align: .right(columns: 3))|\("a", align: .left(columns: 3), privacy: .public)|") == "  5|a  |")
    }

    @Test func `a literal can contain percent signs`() {
        #expect(text("100% %@") == "100% %@")
    }
}
