import Foundation
import Photos

/// The program's arguments: a folder for the files, and `cancel` to cancel the export of the first video.
let arguments = CommandLine.arguments.dropFirst()
guard let path = arguments.first else {
    print("Usage: Export FOLDER [cancel]")
    exit(2)
}
let folder = URL(fileURLWithPath: path, isDirectory: true)
let cancels = arguments.dropFirst().first == "cancel"
let model = PhotoExportModel()

func all(_ type: PHAssetMediaType) -> [PHAsset] {
    let options = PHFetchOptions()
    options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
    var assets: [PHAsset] = []
    PHAsset.fetchAssets(with: type, options: options).enumerateObjects { asset, _, _ in assets.append(asset) }
    return assets
}

func showAlbums(from index: Int) {
    guard index < model.albums.count else { return exportPhotos() }
    let album = model.albums[index]
    model.showCells(of: album, side: 100) { cells in
        let thumbnails = cells.filter { $0.thumbnail != nil }.count
        let durations = cells.compactMap { $0.duration }
        print("\(album.title): \(thumbnails) thumbnails" + durations.map { ", \($0)" }.joined())
        showAlbums(from: index + 1)
    }
}

func exportPhotos() {
    model.exportPhotos(all(.image)) { photos in
        guard let photos = photos else {
            print("The photos could not be exported.")
            exit(1)
        }
        print("photos:", photos.map { "\(Int($0.size.width)) × \(Int($0.size.height))" }.joined(separator: ", "))
        exportVideos(all(.video), from: 0)
    }
}

func exportVideos(_ videos: [PHAsset], from index: Int) {
    guard index < videos.count else { exit(0) }
    let file = folder.appendingPathComponent("video-\(index + 1).mp4")
    var shown: Float = 0
    model.exportVideo(
        videos[index], to: file,
        progress: { progress in
            if progress < shown { print("The progress went back.") }
            shown = progress
            if cancels, progress > 0, progress < 1 { model.cancel() }
        },
        completion: { status in
            switch status {
            case .completed?: print("\(file.lastPathComponent): completed, progress \(shown)")
            case .cancelled?: print("\(file.lastPathComponent): cancelled")
            default: print("\(file.lastPathComponent): failed")
            }
            exportVideos(videos, from: index + 1)
        })
}

model.load { isAllowed in
    guard isAllowed else {
        print("The photos may not be seen.")
        exit(1)
    }
    showAlbums(from: 0)
}
// Results, and the timer that shows progress, come on the main queue.
RunLoop.main.run()
