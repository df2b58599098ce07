import Foundation
import Photos

func show(_ asset: PHAsset) {
    print("\(asset.pixelWidth) × \(asset.pixelHeight),", asset.hasAdjustments ? "edited" : "not edited")
    for resource in PHAssetResource.assetResources(for: asset) {
        print("  \(resource.filename ?? "")")
    }
}

PHPhotoLibrary.requestAuthorization { status in
    DispatchQueue.main.async {
        let photos = PHAsset.fetchAssets(with: .image, options: nil)
        guard status == .authorized, let photo = photos.firstObject else {
            print("There is no photo, or the photos may not be seen.")
            exit(1)
        }
        let model = PhotoCropModel(asset: photo)
        show(photo)
        model.crop { side in
            print("cropped:", side.map { "\($0) pixels" } ?? "failed")
            model.save { success, error in
                let code = (error as NSError?).map { ", \($0.domain) \($0.code)" } ?? ""
                print("saved:", success ? "done" : "failed\(code)")
                show(model.asset)
                exit(0)
            }
        }
    }
}
// Results come on the main queue.
RunLoop.main.run()
