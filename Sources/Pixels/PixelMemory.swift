import Synchronization

/// The memory of pictures. What one leaves is kept a while for the next: memory that is new comes from the kernel page by page,
/// which for a thumbnail takes as long as a good part of its decoding.
enum PixelMemory {
    /// Multiples of this, so that pictures of nearly one size can have each other's.
    private static let stepInBytes = 64 << 10
    /// A preview has 6 MB. Larger pictures take so long to be made that their memory makes no difference.
    private static let largestInBytes = 8 << 20
    private static let keptLimitInBytes = 16 << 20

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

    private static let kept = Mutex(Kept())

    /// Memory of which nothing is known but its size.
    static func allocate(byteCount: Int) -> UnsafeMutableRawPointer {
        let size = size(of: byteCount)
        let used = kept.withLock { kept -> Block? in
            guard let index = kept.blocks.lastIndex(where: { $0.byteCount == size }) else { return nil }
            kept.byteCount -= size
            return kept.blocks.remove(at: index)
        }
        return used?.base ?? .allocate(byteCount: size, alignment: 64)
    }

    /// - Parameter byteCount: as it was asked for.
    static func release(_ base: UnsafeMutableRawPointer, byteCount: Int) {
        let size = size(of: byteCount)
        guard size <= largestInBytes else { return base.deallocate() }
        let surplus = kept.withLock { kept in
            kept.blocks.append(Block(base: base, byteCount: size))
            kept.byteCount += size
            var surplus: [Block] = []
            while kept.byteCount > keptLimitInBytes {
                let oldest = kept.blocks.removeFirst()
                kept.byteCount -= oldest.byteCount
                surplus.append(oldest)
            }
            return surplus
        }
        for block in surplus { block.base.deallocate() }
    }

    private static func size(of byteCount: Int) -> Int {
        max(1, (byteCount + stepInBytes - 1) / stepInBytes) * stepInBytes
    }
}
