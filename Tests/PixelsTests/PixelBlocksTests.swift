import Testing

@testable import Pixels

@Suite struct PixelBlocksTests {
    private let memory = PixelBlocks()

    @Test func `an image of a similar size reuses a released block`() {
        let first = memory.allocate(byteCount: 256 * 192 * 4)
        memory.release(first, byteCount: 256 * 192 * 4)
        let second = memory.allocate(byteCount: 256 * 191 * 4)
        #expect(second == first)
        #expect(memory.keptByteCount == 0)
        let other = memory.allocate(byteCount: 256 * 191 * 4)
        #expect(other != second)
        memory.release(second, byteCount: 256 * 191 * 4)
        memory.release(other, byteCount: 256 * 191 * 4)
    }

    @Test func `the pool keeps few blocks and no large ones`() {
        let sizes = (1...40).map { $0 << 20 }
        let pictures = sizes.map { ($0, memory.allocate(byteCount: $0)) }
        for (size, base) in pictures { memory.release(base, byteCount: size) }
        #expect(memory.keptByteCount <= PixelBlocks.keptLimitInBytes)
        #expect(memory.keptByteCount >= PixelBlocks.largestKeptInBytes)
    }

    @Test func `an image in a reused block starts transparent`() {
        for _ in 0..<50 {
            _ = Bitmap(width: 100, height: 80, hasAlpha: false) { pixels in
                let isClear = pixels.allSatisfy { $0 == 0 }
                #expect(isClear)
                pixels.initializeMemory(as: UInt8.self, repeating: 0xA5)
            }
        }
    }
}
