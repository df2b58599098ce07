import AlbumenTestSupport
import Foundation
import Pixels
import Testing
import UIKit
import UniformTypeIdentifiers

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// Assets that apps create (§5.2).
@Suite struct AssetCreationTests {
    let fixture: PhotoKitFixture
    private let folder: TemporaryFolder
    private let photo: URL

    init() throws {
        fixture = try PhotoKitFixture()
        folder = try TemporaryFolder()
        photo = try folder.write(SampleMedia.jpeg(width: 64, height: 48), to: "DSC_1.JPG")
    }

    private func create(_ make: @escaping () -> PHAssetChangeRequest?) throws -> PHAsset {
        var placeholder: PHObjectPlaceholder?
        try fixture.change { placeholder = make()?.placeholderForCreatedAsset }
        let identifier = try #require(placeholder).localIdentifier
        let asset = try fixture.asset(identifier)
        #expect(asset.isEqual(placeholder) && placeholder?.isEqual(asset) == true, "§3.7")
        #expect(asset.hash == placeholder?.hash)
        return asset
    }

    private func resources(_ asset: PHAsset) -> [String] {
        PHAssetResource.assetResources(for: asset).map { "\($0.type) \($0.name)" }
    }

    @Test("§5.2.1: an image file becomes an asset and keeps its place")
    func image() throws {
        let asset = try create { PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: photo) }
        #expect(asset.mediaType == .image)
        #expect(asset.pixelWidth == 64)
        #expect(resources(asset) == ["photo DSC_1.JPG"])
        #expect(FileManager.default.fileExists(atPath: photo.path))
    }

    @Test("§5.2.1: a video file becomes an asset")
    func video() throws {
        let movie = try folder.write(SampleMedia.movie(), to: "MVI_1.MOV")
        let asset = try create { PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: movie) }
        #expect(asset.mediaType == .video)
        #expect(asset.duration == 1)
        #expect(resources(asset) == ["video MVI_1.MOV"])
    }

    @Test("§5.2.1: a UIImage becomes a JPEG with a generated name")
    func picture() throws {
        let bitmap = SampleBitmap.gradient(width: 20, height: 10)
        let asset = try create { PHAssetChangeRequest.creationRequestForAsset(from: UIImage(bitmap)) }
        #expect(asset.pixelWidth == 20)
        #expect(asset.contentType == .jpeg)
        #expect(resources(asset) == ["photo IMG_\(asset.localIdentifier.prefix(8)).JPG"])
        #expect(
            try fixture.failure { PHAssetChangeRequest.creationRequestForAsset(from: UIImage()) } == .invalidResource)
    }

    @Test("§5.2.1: without a readable regular file there is no request")
    func noFile() throws {
        let pipe = folder.file("pipe.jpg")
        try #require(mkfifo(pipe.path, 0o600) == 0)
        let remote = try #require(URL(string: "https://example.org/a.jpg"))
        try fixture.change {
            for url in [folder.file("none.jpg"), folder.url, pipe, remote] {
                #expect(PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: url) == nil)
                #expect(PHAssetCreationRequest.creationRequestForAssetFromVideo(atFileURL: url) == nil)
            }
        }
        #expect(fixture.assets().isEmpty)
    }

    @Test("§5.2.3: the request's properties apply to the new asset")
    func settings() throws {
        let asset = try create {
            let request = PHAssetCreationRequest.forAsset()
            request.isFavorite = true
            request.addResource(with: .photo, fileURL: photo, options: nil)
            request.creationDate = Date(timeIntervalSinceReferenceDate: 1234)
            request.location = CLLocation(latitude: 10, longitude: 20)
            request.caption = "Made"
            request.rating = .five
            #expect(request.isFavorite)
            #expect(request.caption == "Made")
            return request
        }
        #expect(asset.isFavorite)
        #expect(asset.creationDate == Date(timeIntervalSinceReferenceDate: 1234))
        #expect(asset.location?.coordinate.longitude == 20)
        #expect(asset.extendedMetadata.caption == "Made")
        #expect(asset.rating == .five)
    }

    @Test("§5.2.5: a photo with its RAW can be created from data, with filenames from options")
    func options() throws {
        let options = PHAssetResourceCreationOptions()
        options.originalFilename = "beach.png"
        options.uniformTypeIdentifier = "public.png"
        #expect(options.contentType == .png)
        let copy = try #require(options.copy() as? PHAssetResourceCreationOptions)
        let asset = try create {
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .photo, data: SampleMedia.png(), options: options)
            // Options are read at once.
            options.originalFilename = "changed.png"
            request.addResource(with: .alternatePhoto, fileURL: photo, options: nil)
            return request
        }
        #expect(resources(asset) == ["photo beach.png", "alternatePhoto DSC_1.JPG"])
        #expect(copy.originalFilename == "beach.png")
        #expect(copy.contentType == .png)
    }

    @Test("data without a filename gets one")
    func madeName() throws {
        let asset = try create {
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .photo, data: SampleMedia.png(), options: nil)
            return request
        }
        #expect(asset.extendedMetadata.originalFilename == "IMG_\(asset.localIdentifier.prefix(8)).PNG")
    }

    @Test("§5.2.6: a moved file is deleted after success and stays if the block fails")
    func moving() throws {
        let options = PHAssetResourceCreationOptions()
        options.shouldMoveFile = true
        let failure = try fixture.failure {
            PHAssetCreationRequest.forAsset().addResource(with: .photo, fileURL: photo, options: options)
            PHAssetChangeRequest(for: PHAsset()).isHidden = true
        }
        #expect(failure == .changeNotSupported)
        #expect(FileManager.default.fileExists(atPath: photo.path))
        _ = try create {
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .photo, fileURL: photo, options: options)
            return request
        }
        #expect(!FileManager.default.fileExists(atPath: photo.path))
    }

    @Test("§5.2.6: a file that is open isn't moved, and stays as it is")
    func movingAnOpenFile() throws {
        let options = PHAssetResourceCreationOptions()
        options.shouldMoveFile = true
        let bytes = try Data(contentsOf: photo)
        let handle = try FileHandle(forUpdating: photo)
        let failure = try fixture.failure {
            PHAssetCreationRequest.forAsset().addResource(with: .photo, fileURL: photo, options: options)
        }
        #expect(failure == .invalidResource)
        #expect(try Data(contentsOf: photo) == bytes && fixture.assets().isEmpty)
        try handle.close()
        _ = try create {
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .photo, fileURL: photo, options: options)
            return request
        }
        #expect(!FileManager.default.fileExists(atPath: photo.path))
    }

    @Test("a location keeps its speed, course, accuracies and time")
    func movement() throws {
        let location = CLLocation(
            coordinate: CLLocationCoordinate2D(latitude: 48.1, longitude: 11.5), altitude: 520, horizontalAccuracy: 8,
            verticalAccuracy: 3, course: 271.5, courseAccuracy: 2, speed: 13.9, speedAccuracy: 0.5,
            timestamp: Date(timeIntervalSinceReferenceDate: 700_000_000.25))
        let asset = try create {
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .photo, fileURL: photo, options: nil)
            request.location = location
            return request
        }
        let stored = try #require(asset.location)
        #expect(stored.coordinate.latitude == 48.1 && stored.coordinate.longitude == 11.5 && stored.altitude == 520)
        #expect(stored.horizontalAccuracy == 8 && stored.verticalAccuracy == 3)
        #expect(stored.course == 271.5 && stored.courseAccuracy == 2)
        #expect(stored.speed == 13.9 && stored.speedAccuracy == 0.5 && stored.timestamp == location.timestamp)
    }

    @Test("§5.2.5: the combinations of resources that make an asset")
    func supportedTypes() {
        func supports(_ types: PHAssetResourceType...) -> Bool {
            PHAssetCreationRequest.supportsAssetResourceTypes(types.map { $0.rawValue as NSNumber })
        }
        #expect(supports(.photo))
        #expect(supports(.video))
        #expect(supports(.pairedVideo, .photo))
        #expect(supports(.photo, .alternatePhoto))
        #expect(supports(.photo, .pairedVideo, .alternatePhoto), "A Live Photo in Apple ProRAW.")
        #expect(!supports())
        #expect(!supports(.fullSizePhoto))
        #expect(!supports(.audio))
        #expect(!supports(.photo, .video))
        #expect(!PHAssetCreationRequest.supportsAssetResourceTypes([1, 999]))
    }

    @Test("§5.2.4: after the block, an invalid file fails with 3302 and a missing one with 3303")
    func badFiles() throws {
        let text = try folder.write(Data("no picture".utf8), to: "note.jpg")
        func failure(_ type: PHAssetResourceType, _ url: URL) throws -> PHPhotosError.Code? {
            try fixture.failure {
                PHAssetCreationRequest.forAsset().addResource(with: type, fileURL: url, options: nil)
            }
        }
        #expect(try failure(.photo, text) == .invalidResource)
        #expect(try failure(.video, photo) == .invalidResource)
        #expect(try failure(.photo, try #require(URL(string: "https://example.org/a.jpg"))) == .invalidResource)
        #expect(try failure(.photo, folder.file("none.jpg")) == .missingResource)
        #expect(try fixture.failure { _ = PHAssetCreationRequest.forAsset() } == .missingResource)
        #expect(try failure(.fullSizePhoto, photo) == .missingResource)
        #expect(fixture.assets().isEmpty)
    }

    @Test("§5.2.7: a photo and a video of different Live Photos fail with -1")
    func mismatchedPair() throws {
        let movie = try folder.write(SampleMedia.movie(), to: "DSC_1.MOV")
        let failure = try fixture.failure {
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .photo, fileURL: photo, options: nil)
            request.addResource(with: .pairedVideo, fileURL: movie, options: nil)
        }
        #expect(failure == .internalError)
    }

    @Test("a resource can only be added to a new asset")
    func noTarget() throws {
        let asset = try create { PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: photo) }
        let failure = try fixture.failure {
            PHAssetCreationRequest(for: asset).addResource(with: .photo, fileURL: photo, options: nil)
        }
        #expect(failure == .changeNotSupported)
    }

    @Test("known bytes create another asset, also if the first is in Recently Deleted")
    func sameBytes() throws {
        let first = try create { PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: photo) }
        let second = try create { PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: photo) }
        #expect(first != second)
        try fixture.change { PHAssetChangeRequest.deleteAssets([first, second] as NSArray) }
        let third = try create { PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: photo) }
        #expect(fixture.assets() == [third])
    }

    @Test("§5.2.2, §5.2.8: an asset can be added to an album of the same block")
    func placeholders() throws {
        var asset: PHObjectPlaceholder?
        var album: PHObjectPlaceholder?
        try fixture.change {
            let request = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: photo)
            let albumRequest = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Trip")
            asset = request?.placeholderForCreatedAsset
            album = albumRequest.placeholderForCreatedAssetCollection
            albumRequest.addAssets([asset].compactMap { $0 } as NSArray)
            // Set after the asset was added: the asset has all properties that its request has at the end of the block.
            request?.isFavorite = true
        }
        let fetched = try fixture.album(try #require(album).localIdentifier)
        #expect(fetched.isEqual(album))
        #expect(fixture.members(fetched) == [try #require(asset).localIdentifier])
        #expect(fixture.assets().first?.isFavorite == true)
    }

    @Test("class methods return the class that they are called on, also a subclass with an initialiser of its own")
    func subclasses() throws {
        final class Tagged: PHAssetCreationRequest {
            var tag: Int
            init(tag: Int) {
                self.tag = tag
                super.init()
            }
            override class func newRequest() -> PHChangeRequest { Tagged(tag: 0) }
        }
        try fixture.change {
            let request = Tagged.creationRequestForAssetFromImage(atFileURL: photo)
            request?.tag = 1
            request?.isFavorite = true
            #expect(request?.tag == 1)
            let video: PHAssetCreationRequest = PHAssetCreationRequest.creationRequestForAsset(
                from: UIImage(SampleBitmap.plain(width: 2, height: 2)))
            #expect(video.placeholderForCreatedAsset != nil)
        }
        #expect(fixture.assets().count == 2)
    }

    @Test("a class method of a subclass that creates no request of its own stops the program and says what to override")
    func subclassWithoutRequest() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                final class Tagged: PHAssetCreationRequest {
                    init(tag: Int) {
                        super.init()
                    }
                }
                try PhotoKitFixture().change { _ = Tagged.forAsset() }
            })
        let output = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(output.contains("newRequest() of Tagged returned a PHAssetCreationRequest"))
    }

    @Test("§5.2.10: adding only needs addOnly and reveals nothing about the library")
    func addOnly() throws {
        let library = fixture.temporary.library
        struct Adding: SimplePrompt {
            func mayUseLibrary(client: String, onlyToAdd: Bool) -> Bool? { onlyToAdd }
            func mayChange(_ request: ConsentRequest, client: String) -> Bool? { nil }
        }
        let session = PhotoLibrarySession(
            environment: ["ALBUMEN_CLIENT": "test"], prompt: Adding(), openLibrary: { library })
        try PhotoLibrarySession.$current.withValue(session) {
            var identifier = ""
            try PHPhotoLibrary.shared().performChangesAndWait {
                let request = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: photo)
                identifier = request?.placeholderForCreatedAsset?.localIdentifier ?? ""
            }
            #expect(PHPhotoLibrary.authorizationStatus(for: .addOnly) == .authorized)
            #expect(PHPhotoLibrary.authorizationStatus(for: .readWrite) == .notDetermined)
            // Creating an album needs more than add-only access, so the user is asked and declines.
            let failure = #expect(throws: PHPhotosError.self) {
                try PHPhotoLibrary.shared().performChangesAndWait {
                    PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Trip")
                }
            }
            #expect(failure?.code == .accessUserDenied)
            #expect(PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).count == 0)
        }
        #expect(fixture.assets().count == 1)
    }

    @Test("§1.3.4: with limited access an app sees the assets that it created")
    func limited() throws {
        try fixture.addPhotos(1)
        try fixture.change(access: "limited") {
            PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: photo)
        }
        fixture.run(access: "limited") {
            let assets = PHAsset.fetchAssets(with: nil).all
            #expect(assets.map(\.pixelWidth) == [64])
        }
    }
}
