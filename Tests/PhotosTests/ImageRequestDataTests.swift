import AlbumenGraphics
import AlbumenTestSupport
import Foundation
import MediaRequests
import Pixels
import Synchronization
import Testing
import UIKit

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// §4.8: the bytes of an image's file.
@Suite struct ImageRequestDataTests {
    private struct Answer: Sendable {
        var data: Data?
        var type: String?
        var orientation: CGImagePropertyOrientation
        var fileURL: URL?
        var fileType: String?
    }

    let fixture: ImageRequestFixture

    init() throws {
        fixture = try ImageRequestFixture()
    }

    @Test(
        "the handler is called once with the imported bytes, on the callback queue or synchronously",
        arguments: [true, false])
    func bytes(isSynchronous: Bool) throws {
        let bytes = try SampleMedia.photograph(width: 200, height: 150, comment: "kept")
        let asset = try fixture.add("IMG_1.JPG", bytes, width: 200, height: 150)
        let (answer, calls) = try request(asset) { $0.isSynchronous = isSynchronous }
        try #require(calls.count == 1)
        #expect(calls[0].place == (isSynchronous ? .caller : .queue))
        #expect(calls[0].isEarly || !isSynchronous)
        #expect(calls[0].isDegraded == false)
        #expect(calls[0].number != nil)
        #expect(answer.data == bytes)
        #expect(answer.type == "public.jpeg")
        #expect(answer.fileType == "public.jpeg")
        #expect(answer.orientation == .up)
    }

