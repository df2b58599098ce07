import Foundation
import Photos

func show(_ step: String, _ success: Bool, _ error: Error?) {
    let code = (error as NSError?).map { ", \($0.domain) \($0.code)" } ?? ""
    print("\(step):", success ? "done" : "failed\(code)")
}

func show(_ model: PhotoFilterModel) {
    let asset = model.asset
    print("  \(asset.hasAdjustments ? "edited" : "original"), \(asset.isFavorite ? "favorite" : "no favorite")")
}

func run(_ model: PhotoFilterModel) {
    model.applyFilter("CISepiaTone") { success, error in
        show("sepia", success, error)
        model.applyFilter("CIPhotoEffectChrome") { success, error in
            show("chrome", success, error)
            model.readFilter { filter in
                print("  filter:", filter ?? "none")
                model.toggleFavorite { success, error in
                    show("favorite", success, error)
                    show(model)
                    model.revert { success, error in
                        show("revert", success, error)
                        show(model)
                        exit(0)
                    }
                }
            }
        }
    }
}

/// The first photo, `video` or `live` photo.
func firstAsset() -> PHAsset? {
    let options = PHFetchOptions()
    switch CommandLine.arguments.dropFirst().first {
    case "video": return PHAsset.fetchAssets(with: .video, options: nil).firstObject
    case "live":
        options.predicate = NSPredicate(
            format: "(mediaSubtypes & %d) != 0", PHAssetMediaSubtype.photoLive.rawValue)
        return PHAsset.fetchAssets(with: .image, options: options).firstObject
    default: return PHAsset.fetchAssets(with: .image, options: nil).firstObject
    }
}

PHPhotoLibrary.requestAuthorization { status in
    DispatchQueue.main.async {
        guard status == .authorized, let asset = firstAsset() else {
            print("There is no such asset, or the photos may not be seen.")
            exit(1)
        }
        let model = PhotoFilterModel(asset: asset)
        PHPhotoLibrary.shared().register(model)
        run(model)
    }
}
// Results come on the main queue.
RunLoop.main.run()
