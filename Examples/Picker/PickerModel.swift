import PhotosUI

/// The model of a screen that lets the user choose photos and videos, and loads what was chosen.
class PickerModel: UIViewController, PHPickerViewControllerDelegate {
    /// A loaded item.
    enum Item {
        case image(UIImage)
        case livePhoto(PHLivePhoto)
        /// A copy of a video, which the screen owns.
        case video(URL)
        case failure(Error)
    }

    var completion: (([(name: String, item: Item)]) -> Void)?
    var progress: ((Progress) -> Void)?
    private var configuration = PHPickerConfiguration()
    private var folder = FileManager.default.temporaryDirectory
    private var selection: [PHPickerResult] = []

    func choose(_ configuration: PHPickerConfiguration, savingVideosTo folder: URL) {
        self.configuration = configuration
        self.folder = folder
        let picker = PHPickerViewController(configuration: configuration)
        picker.delegate = self
        present(picker, animated: true)
    }

    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {
        // The picker doesn't dismiss itself.
        picker.dismiss(animated: true)
        selection = results
        var items = [Int: Item]()
        guard !results.isEmpty else {
            completion?([])
            return
        }
        for (index, result) in results.enumerated() {
            load(result.itemProvider) { item in
                DispatchQueue.main.async {
                    items[index] = item
                    guard items.count == results.count else { return }
                    self.completion?(
                        results.indices.compactMap { index in
                            items[index].map { (results[index].itemProvider.suggestedName ?? "", $0) }
                        })
                }
            }
        }
    }

    private func load(_ provider: NSItemProvider, completion: @escaping (Item) -> Void) {
        let failure = CocoaError(.fileReadUnsupportedScheme)
        if provider.canLoadObject(ofClass: PHLivePhoto.self) {
            progress?(
                provider.loadObject(ofClass: PHLivePhoto.self) { object, error in
                    completion((object as? PHLivePhoto).map { .livePhoto($0) } ?? .failure(error ?? failure))
                })
        } else if provider.canLoadObject(ofClass: UIImage.self) {
            progress?(
                provider.loadObject(ofClass: UIImage.self) { object, error in
                    completion((object as? UIImage).map { .image($0) } ?? .failure(error ?? failure))
                })
        } else {
            // The type covers .mov and .mp4. The file is deleted when the handler returns.
            let folder = self.folder
            progress?(
                provider.loadFileRepresentation(forTypeIdentifier: "public.movie") { url, error in
                    guard let url = url else { return completion(.failure(error ?? failure)) }
                    let copy = folder.appendingPathComponent(url.lastPathComponent)
                    do {
                        try FileManager.default.moveItem(at: url, to: copy)
                        completion(.video(copy))
                    } catch {
                        completion(.failure(error))
                    }
                })
        }
    }
}
