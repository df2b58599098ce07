import PhotosUI

/// A screen that lets the user choose photos, as apps use the picker.
class PhotoPickerScreen: UIViewController, PHPickerViewControllerDelegate {
    /// Another delegate, which learns of each choice.
    weak var forwarding: PHPickerViewControllerDelegate?
    private let loader = ItemLoader()
    private(set) var identifiers: [String] = []
    private var preselected: Set<PHPickerResult> = []

    func choosePhotos(limit: Int) {
        var configuration = PHPickerConfiguration()
        configuration.selectionLimit = limit
        configuration.filter = .any(of: [.images, .livePhotos, .videos])
        configuration.preferredAssetRepresentationMode = .current
        show(configuration)
    }

    func changeChoice() {
        var configuration = PHPickerConfiguration(photoLibrary: .shared())
        configuration.selection = .ordered
        configuration.selectionLimit = 0
        configuration.filter = PHPickerFilter.images
        configuration.preselectedAssetIdentifiers = identifiers
        show(configuration)
    }

    /// “Select more photos…” of an app with limited access.
    func selectMorePhotos() {
        guard PHPhotoLibrary.authorizationStatus(for: .readWrite) == .limited else { return }
        PHPhotoLibrary.shared().presentLimitedLibraryPicker(from: self)
    }

    func selectMorePhotos(_ completion: @escaping ([String]) -> Void) {
        PHPhotoLibrary.shared().presentLimitedLibraryPicker(from: self) { [weak self] identifiers in
            self?.identifiers += identifiers
            completion(identifiers)
        }
    }

    func newlySelectedPhotos() async -> [String] {
        await PHPhotoLibrary.shared().presentLimitedLibraryPicker(from: self)
    }

    private func show(_ configuration: PHPickerConfiguration) {
        let picker = PHPickerViewController(configuration: configuration)
        picker.delegate = self
        present(picker, animated: true)
    }

    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {
        dismiss(animated: true)
        identifiers = results.compactMap(\.assetIdentifier)
        preselected = Set(results)
        loader.load(results.map(\.itemProvider))
        forwarding?.picker(picker, didFinishPicking: results)
        for result in results where result.isVideo { print(result.itemProvider.suggestedName ?? "") }
    }
}

extension PHPickerResult {
    var isVideo: Bool { itemProvider.hasItemConformingToTypeIdentifier(UTType.movie.identifier) }
}

/// The items of SwiftUI's picker, as a view model loads them.
class PickedItems {
    private(set) var names: [String] = []
    private(set) var data: [Data] = []

    func load(_ items: [PhotosPickerItem]) async throws {
        for item in items {
            if let identifier = item.itemIdentifier { names.append(identifier) }
            if let loaded = try await item.loadTransferable(type: Data.self) { data.append(loaded) }
        }
    }

    func loadMovie(_ item: PhotosPickerItem, completion: @escaping @Sendable (PickedMovie?) -> Void) -> Progress {
        item.loadTransferable(type: PickedMovie.self) { result in
            switch result {
            case .success(let movie): completion(movie)
            case .failure: completion(nil)
            }
        }
    }
}
