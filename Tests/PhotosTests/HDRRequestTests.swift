import AlbumenGraphics
import AlbumenTestSupport
import Foundation
import MediaWork
import Pixels
import Testing
import UIKit

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// §3 of the additions of version 27: images with light that's brighter than white.
@Suite struct HDRRequestTests {
    private static let size = PixelSize(width: 1200, height: 900)
    private static let target = CGSize(width: 400, height: 400)
    /// The headroom of the sample, which is two stops.
    private static let content: Float = 4

    let fixture: ImageRequestFixture

    init() throws {
        fixture = try ImageRequestFixture(hasRemote: true, hasOwnWorkers: true)
    }

    /// A photo whose gain rises from left to right.
    static func file(_ size: PixelSize = size, _ comment: String = "", isMapDamaged: Bool = false) throws -> Data {
        let base = try SampleMedia.photograph(width: size.width, height: size.height, comment: comment)
        return try gainMap(base, size, isDamaged: isMapDamaged)
    }

    static func gainMap(_ base: Data, _ size: PixelSize, isDamaged: Bool = false) throws -> Data {
        let (width, height) = (size.width / 4, size.height / 4)
        let gains = Bitmap(width: width, height: height, hasAlpha: false) { pixels in
            for index in 0..<width * height * 4 {
                pixels[index] = index % 4 == 3 ? 255 : UInt8(index / 4 % width * 255 / (width - 1))
            }
        }
        var map = try JPEGCodec.encode(gains, quality: 95)
        if isDamaged { map = map.prefix(map.count * 2 / 3) }
        return SampleMedia.gainMapJPEG(base: base, map: map, .packet(SampleGainMap().packet))
    }

    private func add(_ name: String = "IMG_1.JPG", isMapDamaged: Bool = false) throws -> PHAsset {
        try fixture.add(
            name, try Self.file(Self.size, name, isMapDamaged: isMapDamaged), width: Self.size.width,
            height: Self.size.height)
    }

    private func image(
        of asset: PHAsset, _ target: CGSize = target, _ change: (PHImageRequestOptions) -> Void
    ) throws -> UIImage {
        let image = fixture.image(of: asset, target, .aspectFit, change)
        return try #require(image)
    }

    private func bytes(of image: UIImage) throws -> Data {
        let data = try #require(image.cgImage?.dataProvider?.data)
        return Data(bytes: data.bytes, count: data.length)
    }

    @Test func `the options have Apple's defaults, are clamped, and are copied`() throws {
        let options = PHImageRequestOptions()
        #expect(!options.preferHDR)
        #expect(options.targetHDRHeadroom == 1)
        for value in [-3, 0, 0.2, 0.999, .nan, .infinity] as [CGFloat] {
            options.targetHDRHeadroom = value
            #expect(options.targetHDRHeadroom == 0)
        }
        options.targetHDRHeadroom = 2.5
        options.preferHDR = true
        let copy = try #require(options.copy() as? PHImageRequestOptions)
        #expect(copy.preferHDR && copy.targetHDRHeadroom == 2.5)
        let livePhotoOptions = PHLivePhotoRequestOptions()
        #expect(!livePhotoOptions.preferHDR)
        livePhotoOptions.preferHDR = true
        #expect((livePhotoOptions.copy() as? PHLivePhotoRequestOptions)?.preferHDR == true)
    }

    @Test("an HDR image has half floats, its colour space and its headroom", arguments: [0, 2, 9])
    func image(_ headroom: CGFloat) throws {
        let asset = try add()
        let image = try image(of: asset) {
            $0.preferHDR = true
            $0.targetHDRHeadroom = headroom
            $0.resizeMode = .exact
        }
        #expect(image.isHighDynamicRange)
        #expect(image.size == CGSize(width: 400, height: 300))
        let pixels = try #require(image.cgImage)
        #expect((pixels.bitsPerComponent, pixels.bitsPerPixel, pixels.bytesPerRow) == (16, 64, 3200))
        #expect(pixels.colorSpace?.name == CGColorSpace.extendedLinearSRGB)
        #expect(pixels.bitmapInfo.contains([.floatComponents, .byteOrder16Little]))
        #expect(pixels.alphaInfo == .noneSkipLast)
        #expect(pixels.contentHeadroom == (headroom == 0 ? Self.content : min(Float(headroom), Self.content)))
        #expect(try bytes(of: image).count == 3200 * 300)
        // Brighter than white at the right, and about the same at the left.
        let hdr = try #require(pixels.bitmap.hdr)
        let brightest = (0..<300).map { hdr.pixel(395, $0).max() }.max() ?? 0
        #expect(brightest > 1.1 && brightest <= pixels.contentHeadroom * 1.01)
        // The same light as in the file.
        let part = pixels.cropping(to: CGRect(x: 200, y: 0, width: 100, height: 50))
        #expect(part?.bitmap.hdr?.pixel(0, 0) == hdr.pixel(200, 0))
        #expect(part?.contentHeadroom == pixels.contentHeadroom)
    }

