import Synchronization

/// The memory of pictures. What one leaves is kept a while for the next: memory that is new comes from the kernel page by page,
/// which for a thumbnail takes as long as a good part of its decoding. Any thread may call.
final class PixelBlocks: Sendable {
    static let shared = PixelBlocks()

    /// Multiples of this, so that pictures of nearly one size can have each other's.
    private static let stepInBytes = 16 << 10
    private static let smallestKeptInBytes = 64 << 10
    /// A preview has 6 MB. Larger pictures take so long to be made that their memory makes no difference.
    static let largestKeptInBytes = 8 << 20
    static let keptLimitInBytes = 16 << 20

    // Unchecked: whoever takes it out of the list has it alone.
    private struct Block: @unchecked Sendable {
        let base: UnsafeMutableRawPointer
        let byteCount: Int
    }

    private struct Kept {
        /// The one left last at the end.
        var blocks: [Block] = []
        var byteCount = 0
    }

    private let kept = Mutex(Kept())

    deinit {
        for block in kept.withLock({ $0.blocks }) { block.base.deallocate() }
    }

    /// What is kept of those that went.
    var keptByteCount: Int { kept.withLock { $0.byteCount } }

    /// Memory of which nothing is known but its size.
    func allocate(byteCount: Int) -> UnsafeMutableRawPointer {
        guard let size = Self.keptSize(of: byteCount) else { return .allocate(byteCount: byteCount, alignment: 64) }
        let used = kept.withLock { kept -> Block? in
            guard let index = kept.blocks.lastIndex(where: { $0.byteCount == size }) else { return nil }
            kept.byteCount -= size
            return kept.blocks.remove(at: index)
        }
        return used?.base ?? .allocate(byteCount: size, alignment: 64)
    }

    /// - Parameter byteCount: as it was asked for.
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

    /// Nil for what is not kept: the small, which malloc has at hand anyway and which steps would make much larger, and the large.
    private static func keptSize(of byteCount: Int) -> Int? {
        guard (smallestKeptInBytes...largestKeptInBytes).contains(byteCount) else { return nil }
        return (byteCount + stepInBytes - 1) / stepInBytes * stepInBytes
    }
}
