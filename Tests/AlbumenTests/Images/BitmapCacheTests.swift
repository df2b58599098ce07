import AlbumenTestSupport
import BlobStore
import Pixels
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

@Suite struct BitmapCacheTests {
    /// An image of 10 × 10 pixels takes 400 bytes.
    private let cache = BitmapCache(limitInBytes: 4_000)

    @Test func `the least recently used image is evicted first`() throws {
        for index in 0..<10 { cache.insert(SampleBitmap.plain(width: 10, height: 10), for: key(index)) }
        #expect(cache.byteCount == 4_000)
        _ = cache[key(0)]
        cache.insert(SampleBitmap.plain(width: 10, height: 10), for: key(10))
        #expect(cache[key(0)] != nil)
        #expect(cache[key(1)] == nil)
        #expect(cache.byteCount == 4_000)
    }

    @Test func `an image that would evict most others is not cached`() throws {
        cache.insert(SampleBitmap.plain(width: 10, height: 10), for: key(0))
        cache.insert(SampleBitmap.plain(width: 20, height: 20), for: key(1))
        #expect(cache[key(1)] == nil)
        #expect(cache[key(0)] != nil)
    }

    @Test func `an image replaces its predecessor`() throws {
        cache.insert(SampleBitmap.plain(width: 10, height: 10), for: key(0))
        let later = SampleBitmap.plain(width: 5, height: 5)
        cache.insert(later, for: key(0))
        #expect(cache[key(0)] === later)
        #expect(cache.byteCount == 100)
    }

    @Test func `an empty cache contains nothing`() {
        #expect(cache[key(0)] == nil)
        #expect(cache.byteCount == 0)
    }

    private func key(_ index: Int) -> PictureKey {
        PictureKey(
            source: PictureSource(
                digest: BlobDigest(repeating: UInt8(index)), filename: "",
                uniformTypeIdentifier: "", size: PixelSize(width: 10, height: 10), assetUUID: ""),
            layout: ImageLayout(size: PixelSize(width: 10, height: 10)))
    }
}