    @Test func `without the option, and with a headroom of 1, the image is the same as always`() throws {
        let asset = try add()
        for side in [200.0, 400, 1100] {
            let target = CGSize(width: side, height: side)
            let plain = try image(of: asset, target) { _ in }
            #expect(!plain.isHighDynamicRange)
            #expect(plain.cgImage?.bitsPerComponent == 8)
            #expect(plain.cgImage?.contentHeadroom == 1)
            let expected = try bytes(of: plain)
            // Also after an HDR image.
            let hdr = try image(of: asset, target) { ($0.preferHDR, $0.targetHDRHeadroom) = (true, 0) }
            #expect(hdr.isHighDynamicRange)
            #expect(hdr != plain)
            let standard = try image(of: asset, target) { $0.preferHDR = true }
            #expect(try bytes(of: standard) == expected)
            let ignored = try image(of: asset, target) { $0.targetHDRHeadroom = 3 }
            #expect(try bytes(of: ignored) == expected)
            #expect(try bytes(of: try image(of: asset, target) { _ in }) == expected)
        }
    }

    @Test func `an SDR asset returns the same image, from the same stored preview`() throws {
        let asset = try fixture.addPhotograph()
        let workers = try fixture.temporary.library.workers()
        for side in [200.0, 1000, 2000] {
            let target = CGSize(width: side, height: side)
            let expected = try bytes(of: try image(of: asset, target) { $0.resizeMode = .exact })
            let count = workers.renderCount
            let image = try image(of: asset, target) {
                ($0.preferHDR, $0.targetHDRHeadroom, $0.resizeMode) = (true, 0, .exact)
            }
            #expect(!image.isHighDynamicRange)
            #expect(try bytes(of: image) == expected)
            #expect(workers.renderCount == count)
        }
        // Without images in memory.
        let opportunistic = fixture.options { ($0.preferHDR, $0.targetHDRHeadroom) = (true, 4) }
        let other = try fixture.addPhotograph("IMG_2.JPG", comment: "2")
        let calls = try fixture.request(other, 400, opportunistic)
        let plain = try fixture.request(try fixture.addPhotograph("IMG_3.JPG", comment: "3"), 400)
        #expect(calls.map(\.isDegraded) == plain.map(\.isDegraded))
        #expect(calls.map(\.size) == plain.map(\.size))
    }

    @Test func `opportunistic delivery begins with an SDR image`() throws {
        let asset = try add()
        let options = fixture.options { ($0.preferHDR, $0.targetHDRHeadroom) = (true, 0) }
        for _ in 0..<2 {
            let images = CallRecorder<Bool>()
            let ended = Gate()
            fixture.run {
                _ = PHImageManager.default().requestImage(
                    for: asset, targetSize: Self.target, contentMode: .aspectFit, options: options
                ) { image, info in
                    images.record(image?.isHighDynamicRange ?? false)
                    if info?[PHImageResultIsDegradedKey] as? Bool != true { ended.open() }
                }
            }
            #expect(ended.wait())
            #expect(images.calls.last == true)
            #expect(images.calls.dropLast().allSatisfy { !$0 })
        }
        // The image is in memory now.
        #expect(try fixture.request(asset, 400, options).map(\.isEarly) == [true])
    }

    @Test func `each headroom has its own image in memory`() throws {
        let asset = try add()
        let workers = try fixture.temporary.library.workers()
        var images: [CGFloat: Data] = [:]
        for _ in 0..<2 {
            for headroom in [0, 1.5, 3] as [CGFloat] {
                let image = try image(of: asset) { ($0.preferHDR, $0.targetHDRHeadroom) = (true, headroom) }
                #expect(image.cgImage?.contentHeadroom == (headroom == 0 ? Self.content : Float(headroom)))
                let bytes = try bytes(of: image)
                #expect(images[headroom] == nil || images[headroom] == bytes)
                images[headroom] = bytes
            }
        }
        #expect(Set(images.values).count == 3)
        #expect(workers.renderCount == 3)
    }

