import AlbumenTestSupport
import Foundation
import Testing
import UIKit

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// Properties that clients read by key (§8.7).
@Suite struct KeyValueCodingTests {
    let fixture: ImageRequestFixture

    init() throws {
        fixture = try ImageRequestFixture()
    }

    private func turnedPhoto(_ orientation: UInt16 = 6) throws -> PHAsset {
        var exif = SampleMedia.Exif()
        exif.orientation = orientation
        return try fixture.add("IMG_1.JPG", SampleMedia.jpeg(exif: exif), width: 48, height: 64)
    }

    /// Returns all keys that clients are known to read, from the table beside the project if it exists.
    private static func clientKeys() throws -> Set<String> {
        var keys: Set = [
            "filename", "fileSize", "locallyAvailable", "directory", "isCloudPlaceholder", "orientation",
            "uniformTypeIdentifier", "originalFilename", "adjustmentTimestamp", "isCurrent",
        ]
        let table = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../shared/spec/client-usage.tsv").standardizedFileURL
        if FileManager.default.fileExists(atPath: table.path) {
            let text = try String(contentsOf: table, encoding: .utf8)
            let found = text.matches(of: #/value\(forKey:"(\w+)"\)/#).map { String($0.1) }
            #expect(!found.isEmpty)
            keys.formUnion(found)
        }
        return keys
    }

    @Test("assets and resources support all keys that clients read, by key and by selector")
    func clientKeys() throws {
        let asset = try turnedPhoto()
        try fixture.run {
            let resource = try #require(PHAssetResource.assetResources(for: asset).first)
            for key in try Self.clientKeys() {
                let selector = NSSelectorFromString(key)
                #expect(asset.responds(to: selector) || resource.responds(to: selector), "\(key)")
                if asset.responds(to: selector) {
                    let hasValue = asset.value(forKey: key) != nil
                    // No asset has been edited yet.
                    #expect(hasValue == (key != "adjustmentTimestamp"), "\(key)")
                    #expect((asset.perform(selector) != nil) == hasValue, "\(key)")
                }
                if resource.responds(to: selector) {
                    #expect(resource.value(forKey: key) != nil, "\(key)")
                    #expect(resource.perform(selector) != nil, "\(key)")
                }
            }
        }
    }

    @Test("the directory is the original's folder, relative to the library")
    func directory() throws {
        let asset = try turnedPhoto()
        try fixture.run {
            let directory = try #require(asset.value(forKey: "directory") as? String)
            #expect(directory.wholeMatch(of: #/originals/[0-9a-f]{2}/#) != nil)
            let folder = fixture.temporary.folder.appending(path: directory)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
        }
    }

    @Test("the orientation is EXIF's, and an empty asset has neither", arguments: [1, 3, 6, 8])
    func orientation(number: UInt16) throws {
        let asset = try turnedPhoto(number)
        fixture.run {
            #expect(asset.value(forKey: "orientation") as? Int == Int(number))
            #expect(PHAsset().value(forKey: "orientation") as? Int == nil)
            #expect(PHAsset().value(forKey: "directory") as? String == nil)
        }
    }

    @Test("a selector's value is an object that outlives its owner, and is released after many more")
    func selectors() throws {
        let asset = try turnedPhoto()
        fixture.run {
            let name = asset.perform(NSSelectorFromString("filename"))
            #expect(name?.takeUnretainedValue() as? String == "IMG_1.JPG")
            #expect(asset.perform("pixelWidth")?.takeUnretainedValue() as? Int == 48)
            #expect(asset.perform("creationDate")?.takeUnretainedValue() as? Date == asset.creationDate)
            #expect(asset.perform("burstIdentifier") == nil)
            #expect(asset.responds(to: "localIdentifier") && asset.responds(to: "isFavorite"))
            #expect(!asset.responds(to: "setFavorite:") && !asset.responds(to: "assetCollectionType"))
            #expect(PHAssetCollection().responds(to: "assetCollectionType"))
            #expect(PHCollectionList().responds(to: "localizedTitle"))
        }
        weak var kept: NSString?
        do {
            class Named: PHAsset, @unchecked Sendable {
                let name = NSString(string: "kept")
                override func value(forKey key: String) -> Any? { name }
            }
            func perform() -> Unmanaged<AnyObject>? {
                let asset = Named()
                kept = asset.name
                return asset.perform("filename")
            }
            #expect(perform()?.takeUnretainedValue() as? String == "kept")
        }
        for _ in 0..<SelectorResults.capacity { asset.perform("localIdentifier") }
        #expect(kept == nil)
    }

    @Test("an unknown selector stops the program with its name")
    func unknownSelector() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                PHAsset().perform(NSSelectorFromString("nonsense"))
            })
        let output = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(output.contains("PHAsset does not respond to nonsense."))
    }

    @Test("a mock's overridden value is returned by its selector")
    func mocks() {
        class Named: PHAsset, @unchecked Sendable {
            override func value(forKey key: String) -> Any? {
                key == "filename" ? "mock.jpg" : super.value(forKey: key)
            }
        }
        #expect(Named().perform("filename")?.takeUnretainedValue() as? String == "mock.jpg")
    }
}
