import PhotosUI
import SwiftUI

/// The model of a screen with the user's choice of photos.
@MainActor
@Observable
public final class GalleryViewModel {
    public enum ImageState {
        case empty
        case loading(Progress)
        case success(Image)
        case failure(any Error)
    }

    public enum SortOrder: String, CaseIterable {
        case newest, oldest
    }

    @ObservationIgnored @AppStorage("columnCount") public var columnCount = 3
    @ObservationIgnored @AppStorage("sortOrder") public var sortOrder: SortOrder = .newest
    @ObservationIgnored @AppStorage("lastAlbum") public var lastAlbum: String?

    public private(set) var imageState = ImageState.empty
    public private(set) var images: [Image] = []
    public var accent = Color.blue

    public var imageSelection: PhotosPickerItem? {
        didSet {
            guard let imageSelection else {
                imageState = .empty
                return
            }
            imageState = .loading(loadTransferable(from: imageSelection))
        }
    }

    public var selection: [PhotosPickerItem] = []

    public init() {}

    public func scenePhaseChanged(to phase: ScenePhase) {
        guard phase == .active else { return }
        withAnimation(.easeInOut(duration: 0.3)) { accent = .blue.opacity(0.8) }
    }

    public func zoomIn() {
        withAnimation { columnCount = max(1, columnCount - 1) }
    }

    public func loadSelection() async {
        var loaded: [Image] = []
        for item in selection {
            if let data = try? await item.loadTransferable(type: Data.self), let image = UIImage(data: data) {
                loaded.append(Image(uiImage: image))
            }
        }
        withAnimation(.spring()) { images = loaded }
    }

    private func loadTransferable(from item: PhotosPickerItem) -> Progress {
        item.loadTransferable(type: Image.self) { result in
            Task { @MainActor in
                guard item == self.imageSelection else { return }
                switch result {
                case .success(let image?): self.imageState = .success(image)
                case .success(nil): self.imageState = .empty
                case .failure(let error): self.imageState = .failure(error)
                }
            }
        }
    }
}

#if os(Linux)
    // Without views, the program presents the picker.
    extension GalleryViewModel {
        public func choose() async -> Bool {
            @Bindable var model = self
            return await PhotosPicker(
                selection: $model.selection, maxSelectionCount: 5, matching: .any(of: [.images, .livePhotos])
            ).present()
        }
    }
#endif