    @Test func `a cached image is used by requests with the same headroom only`() throws {
        let manager = PHCachingImageManager()
        let asset = try add()
        let options = fixture.options {
            ($0.preferHDR, $0.targetHDRHeadroom, $0.resizeMode) = (true, 2, .exact)
        }
        fixture.run {
            manager.startCachingImages(
                for: [asset], targetSize: Self.target, contentMode: .aspectFit, options: options)
        }
        manager.preparation.sync {}
        let cache = fixture.temporary.library.owner.images.shared.cache
        try waitUntil { cache.byteCount > 0 }
        #expect(cache.byteCount == 400 * 300 * 12)
        let workers = try fixture.temporary.library.workers()
        #expect(workers.renderCount == 1)
        #expect(try fixture.request(asset, 400, options).map(\.isEarly) == [true])
        // A smaller one is made from it.
        let smaller = try image(of: asset, CGSize(width: 200, height: 200)) {
            ($0.preferHDR, $0.targetHDRHeadroom, $0.resizeMode) = (true, 2, .exact)
        }
        #expect(smaller.isHighDynamicRange && smaller.size == CGSize(width: 200, height: 150))
        #expect(workers.renderCount == 1)
        _ = try image(of: asset) { ($0.preferHDR, $0.targetHDRHeadroom) = (true, 3) }
        #expect(workers.renderCount == 2)
    }

    @Test func `a crop has the light of its part`() throws {
        let asset = try add()
        let image = try image(of: asset, CGSize(width: 200, height: 200)) {
            ($0.preferHDR, $0.targetHDRHeadroom, $0.resizeMode) = (true, 0, .exact)
            $0.normalizedCropRect = CGRect(x: 0.5, y: 0, width: 0.5, height: 0.5)
        }
        #expect(image.isHighDynamicRange)
        #expect(image.cgImage?.bitmap.hdr?.size == image.cgImage?.bitmap.size)
    }

    @Test func `a gain map that can't be decoded leaves the SDR image`() throws {
        let asset = try add(isMapDamaged: true)
        let expected = try bytes(of: try image(of: asset) { _ in })
        for _ in 0..<2 {
            let image = try image(of: asset) { ($0.preferHDR, $0.targetHDRHeadroom) = (true, 0) }
            #expect(!image.isHighDynamicRange)
            #expect(try bytes(of: image) == expected)
        }
    }

    @Test func `a remote original is downloaded if allowed, and the image is SDR otherwise`() throws {
        let asset = try add()
        // Stores the previews.
        let expected = try bytes(of: try image(of: asset) { _ in })
        try fixture.sendAway(asset)
        let refused = try image(of: asset) { ($0.preferHDR, $0.targetHDRHeadroom) = (true, 0) }
        #expect(!refused.isHighDynamicRange)
        #expect(try bytes(of: refused) == expected)
        let allowed = try image(of: asset) {
            ($0.preferHDR, $0.targetHDRHeadroom, $0.isNetworkAccessAllowed) = (true, 0, true)
        }
        #expect(allowed.isHighDynamicRange)
    }

    @Test func `drawing and encoding use the rendition for SDR`() throws {
        let asset = try add()
        let hdr = try image(of: asset) { ($0.preferHDR, $0.targetHDRHeadroom) = (true, 0) }
        let standard = UIImage(cgImage: CGImage(try #require(hdr.cgImage).bitmap.with(hdr: nil)))
        #expect(!standard.isHighDynamicRange)
        #expect(hdr.jpegData(compressionQuality: 0.8) == standard.jpegData(compressionQuality: 0.8))
        #expect(hdr.pngData() == standard.pngData())
        #expect(hdr.withHorizontallyFlippedOrientation().isHighDynamicRange)
        #expect(UIImage().isHighDynamicRange == false)
    }

    @Test func `the picture of a Live Photo is HDR if preferred`() throws {
        let fixture = try ResourceFixture()
        let photo = try SampleMedia.livePhotoPicture(contentIdentifier: "B0B0B0B0")
        let (_, video) = try fixture.writePair("B0B0B0B0", name: "IMG_7")
        let size = try #require(UIImage(data: photo)?.size)
        let file = try fixture.folder.write(
            try Self.gainMap(photo, PixelSize(width: Int(size.width), height: Int(size.height))), to: "IMG_7.JPG")
        let asset = try #require(try fixture.importFiles([file, video]).first { $0.playbackStyle == .livePhoto })
        for prefersHDR in [true, false] {
            let options = PHLivePhotoRequestOptions()
            options.preferHDR = prefersHDR
            options.deliveryMode = .highQualityFormat
            let pictures = CallRecorder<UIImage?>()
            let ended = Gate()
            fixture.images.run {
                _ = PHImageManager.default().requestLivePhoto(
                    for: asset, targetSize: CGSize(width: 200, height: 200), contentMode: .aspectFit, options: options
                ) { livePhoto, _ in
                    pictures.record(livePhoto?.image)
                    ended.open()
                }
            }
            #expect(ended.wait())
            let picture = try #require(pictures.calls.last ?? nil)
            #expect(picture.isHighDynamicRange == prefersHDR)
            #expect(picture.cgImage?.contentHeadroom == (prefersHDR ? Self.content : 1))
        }
    }
}
