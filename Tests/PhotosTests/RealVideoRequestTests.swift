import AVFoundation
import AlbumenTestSupport
import Foundation
import Testing

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// §4.10, §4.11 and §8 with videos and Live Photos of real cameras.
@Suite(.enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)))
struct RealVideoRequestTests {
    let fixture: ResourceFixture

    init() throws {
        fixture = try ResourceFixture()
    }

    private func add(_ folder: String) throws -> [PHAsset] {
        try fixture.importFiles([RealMedia.folder.appending(path: folder)])
    }

    @Test("each video has a player item and an asset of its file", arguments: ["videos", "sidecars"])
    func videos(folder: String) throws {
        let videos = try add(folder).filter { $0.mediaType == .video }
        try #require(!videos.isEmpty)
        for video in videos {
            let options = PHVideoRequestOptions()
            options.version = .original
            let calls = HandlerCalls()
            let items = CallRecorder<Double>()
            let urls = CallRecorder<URL?>()
            let played = HandlerCalls()
            fixture.images.run {
                _ = PHImageManager.default().requestAVAsset(forVideo: video, options: options) { asset, _, info in
                    urls.record((asset as? AVURLAsset)?.url)
                    calls.record(size: asset.map { _ in .zero }, info)
                }
                _ = PHImageManager.default().requestPlayerItem(forVideo: video, options: options) { item, info in
                    items.record(item?.asset.duration.seconds ?? -1)
                    played.record(size: item.map { _ in .zero }, info)
                }
            }
            try #require(calls.waitForLast() && played.waitForLast())
            fixture.images.queue.sync {}
            let name = try #require(video.value(forKey: "filename") as? String)
            #expect(calls.all.map(\.errorCode) == [nil] && played.all.map(\.errorCode) == [nil], "\(name)")
            #expect(urls.calls.first??.lastPathComponent == name)
            #expect(abs((items.calls.first ?? -1) - video.duration) < 0.1, "\(name): \(items.calls)")
        }
    }

    @Test(
        "the bytes of each resource are those of its file",
        arguments: ["videos", "live-photos", "bursts", "motion-photos", "special"])
    func resources(folder: String) throws {
        let assets = try add(folder)
        try #require(!assets.isEmpty)
        let files = try #require(
            FileManager.default.enumerator(
                at: RealMedia.folder.appending(path: folder), includingPropertiesForKeys: nil))
        var known: [String: [Data]] = [:]
        for case let file as URL in files where !file.hasDirectoryPath {
            known[file.lastPathComponent, default: []].append(try Data(contentsOf: file))
        }
        for asset in assets {
            for resource in fixture.resources(of: asset) {
                let data = try fixture.data(of: resource).get()
                // The video of a motion photo is a part of the photo's file.
                let isKnown =
                    known[resource.name]?.contains(data)
                    ?? (resource.type == .pairedVideo && known.values.joined().contains { $0.range(of: data) != nil })
                #expect(isKnown, "\(resource.name)")
                #expect(resource.fileSize == Int64(data.count) && resource.isLocallyAvailable)
                let copy = fixture.folder.file("\(UUID().uuidString)-\(resource.name)")
                #expect(try fixture.write(resource, to: copy) == nil)
                #expect(try Data(contentsOf: copy) == data)
            }
        }
    }

    @Test("each pair is a Live Photo, from the library and from its files")
    func pairs() throws {
        let livePhotos = try add("live-photos").filter { $0.mediaSubtypes.contains(.photoLive) }
        try #require(livePhotos.count >= 3)
        for asset in livePhotos {
            let name = asset.value(forKey: "filename") as? String ?? ""
            let results = CallRecorder<PHLivePhoto?>()
            let calls = HandlerCalls()
            fixture.images.run {
                _ = PHImageManager.default().requestLivePhoto(
                    for: asset, targetSize: CGSize(width: 300, height: 300), contentMode: .aspectFit, options: nil
                ) { livePhoto, info in
                    results.record(livePhoto)
                    calls.record(size: livePhoto?.size, info)
                }
            }
            try #require(calls.waitForLast())
            #expect(calls.all.last?.errorCode == nil, "\(name)")
            let livePhoto = try #require(results.calls.last ?? nil)
            let longSide = Double(min(300, max(asset.pixelWidth, asset.pixelHeight)))
            #expect(Double(max(livePhoto.size.width, livePhoto.size.height)) == longSide, "\(name)")
            let urls = PHAssetResource.assetResources(for: livePhoto).map { resource in
                fixture.folder.file("\(UUID().uuidString)-\(resource.name)")
            }
            for (resource, url) in zip(PHAssetResource.assetResources(for: livePhoto), urls) {
                #expect(try fixture.write(resource, to: url) == nil)
            }
            let ended = Gate()
            let made = CallRecorder<PHLivePhoto?>()
            fixture.images.run {
                _ = PHLivePhoto.request(
                    withResourceFileURLs: urls, placeholderImage: nil, targetSize: .zero, contentMode: .aspectFit
                ) { livePhoto, info in
                    if info[PHLivePhotoInfoIsDegradedKey] as? Bool == false {
                        made.record(livePhoto)
                        ended.open()
                    }
                }
            }
            try #require(ended.wait())
            let size = try #require(made.calls.last ?? nil).size
            #expect(size == CGSize(width: asset.pixelWidth, height: asset.pixelHeight), "\(name)")
        }
    }
}
