import PhotosUI

func usePHPickerConfiguration(_ library: PHPhotoLibrary) {
    var configuration: PHPickerConfiguration = PHPickerConfiguration()
    configuration = PHPickerConfiguration(photoLibrary: library)
    requireSendable(configuration)
    configuration.preferredAssetRepresentationMode = .automatic
    configuration.preferredAssetRepresentationMode = .current
    configuration.preferredAssetRepresentationMode = PHPickerConfiguration.AssetRepresentationMode.compatible
    configuration.selection = .default
    configuration.selection = .ordered
    configuration.selection = .continuous
    configuration.selection = PHPickerConfiguration.Selection.continuousAndOrdered
    configuration.selectionLimit = 0
    configuration.filter = nil
    configuration.preselectedAssetIdentifiers = ["A"]
    configuration.mode = .default
    configuration.mode = PHPickerMode.compact
    configuration.edgesWithoutContentMargins = [.top, .leading, .bottom, .trailing]
    configuration.edgesWithoutContentMargins = .all
    configuration.disabledCapabilities = [.search, .stagingArea, .collectionNavigation]
    configuration.disabledCapabilities = [.selectionActions, .sensitivityAnalysisIntervention]
    configuration.metadataOptions = [.removeLocation, .removeCaptions]
    configuration.searchText = PHPickerSearchText("Lisbon")
    let _: PHPickerSearchText? = configuration.searchText
    let _: Set<PHPickerConfiguration> = [configuration]
    var update: PHPickerConfiguration.Update = PHPickerConfiguration.Update()
    requireSendable(update)
    update.selectionLimit = Int?.none
    update.edgesWithoutContentMargins = NSDirectionalRectEdge?.none
    update.searchText = PHPickerSearchText(" ")
    let _: PHPickerSearchText? = update.searchText
    let _: Set<PHPickerConfiguration.Update> = [update]
    let _: Set<PHPickerSearchText> = [PHPickerSearchText("Lisbon")]
    requireSendable(PHPickerSearchText("Lisbon"))
}

func usePHPickerFilter() {
    let filters: [PHPickerFilter] = [
        .images, .videos, .livePhotos, .depthEffectPhotos, .bursts, .panoramas, .screenshots, .screenRecordings,
        .slomoVideos, .timelapseVideos, .cinematicVideos, .spatialMedia, .playbackStyle(.imageAnimated),
    ]
    let _: PHPickerFilter = .any(of: filters)
    let _: PHPickerFilter = .all(of: filters)
    let _: PHPickerFilter = .not(.images)
    requireSendable(filters)
    let _: Set<PHPickerFilter> = Set(filters)
}

@MainActor func usePHPickerViewController(_ presenter: UIViewController) {
    let picker: PHPickerViewController = PHPickerViewController(configuration: PHPickerConfiguration())
    let _: PHPickerConfiguration = picker.configuration
    let delegate: (any PHPickerViewControllerDelegate)? = PickerClient()
    picker.delegate = delegate
    presenter.present(picker, animated: true, completion: nil)
    picker.updatePicker(using: PHPickerConfiguration.Update())
    picker.deselectAssets(withIdentifiers: ["A"])
    picker.moveAsset(withIdentifier: "A", afterAssetWithIdentifier: nil)
    picker.scrollToInitialPosition()
    picker.zoomIn()
    picker.zoomOut()
}

/// A delegate as apps declare it.
private class PickerClient: NSObject, PHPickerViewControllerDelegate {
    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {
        picker.dismiss(animated: true)
        let _: Set<PHPickerResult> = Set(results)
        let _: [NSItemProvider] = results.map(\.itemProvider)
        let _: [String?] = results.map(\.assetIdentifier)
    }
}

/// A picker that an app subclasses.
private class OwnPicker: PHPickerViewController {
    override func viewDidAppear(_ animated: Bool) {}
    override func zoomIn() { super.zoomIn() }
}

func usePhotosPickerItem(_ item: PhotosPickerItem) async throws {
    let _: PhotosPickerItem = PhotosPickerItem(itemIdentifier: "A")
    requireSendable(item)
    let _: String? = item.itemIdentifier
    let _: [UTType] = item.supportedContentTypes
    let progress: Progress = item.loadTransferable(type: Data.self) { result in
        let _: Result<Data?, any Error> = result
    }
    progress.cancel()
    let _: Data? = try await item.loadTransferable(type: Data.self)
    let _: PHLivePhoto? = try await item.loadTransferable(type: PHLivePhoto.self)
    let _: Set<PhotosPickerItem> = [item]
    let _: [PhotosPickerItem.EncodingDisambiguationPolicy] = [.automatic, .current, .compatible]
}
