extension ClientSource {
    static let livePhotoEditing = ClientSource(
        name: "LivePhotoEditing",
        text: """
            import Photos

            /// Repeats Apple's signatures.
            final class TestEditingContext: PHLivePhotoEditingContext {
                override func prepareLivePhotoForPlayback(
                    withTargetSize targetSize: CGSize, options: [String: Any]? = nil,
                    completionHandler handler: @escaping @Sendable (PHLivePhoto?, (any Error)?) -> Void
                ) { handler(nil, nil) }

                override func livePhotoForPlayback(targetSize: CGSize, options: [String: Any]? = nil) async throws -> PHLivePhoto {
                    throw CancellationError()
                }

                override func saveLivePhoto(
                    to output: PHContentEditingOutput, options: [String: Any]? = nil,
                    completionHandler handler: @escaping @Sendable (Bool, (any Error)?) -> Void
                ) { handler(true, nil) }

                override func saveLivePhoto(to output: PHContentEditingOutput, options: [String: Any]? = nil) async throws {}
            }

            @MainActor
            final class LivePhotoEditor {
                private var context: PHLivePhotoEditingContext?
                private var count = 0

                func render(_ output: PHContentEditingOutput) async throws {
                    guard let context else { return }
                    context.prepareLivePhotoForPlayback(withTargetSize: .zero) { _, _ in
                        Task { @MainActor in self.count += 1 }
                    }
                    context.saveLivePhoto(to: output) { _, _ in
                        Task { @MainActor in self.count += 1 }
                    }
                    _ = try await context.livePhotoForPlayback(targetSize: .zero)
                    try await context.saveLivePhoto(to: output)
                    try await context.saveLivePhoto(to: output, options: ["key": 1])
                }
            }
            """)

    static let callersIsolation = ClientSource(
        name: "CallersIsolation",
        text: """
            import AVFoundation
            import CoreLocation
            import PhotosUI
            import UIKit

            @MainActor
            final class Exporter {
                private var resource = PHAssetResource()
                private var options = PHAssetResourceRequestOptions()
                private var session: AVAssetExportSession?
                private var generator: AVAssetImageGenerator?
                private var player = AVPlayer()
                private var geocoder = CLGeocoder()
                private var provider = NSItemProvider()
                private var image = UIImage()
                private let screen = UIViewController()
                private var inputOptions = PHContentEditingInputRequestOptions()
                private var imageOptions = PHImageRequestOptions()
                private var videoOptions = PHVideoRequestOptions()
                private var livePhotoOptions = PHLivePhotoRequestOptions()
                private var itemOptions: [AnyHashable: Any] = [:]
                private var movie: AVAsset?
                private var count = 0

                func write(to url: URL) async throws {
                    try await PHAssetResourceManager.default().writeData(for: resource, toFile: url, options: options)
                    PHAssetResourceManager.default().writeData(for: resource, toFile: url, options: nil) { _ in
                        Task { @MainActor in self.count += 1 }
                    }
                }

                func export(to url: URL) async throws {
                    await session?.export()
                    try await session?.export(to: url, as: .mov)
                }

                func frame() async throws -> CGImage? {
                    try await generator?.image(at: .zero).image
                }

                func seek() async {
                    _ = await player.seek(to: .zero)
                    _ = await player.currentItem?.seek(to: .zero)
                    _ = await AVCaptureDevice.requestAccess(for: .video)
                }

                func request(_ asset: PHAsset) async throws {
                    _ = try await asset.contentEditingInput(with: inputOptions)
                    let manager = PHImageManager.default()
                    _ = try await manager.image(for: asset, targetSize: .zero, options: imageOptions)
                    _ = try await manager.original(for: asset, options: imageOptions)
                    _ = try await manager.avAsset(forVideo: asset, options: videoOptions)
                    _ = try await manager.livePhoto(for: asset, targetSize: .zero, options: livePhotoOptions)
                    try await manager.writeVideo(for: asset, toFile: URL(fileURLWithPath: "/tmp/movie.mov"), options: videoOptions)
                }

                func read() async throws -> Int {
                    var count = 0
                    for try await chunk in PHAssetResourceManager.default().chunks(of: resource, options: options) {
                        count += chunk.count
                    }
                    return count
                }

                func filter() async throws {
                    guard let movie else { return }
                    _ = await AVAssetExportSession.compatibility(ofExportPreset: "", with: movie, outputFileType: .mov)
                    _ = try await AVVideoComposition.videoComposition(with: movie) { request in
                        request.finish(with: request.sourceImage, context: nil)
                    }
                    _ = try await provider.loadItem(forTypeIdentifier: "public.jpeg", options: itemOptions)
                }

                func placemarks(of location: CLLocation) async throws -> [CLPlacemark] {
                    let found = try await geocoder.geocodeAddressString("Lisbon")
                    return try await found + geocoder.reverseGeocodeLocation(location)
                }

                func load(to url: URL) async throws {
                    try await provider.loadFile(forTypeIdentifier: "public.jpeg", to: url)
                    _ = try await provider.loadTransferable(type: Data.self)
                    _ = await image.byPreparingThumbnail(ofSize: CGSize(width: 10, height: 10))
                    _ = await image.byPreparingForDisplay()
                    _ = await PHPhotoLibrary.shared().presentLimitedLibraryPicker(from: screen)
                    _ = await PHPhotoLibrary.requestAuthorization(for: .readWrite)
                }
            }

            final class TestResourceManager: PHAssetResourceManager, @unchecked Sendable {
                override func writeData(
                    for resource: PHAssetResource, toFile fileURL: URL, options: PHAssetResourceRequestOptions?,
                    completionHandler: @escaping @Sendable ((any Error)?) -> Void
                ) { completionHandler(nil) }
            }
            """)
}
