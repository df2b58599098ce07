import Foundation
import ItemProviders
import PhotoLibrary
import Photos
import UIKitCore
import UniformTypeIdentifiers

/// The picker behind `UIImagePickerController`. UIKit finds the class by its name.
@MainActor
final class LibraryMediaPicker: MediaPicker {
    private typealias Delivery = @MainActor (PickedMedia?) -> Void

    private var session: PickerSession?
    private var loading: Progress?

    init() {}

    deinit {
        session?.dismiss()
        loading?.cancel()
    }

    func begin(_ request: MediaPickerRequest, deliver: @escaping @MainActor (PickedMedia?) -> Void) {
        let environment = PickerEnvironment.current ?? ProcessInfo.processInfo.environment
        let session = PickerSession(Self.configuration(request), environment: environment)
        self.session = session
        session.start { [weak self, weak session] results, _ in
            guard let self, let session, self.session === session else { return }
            guard let result = results.first, !result.itemProvider.registeredTypeIdentifiers.isEmpty else {
                return deliver(nil)
            }
            self.load(result, deliver)
        }
    }

    func end() {
        session?.dismiss()
        session = nil
        loading?.cancel()
        loading = nil
    }

    static func configuration(_ request: MediaPickerRequest) -> PHPickerConfiguration {
        // Without access, the identifier of an asset is of no use.
        let hasAccess = [.authorized, .limited].contains(PHPhotoLibrary.authorizationStatus(for: .readWrite))
        var configuration = hasAccess ? PHPickerConfiguration(photoLibrary: .shared()) : PHPickerConfiguration()
        switch (request.includesImages, request.includesMovies) {
        case (true, false): configuration.filter = .images
        case (false, true): configuration.filter = .videos
        default: configuration.filter = .any(of: [.images, .videos])
        }
        // The mode also applies to movies, which take long to convert.
        let isCompatible = request.isCompatible && !request.includesMovies
        configuration.preferredAssetRepresentationMode = isCompatible ? .compatible : .current
        return configuration
    }

    /// Loads the file of a chosen asset. The file exists until the process ends.
    private func load(_ result: PHPickerResult, _ deliver: @escaping Delivery) {
        let provider = result.itemProvider
        let isMovie = !provider.hasItemConformingToTypeIdentifier(UTType.image.identifier)
        let type = isMovie ? UTType.movie : .image
        let identifier = result.assetIdentifier
        loading = provider.loadInPlaceFileRepresentation(forTypeIdentifier: type.identifier) {
            [weak self] url, _, error in
            let media = Self.media(url, isMovie: isMovie, assetIdentifier: identifier)
            if media == nil {
                let reason = error.map(String.init(describing:)) ?? "The file isn't an image."
                Diagnostics.report("The chosen file can't be loaded. \(reason)", module: "PhotosUI")
            }
            Task { @MainActor in
                guard let self, self.session != nil else { return }
                deliver(media)
            }
        }
    }

    /// Reads the image and fetches the asset. Blocks.
    private nonisolated static func media(_ url: URL?, isMovie: Bool, assetIdentifier: String?) -> PickedMedia? {
        guard let url else { return nil }
        let image = isMovie ? nil : UIImage(contentsOfFile: url.path)
        guard isMovie || image != nil else { return nil }
        let asset = assetIdentifier.flatMap {
            PHAsset.fetchAssets(withLocalIdentifiers: [$0], options: nil).firstObject
        }
        return PickedMedia(file: url, isMovie: isMovie, image: image, asset: asset)
    }
}
