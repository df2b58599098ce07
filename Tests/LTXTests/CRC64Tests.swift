import AlbumenTestSupport
import LTX
import Testing

/// The checksum of files and pages.
@Suite struct CRC64Tests {
    private func checksum(_ bytes: [UInt8]) -> UInt64 {
        var checksum = CRC64()
        bytes.withUnsafeBytes { checksum.update($0) }
        return checksum.value
    }

    @Test func checkValueIsThePublishedOne() {
        #expect(checksum(Array("123456789".utf8)) == 0xB909_56C7_75A4_1001)
        #expect(checksum([]) == 0)
    }

    @Test func wordsAndBytesAgreeAtEachLengthAndAlignment() {
        var generator = SeededGenerator(seed: 1)
        let bytes = (0..<200).map { _ in UInt8.random(in: 0...255, using: &generator) }
        for start in 0..<17 {
            for end in start...bytes.count {
                var expected: UInt64 = ~0
                for byte in bytes[start..<end] {
                    expected ^= UInt64(byte)
                    for _ in 0..<8 { expected = expected & 1 == 1 ? expected >> 1 ^ 0xD800 << 48 : expected >> 1 }
                }
                var actual = CRC64()
                bytes.withUnsafeBytes { actual.update(.init(rebasing: $0[start..<end])) }
                #expect(actual.value == ~expected)
            }
        }
    }

    @Test func updatesContinueFromAStoredValue() {
        let bytes = Array("a page of a catalog".utf8)
        for split in 0...bytes.count {
            var first = CRC64()
            bytes.withUnsafeBytes { first.update(.init(rebasing: $0[..<split])) }
            var second = CRC64(resuming: first.value)
            bytes.withUnsafeBytes { second.update(.init(rebasing: $0[split...])) }
            #expect(second.value == checksum(bytes))
        }
    }

    @Test func pageChecksumHasItsNumberAndItsMark() {
        let page = (0..<512).map { UInt8(truncatingIfNeeded: $0) }
        let value = page.withUnsafeBytes { CRC64.ofPage(number: 3, $0) }
        #expect(value == 0xC66D_25E6_CB62_CC9F)
        #expect(value == checksum([0, 0, 0, 3] + page) | 1 << 63)
    }
}
