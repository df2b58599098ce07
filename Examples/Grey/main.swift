import Foundation
import Photos

/// The program's argument: `keep` to keep the grey photo.
let keeps = CommandLine.arguments.dropFirst().first == "keep"

func show(_ step: String, _ success: Bool, _ error: Error?) {
    let code = (error as NSError?).map { ", \($0.domain) \($0.code)" } ?? ""
    print("\(step):", success ? "done" : "failed\(code)")
}

func run(_ model: PhotoGreyModel) {
    model.makeGrey { success, error in
        show("grey", success, error)
        model.makeGrey { success, error in
            show("grey again", success, error)
            let format = model.asset?.adjustmentFormatIdentifier
            print("format is the photo's identifier:", format == model.asset?.localIdentifier)
            if keeps { exit(0) }
            model.revert { success, error in
                show("revert", success, error)
                print("edited:", model.asset?.hasAdjustments == true)
                exit(0)
            }
        }
    }
}

PHPhotoLibrary.requestAuthorization { status in
    DispatchQueue.main.async {
        guard status == .authorized, let photo = PHAsset.fetchAssets(with: .image, options: nil).firstObject else {
            print("There is no photo, or the photos may not be seen.")
            exit(1)
        }
        run(PhotoGreyModel(identifier: photo.localIdentifier) { print("  \($0)") })
    }
}
// Results come on the main queue.
RunLoop.main.run()
