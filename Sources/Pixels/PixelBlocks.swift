import Synchronization

/// A pool of memory for images. Any thread can call it.
///
/// The kernel provides new memory page by page, which for a thumbnail takes as long as a considerable part of its
/// decoding. So the pool keeps some released blocks for the next images.
final class PixelBlocks: Sendable {
    static let shared = PixelBlocks()

    /// Block sizes are multiples of this, so that images of similar sizes can share blocks.
    private static let stepInBytes = 16 << 10
    private static let smallestKeptInBytes = 64 << 10
    /// The largest block to keep. A preview has 6 MB. For larger images, new memory adds little to the time of the
    /// decode.
    static let largestKeptInBytes = 8 << 20
    static let keptLimitInBytes = 16 << 20

    // Unchecked because only the thread that removes a block from the list uses it.
    private struct Block: @unchecked Sendable {
        let base: UnsafeMutableRawPointer
        let byteCount: Int
    }

    private struct Kept {
        /// The kept blocks. The most recently released one is last.
        var blocks: [Block] = []
        var byteCount = 0
    }

    private let kept = Mutex(Kept())

    deinit {
        for block in kept.withLock({ $0.blocks }) { block.base.deallocate() }
    }

    /// The number of bytes in the kept blocks.
    var keptByteCount: Int { kept.withLock { $0.byteCount } }

    /// Returns uninitialized memory.
    func allocate(byteCount: Int) -> UnsafeMutableRawPointer {
        guard let size = Self.keptSize(of: byteCount) else { return .allocate(byteCount: byteCount, alignment: 64) }
        let used = kept.withLock { kept -> Block? in
            guard let index = kept.blocks.lastIndex(where: { $0.byteCount == size }) else { return nil }
            kept.byteCount -= size
            return kept.blocks.remove(at: index)
        }
        return used?.base ?? .allocate(byteCount: size, alignment: 64)
    }

    /// - Parameter byteCount: The size that the caller passed to `allocate`.
    func release(_ base: UnsafeMutableRawPointer, byteCount: Int) {
        guard let size = Self.keptSize(of: byteCount) else { return base.deallocate() }
        let surplus = kept.withLock { kept in
            kept.blocks.append(Block(base: base, byteCount: size))
            kept.byteCount += size
            var surplus: [Block] = []
            while kept.byteCount > Self.keptLimitInBytes {
                let oldest = kept.blocks.removeFirst()
                kept.byteCount -= oldest.byteCount
                surplus.append(oldest)
            }
            return surplus
        }
        for block in surplus { block.base.deallocate() }
    }

    /// Returns the size of the block to keep, or `nil` if it isn't kept. Small blocks come quickly from `malloc`, and
    /// rounding would enlarge them much. Large blocks exceed the limit.
    private static func keptSize(of byteCount: Int) -> Int? {
        guard (smallestKeptInBytes...largestKeptInBytes).contains(byteCount) else { return nil }
        return (byteCount + stepInBytes - 1) / stepInBytes * stepInBytes
    }
}
