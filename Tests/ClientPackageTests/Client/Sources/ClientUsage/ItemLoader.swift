import PhotosUI

/// Loads the items of a picker's results, as apps do it in the delegate.
final class ItemLoader {
    private var images: [UIImage] = []
    private(set) var loads: [Progress] = []

    func load(_ providers: [NSItemProvider]) {
        for provider in providers {
            if provider.canLoadObject(ofClass: PHLivePhoto.self) {
                loads.append(
                    provider.loadObject(ofClass: PHLivePhoto.self) { [weak self] livePhoto, _ in
                        DispatchQueue.main.async { self?.show(livePhoto as? PHLivePhoto) }
                    })
            } else if provider.canLoadObject(ofClass: UIImage.self) {
                provider.loadObject(ofClass: UIImage.self) { [weak self] object, error in
                    guard let image = object as? UIImage else { return print(error?.localizedDescription ?? "") }
                    DispatchQueue.main.async { self?.images.append(image) }
                }
            } else if provider.hasItemConformingToTypeIdentifier(UTType.movie.identifier) {
                loadMovie(provider)
            }
        }
    }

    private func loadMovie(_ provider: NSItemProvider) {
        let name = provider.suggestedName ?? "movie"
        provider.loadFileRepresentation(forTypeIdentifier: UTType.movie.identifier) { url, error in
            guard let url = url else { return }
            let copy = FileManager.default.temporaryDirectory.appendingPathComponent(name + ".mov")
            try? FileManager.default.removeItem(at: copy)
            try? FileManager.default.copyItem(at: url, to: copy)
        }
    }

    func loadBytes(_ provider: NSItemProvider, completion: @escaping (Data) -> Void) {
        guard let identifier = provider.registeredTypeIdentifiers.first else { return }
        provider.loadDataRepresentation(forTypeIdentifier: identifier) { data, _ in
            if let data = data { completion(data) }
        }
        provider.loadItem(forTypeIdentifier: identifier, options: nil) { item, _ in
            if let url = item as? NSURL { print(url) }
        }
    }

    func load<Object: NSItemProviderReading>(_ type: Object.Type, from provider: NSItemProvider) -> Bool {
        provider.canLoadObject(ofClass: type)
    }

    private func show(_ livePhoto: PHLivePhoto?) {
        print(livePhoto?.size ?? .zero)
    }
}

/// A movie, as apps declare it for the picker of SwiftUI.
struct PickedMovie: Transferable {
    let url: URL

    static var transferRepresentation: some TransferRepresentation {
        FileRepresentation(contentType: .movie) { movie in
            SentTransferredFile(movie.url)
        } importing: { received in
            let copy = FileManager.default.temporaryDirectory.appending(path: "movie.mp4")
            if FileManager.default.fileExists(atPath: copy.path()) {
                try FileManager.default.removeItem(at: copy)
            }
            try FileManager.default.copyItem(at: received.file, to: copy)
            return Self(url: copy)
        }
    }
}

/// A screen that presents another, as apps present the picker.
class ItemViewController: UIViewController {
    private let loader = ItemLoader()
    private var movies: [PickedMovie] = []

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Items"
    }

    func showDetails(of provider: NSItemProvider) {
        let details = UIViewController()
        details.title = provider.suggestedName
        present(details, animated: true)
        loader.load([provider])
        provider.loadTransferable(type: PickedMovie.self) { [weak self] result in
            DispatchQueue.main.async {
                if case .success(let movie) = result { self?.movies.append(movie) }
                self?.dismiss(animated: true, completion: nil)
            }
        }
    }
}
