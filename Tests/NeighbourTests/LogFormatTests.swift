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

    @Test func `two percent signs are one`() {
        #expect(LogFormat("100%% %").text(with: []) == "100% %")
    }
}
