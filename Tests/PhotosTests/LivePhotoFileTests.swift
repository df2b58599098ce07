import AlbumenTestSupport
import Foundation
import Synchronization
import Testing
import UIKit

@testable import Photos

/// §4.11.2: Live Photos of two files.
@Suite struct LivePhotoFileTests {
    private struct Call: Sendable {
        var livePhoto: PHLivePhoto?
        var isDegraded: Bool?
        var isCancelled: Bool
        var error: NSError?
    }

    let fixture: ResourceFixture

    init() throws {
        fixture = try ResourceFixture()
    }

    private func request(
        _ urls: [URL], placeholder: UIImage? = nil, _ size: CGSize = .zero, cancels: Bool = false
    ) throws -> [Call] {
        let calls = CallRecorder<Call>()
        let isReleased = Gate()
        fixture.images.run {
            let lifetime = LifetimeGate(isReleased)
            let number = PHLivePhoto.request(
                withResourceFileURLs: urls, placeholderImage: placeholder, targetSize: size, contentMode: .aspectFit
            ) { livePhoto, info in
                let call = Call(
                    livePhoto: livePhoto, isDegraded: info[PHLivePhotoInfoIsDegradedKey] as? Bool,
                    isCancelled: info[PHLivePhotoInfoCancelledKey] as? Bool ?? false,
                    error: info[PHLivePhotoInfoErrorKey] as? NSError)
                withExtendedLifetime(lifetime) { calls.record(call) }
            }
            #expect(number != PHLivePhotoRequestIDInvalid)
            if cancels { PHLivePhoto.cancelRequest(withRequestID: number) }
        }
        // No further call can come.
        try #require(isReleased.wait())
        return calls.calls
    }

    @Test("a degraded result with the placeholder comes first, then the Live Photo", arguments: [true, false])
    func pair(isVideoFirst: Bool) throws {
        let (photo, video) = try fixture.writePair("A0A0A0A0")
        let placeholder = try #require(UIImage(data: SampleMedia.png()))
        let calls = try request(isVideoFirst ? [video, photo] : [photo, video], placeholder: placeholder)
        #expect(calls.map(\.isDegraded) == [true, false])
        #expect(calls[0].livePhoto?.image === placeholder)
        let livePhoto = try #require(calls[1].livePhoto)
        #expect(livePhoto.size == CGSize(width: 640, height: 480))
        let resources = PHAssetResource.assetResources(for: livePhoto)
        #expect(resources.map(\.type) == [.photo, .pairedVideo])
        #expect(resources.allSatisfy { $0.assetLocalIdentifier.isEmpty && $0.isLocallyAvailable })
        #expect(try fixture.data(of: resources[0]).get() == Data(contentsOf: photo))
        #expect(try fixture.data(of: resources[1], access: "denied").get() == Data(contentsOf: video))
        #expect(resources[1].fileSize == Int64(try Data(contentsOf: video).count))
        let small = try #require(try request([photo, video], CGSize(width: 64, height: 64)).last?.livePhoto)
        #expect(small.size == CGSize(width: 64, height: 48))
        // Coding keeps the places of the files.
        let data = try NSKeyedArchiver.archivedData(withRootObject: small, requiringSecureCoding: true)
        let decoded = try #require(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: PHLivePhoto.self, from: data))
        #expect(PHAssetResource.assetResources(for: decoded).map(\.name) == ["IMG_1.JPG", "IMG_1.MOV"])
        try FileManager.default.removeItem(at: video)
        let vanished = try? NSKeyedUnarchiver.unarchivedObject(ofClass: PHLivePhoto.self, from: data)
        #expect(vanished == nil)
    }

    @Test("files that aren't a pair fail with the reason, and no Live Photo")
    func noPair() throws {
        let (photo, video) = try fixture.writePair("A0A0A0A0", videoIdentifier: "B1B1B1B1")
        let mismatched = try request([photo, video])
        let complete = mismatched.compactMap(\.livePhoto).filter { !PHAssetResource.assetResources(for: $0).isEmpty }
        #expect(complete.isEmpty)
        let error = try #require(mismatched.last?.error)
        #expect(error.domain == PHPhotosErrorDomain && error.code == -1)
        for text in ["A0A0A0A0", "B1B1B1B1", "IMG_1.JPG", "IMG_1.MOV"] {
            #expect(error.localizedDescription.contains(text))
        }
        func code(_ urls: [URL]) throws -> Int? { try request(urls).last?.error?.code }
        #expect(try code([photo, photo]) == 3302)
        #expect(try code([photo]) == 3302)
        #expect(try code([]) == 3302)
        #expect(try code([photo, fixture.folder.file("missing.mov")]) == 3302)
        #expect(try code([photo, try fixture.folder.write(Data("words".utf8), to: "a.txt")]) == 3302)
    }

    @Test("cancelling calls the handler once, with the key and 3072")
    func cancel() throws {
        let (photo, video) = try fixture.writePair("A0A0A0A0")
        let calls = try request([photo, video], cancels: true)
        #expect(calls.last?.isCancelled == true && calls.last?.livePhoto == nil && calls.last?.error?.code == 3072)
        #expect(calls.filter { $0.isDegraded != true }.count == 1)
        PHLivePhoto.cancelRequest(withRequestID: PHLivePhotoRequestIDInvalid)
    }
}
