import Foundation
import Photos

/// Makes a Live Photo of a video and saves it: the program's arguments are the video and a folder.
let arguments = CommandLine.arguments
guard arguments.count == 3 else { exit(2) }
let folder = URL(fileURLWithPath: arguments[2])
let maker = LivePhotoMaker(folder: folder)
maker.make(from: URL(fileURLWithPath: arguments[1])) { result in
    switch result {
    case .failure(let error):
        print("failed: \(error)")
        exit(1)
    case .success(let resources):
        LivePhotoMaker.save(resources) { isSaved, error in
            let assets = PHAsset.fetchAssets(with: nil)
            let isLive = assets.firstObject?.mediaSubtypes.contains(.photoLive) ?? false
            print("saved: \(isSaved), assets: \(assets.count), live: \(isLive)")
            if let error { print("failed: \(error)") }
            exit(isSaved ? 0 : 1)
        }
    }
}
dispatchMain()
