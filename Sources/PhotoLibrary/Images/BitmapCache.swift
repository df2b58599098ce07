import BlobStore
import Pixels
import Records
import Synchronization

/// A cache of recently shown images with a limit in bytes. It evicts the least recently used image first.
///
/// It isn't an `NSCache`, which on Linux evicts the smallest object first and walks all its entries to add one.
final class BitmapCache: Sendable {
    /// An image larger than this fraction of the cache isn't cached. Otherwise, one full-size photo would evict all
    /// thumbnails.
    private static let largestShare = 4

    fileprivate struct Entry {
        var bitmap: Bitmap
        var newer: PictureKey?
        var older: PictureKey?
    }

    fileprivate struct State {
        var entries: [PictureKey: Entry] = [:]
        /// The cached layouts of each file.
        var layouts: [BlobDigest: [ImageLayout]] = [:]
        var newest: PictureKey?
        var oldest: PictureKey?
        var byteCount = 0
    }

    private let limitInBytes: Int
    private let state = Mutex(State())

    init(limitInBytes: Int) {
        self.limitInBytes = limitInBytes
    }

    var byteCount: Int { state.withLock { $0.byteCount } }

    subscript(key: PictureKey) -> Bitmap? {
        state.withLock { state in
            guard let bitmap = state.entries[key]?.bitmap else { return nil }
            state.remove(key)
            state.addNewest(key, bitmap)
            return bitmap
        }
    }

    /// Returns the smallest cached image of the same part of the same file, for the same headroom, with at least as
    /// many pixels on both sides.
    func covering(_ key: PictureKey) -> Bitmap? {
        nearest(key) { $0.covers(key.layout.size) }
    }

    /// Returns the largest cached image of the same part of the same file, for the same headroom, with fewer pixels.
    func smaller(than key: PictureKey) -> Bitmap? {
        nearest(key, isSmallest: false) { !$0.covers(key.layout.size) }
    }

    private func nearest(_ key: PictureKey, isSmallest: Bool = true, _ suits: (PixelSize) -> Bool) -> Bitmap? {
        let layout = state.withLock { state in
            let layouts =
                state.layouts[key.digest]?.filter { layout in
                    layout.crop == key.layout.crop && layout.range == key.layout.range && suits(layout.size)
                } ?? []
            let byLongSide = { (left: ImageLayout, right: ImageLayout) in left.size.longSide < right.size.longSide }
            return isSmallest ? layouts.min(by: byLongSide) : layouts.max(by: byLongSide)
        }
        return layout.flatMap { self[PictureKey(source: key.source, layout: $0)] }
    }

    func takes(byteCount: Int) -> Bool { byteCount <= limitInBytes / Self.largestShare }

    func insert(_ bitmap: Bitmap, for key: PictureKey) {
        guard takes(byteCount: bitmap.byteCountInMemory) else { return }
        state.withLock { state in
            state.remove(key)
            state.addNewest(key, bitmap)
            while state.byteCount > limitInBytes, let oldest = state.oldest { state.remove(oldest) }
        }
    }
}

extension BitmapCache.State {
    fileprivate mutating func addNewest(_ key: PictureKey, _ bitmap: Bitmap) {
        entries[key] = BitmapCache.Entry(bitmap: bitmap, newer: nil, older: newest)
        layouts[key.digest, default: []].append(key.layout)
        if let newest { entries[newest]?.newer = key }
        newest = key
        if oldest == nil { oldest = key }
        byteCount += bitmap.byteCountInMemory
    }

    fileprivate mutating func remove(_ key: PictureKey) {
        guard let entry = entries.removeValue(forKey: key) else { return }
        byteCount -= entry.bitmap.byteCountInMemory
        layouts[key.digest]?.removeAll { $0 == key.layout }
        if layouts[key.digest]?.isEmpty == true { layouts[key.digest] = nil }
        if let newer = entry.newer { entries[newer]?.older = entry.older } else { newest = entry.older }
        if let older = entry.older { entries[older]?.newer = entry.newer } else { oldest = entry.newer }
    }
}