    @Test("the bytes have the photo's properties, as an image source and a `CIImage` read them (§10.18)")
    func properties() throws {
        let bytes = NSMutableData()
        let destination = try #require(CGImageDestinationCreateWithData(bytes, "public.jpeg", 1, nil))
        let exif = [kCGImagePropertyExifLensModel: "Lens", kCGImagePropertyExifBodySerialNumber: "42"]
        CGImageDestinationAddImage(
            destination, CGImage(SampleBitmap.gradient(width: 64, height: 48)),
            [kCGImagePropertyExifDictionary: exif, kCGImagePropertyOrientation: 6] as [CFString: Any] as CFDictionary)
        try #require(CGImageDestinationFinalize(destination))
        let asset = try fixture.add("IMG_1.JPG", bytes as Data, width: 48, height: 64)
        let data = try #require(try request(asset) { $0.isSynchronous = true }.answer.data)
        let source = try #require(CGImageSourceCreateWithData(data as CFData, nil))
        let properties = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [String: Any])
        let read = try #require(properties["{Exif}"] as? [String: Any])
        #expect(read["LensModel"] as? String == "Lens" && read["BodySerialNumber"] as? String == "42")
        #expect(properties["Orientation"] as? Int == 6)
        let image = try #require(CIImage(data: data))
        #expect(NSDictionary(dictionary: image.properties) == NSDictionary(dictionary: properties))
    }

    @Test("the file's URL has its name and is readable (§4.6.3)")
    func fileURL() throws {
        let bytes = SampleMedia.jpeg()
        for name in ["IMG_1.JPG", "Ein Bild (2) – 照片.JPG", "IMG_1.JPG"] {
            let asset = try fixture.add(name, bytes, width: 64, height: 48)
            var name: String?
            var data: Data?
            fixture.run {
                _ = PHImageManager.default().requestImageData(
                    for: asset, options: fixture.options { $0.isSynchronous = true }
                ) { _, _, _, info in
                    let url = info!["PHImageFileURLKey"] as! NSURL
                    name = url.lastPathComponent
                    data = try? Data(contentsOf: url as URL)
                }
            }
            #expect(name == asset.value(forKey: "filename") as? String)
            #expect(data == bytes)
        }
    }

    @Test(
        "an invalid filename cannot leave the folder", arguments: ["../../x.JPG", ".."])
    func hostileName(name: String) throws {
        let bytes = SampleMedia.jpeg(comment: name)
        let asset = try fixture.add(name, bytes, width: 64, height: 48)
        let (answer, _) = try request(asset) { $0.isSynchronous = true }
        #expect(answer.data == bytes)
        let url = try #require(answer.fileURL)
        #expect(url.path.hasPrefix(fixture.temporary.folder.path))
        #expect(try Data(contentsOf: url) == bytes)
    }

    @Test("the orientation is reported as EXIF's and as UIKit's", arguments: 1...8)
    func orientation(number: UInt16) throws {
        var exif = SampleMedia.Exif()
        exif.orientation = number
        let asset = try fixture.add(
            "IMG_\(number).JPG", SampleMedia.jpeg(exif: exif), width: number < 5 ? 64 : 48, height: number < 5 ? 48 : 64
        )
        let (answer, _) = try request(asset) { $0.isSynchronous = true }
        #expect(answer.orientation.rawValue == UInt32(number))
        var older: UIImage.Orientation?
        fixture.run {
            _ = PHImageManager.default().requestImageData(
                for: asset, options: fixture.options { $0.isSynchronous = true }
            ) { _, _, orientation, _ in older = orientation }
        }
        let names: [UIImage.Orientation] = [
            .up, .upMirrored, .down, .downMirrored, .leftMirrored, .right, .rightMirrored, .left,
        ]
        #expect(older == names[Int(number) - 1])
    }

    @Test("§4.5: for a RAW with a JPEG, the original is the RAW, and other versions are the JPEG")
    func versions() throws {
        let raw = Data("raw".utf8)
        let jpeg = SampleMedia.jpeg()
        _ = try fixture.add("IMG_1.DNG", raw, width: 64, height: 48) {
            $0.isRAW = true
            $0.uniformTypeIdentifier = "com.adobe.raw-image"
        }
        let asset = try fixture.add("IMG_1.JPG", jpeg, width: 64, height: 48)
        #expect(try request(asset) { $0.version = .current }.answer.data == jpeg)
        #expect(try request(asset) { $0.version = .unadjusted }.answer.data == jpeg)
        let (original, _) = try request(asset) { $0.version = .original }
        #expect(original.data == raw)
        #expect(original.type == "com.adobe.raw-image")
        #expect(original.fileURL?.lastPathComponent == "IMG_1.DNG")
    }

    @Test("a video has no image data: error 3306", arguments: [true, false])
    func video(isSynchronous: Bool) throws {
        let asset = try fixture.add("IMG_1.MOV", Data("movie".utf8), width: 64, height: 48) {
            $0.kind = .video
            $0.uniformTypeIdentifier = "com.apple.quicktime-movie"
        }
        let (answer, calls) = try request(asset) { $0.isSynchronous = isSynchronous }
        #expect(answer.data == nil && answer.type == nil && answer.fileURL == nil)
        #expect(calls.map(\.errorCode) == [3306])
    }

    @Test("lost bytes are an error", arguments: [true, false])
    func lostBytes(isSynchronous: Bool) throws {
        let asset = try fixture.addPhotograph()
        try fixture.removeOriginal(of: asset)
        let (answer, calls) = try request(asset) { $0.isSynchronous = isSynchronous }
        #expect(answer.data == nil)
        #expect(calls.map(\.errorCode) == [3303])
    }

    private func request(
        _ asset: PHAsset, _ change: (PHImageRequestOptions) -> Void
    ) throws -> (answer: Answer, calls: [HandlerCall]) {
        let calls = HandlerCalls()
        let answers = Mutex<[Answer]>([])
        let number = fixture.run {
            PHImageManager.default().requestImageDataAndOrientation(for: asset, options: fixture.options(change)) {
                data, type, orientation, info in
                let answer = Answer(
                    data: data, type: type, orientation: orientation, fileURL: info?["PHImageFileURLKey"] as? URL,
                    fileType: info?["PHImageFileUTIKey"] as? String)
                answers.withLock { $0.append(answer) }
                calls.record(size: data.map { _ in .zero }, info)
            }
        }
        calls.requestReturned(number)
        try #require(calls.waitForLast())
        fixture.queue.sync {}
        return (try #require(answers.withLock { $0 }.first), calls.all)
    }
}
