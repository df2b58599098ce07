import Foundation
import Testing

@testable import AlbumenOS

@Suite struct LogFormatTests {
    @Test func `a format has public and private arguments`() {
        let format = LogFormat("%{public}@ and %@: %d, %{private}d")
        #expect(format.text(with: ["a", "b", 3, 4]) == "a and <private>: 3, <private>")
    }

    @Test func `widths and precisions work as in printf`() {
        #expect(
            LogFormat("%5.1f|%03ld|%x|%llu").text(with: [1.25, 7, Int32(-1), UInt64.max])
                == "  1.2|007|ffffffff|18446744073709551615")
    }

    @Test func `a missing argument is named`() {
        #expect(LogFormat("%d %{public}s").text(with: [1]) == "1 <missing>")
    }

    @Test func `bytes and asterisks have arguments of their own`() {
        #expect(
            LogFormat("%{private}.*P, %{public}@").text(with: [2, Data([1, 255]), "b"]) == "<private>, b")
        #expect(LogFormat("%{public}.*P %{public}@").text(with: [2, Data([1, 255]), "b"]) == "01ff b")
        #expect(LogFormat("%*d|%.*f|%*d|%.*f").text(with: [4, 7, 1, 1.25, -3, 7, -1, 0.5]) == "   7|1.2|7  |0.500000")
        #expect(LogFormat("%{public}*d").text(with: [4]) == "<missing>")
    }

    @Test(arguments: ["%{private}k", "%{private", "%1$@"])
    func `arguments after an unknown specifier are private`(specifier: String) {
        let format = LogFormat("%d " + specifier + " %{public}@ %d")
        let text = format.text(with: [1, "secret", "public", 2])
        #expect(text == "1 \(specifier) <private> <private>")
    }

    @Test func `two percent signs are one`() {
        #expect(LogFormat("100%% %").text(with: []) == "100% %")
    }
}
