import Albumen
import AlbumenGraphics
import AlbumenTestSupport
import Catalog
import Foundation
import MediaRequests
import Pixels
import Testing
import UIKit

@testable import Photos

/// §4.3, §4.4 with photos and videos from real cameras.
@Suite(.enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)))
struct RealImageRequestTests {
    private let fixture: ImageRequestFixture

    init() throws {
        fixture = try ImageRequestFixture()
    }

    @Test(
        "each file of each format returns the sizes of §4.4 in all resize and content modes",
        arguments: ["formats", "heic", "raw", "special", "videos", "motion-photos", "live-photos", "orientation-heif"])
    func everyFormat(folder: String) throws {
        let assets = try add(folder)
        try #require(!assets.isEmpty)
        for asset in assets {
            let whole = PixelSize(width: asset.pixelWidth, height: asset.pixelHeight)
            let name = asset.value(forKey: "filename") as? String ?? ""
            let calls = try fixture.request(asset, 300, fixture.options { $0.resizeMode = .exact })
            guard let last = calls.last, last.errorCode == nil else {
                Issue.record("\(name): \(calls)")
                continue
            }
            #expect((1...2).contains(calls.count), "\(name)")
            #expect(calls.dropLast().allSatisfy { $0.isDegraded == true }, "\(name)")
            #expect(last.isDegraded == false, "\(name)")
            for resizeMode in [PHImageRequestOptionsResizeMode.none, .fast, .exact] {
                for contentMode in [PHImageContentMode.aspectFit, .aspectFill] {
                    let target = CGSize(width: 240, height: 180)
                    let expected = try #require(
                        ImageLayout(
                            source: whole, target: target,
                            contentMode: contentMode == .aspectFit ? .aspectFit : .aspectFill,
                            resizeMode: resizeMode == .none ? .none : resizeMode == .fast ? .fast : .exact))
                    let made = fixture.image(of: asset, target, contentMode) { $0.resizeMode = resizeMode }
                    #expect(
                        made?.size == CGSize(width: expected.size.width, height: expected.size.height),
                        "\(name), \(resizeMode), \(contentMode)")
                }
            }
        }
    }

    @Test(
        "§4.4.7: all eight orientations return the same upright image",
        arguments: [
            "Landscape", "Portrait",
        ])
    func orientations(name: String) throws {
        let file = RealMedia.folder.appending(path: "orientation-jpeg")
        let names = try FileManager.default.contentsOfDirectory(atPath: file.path)
            .filter { $0.hasPrefix("\(name)_") && $0.hasSuffix(".jpg") }
        let assets = try add("orientation-jpeg").filter { asset in
            names.contains(asset.value(forKey: "filename") as? String ?? "")
        }
        try #require(assets.count >= 2)
        var first: Bitmap?
        for asset in assets {
            let upright = try #require(
                fixture.image(of: asset, CGSize(width: 120, height: 120), .aspectFit) { $0.resizeMode = .exact })
            let bitmap = try #require(upright.cgImage?.bitmap)
            #expect(max(bitmap.width, bitmap.height) == 120)
            #expect((bitmap.width > bitmap.height) == (name == "Landscape"))
            // The upper left quarter, cropped from the upright picture.
            let quarter = fixture.image(of: asset, CGSize(width: 60, height: 60), .aspectFit) {
                $0.resizeMode = .exact
                $0.normalizedCropRect = CGRect(x: 0, y: 0, width: 0.5, height: 0.5)
            }
            #expect(quarter.map { max($0.size.width, $0.size.height) } == 60)
            if let first {
                #expect(bitmap.size == first.size)
                #expect(bitmap.meanDifference(from: first) < 6, "\(asset.value(forKey: "filename") ?? "")")
            } else {
                first = bitmap
            }
        }
    }

    private func add(_ folder: String) throws -> [PHAsset] {
        _ = try fixture.temporary.importPaths([RealMedia.folder.appending(path: folder).path])
        return fixture.run {
            let options = PHFetchOptions()
            options.includeAllBurstAssets = true
            let assets = PHAsset.fetchAssets(with: options)
            return assets.objects(at: IndexSet(0..<assets.count))
        }
    }
}

extension Bitmap {
    /// The mean over all values of all pixels.
    fileprivate func meanDifference(from other: Bitmap) -> Double {
        var sum = 0
        for y in 0..<height {
            for x in 0..<width {
                let (mine, its) = (colour(x: x, y: y), other.colour(x: x, y: y))
                sum += abs(Int(mine.red) - Int(its.red)) + abs(Int(mine.green) - Int(its.green))
                sum += abs(Int(mine.blue) - Int(its.blue))
            }
        }
        return Double(sum) / Double(max(1, width * height * 3))
    }
}
