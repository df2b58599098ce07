import Foundation
import Photos

/// Prints a line with a photo's details, in place of the app's page about it.
func show(_ details: PhotoGridModel.Details) {
    let size = details.pixelSize ?? .zero
    print(
        details.fileName ?? "no name", "\(Int(size.width)) × \(Int(size.height))",
        details.date.map { ISO8601DateFormatter().string(from: $0) } ?? "no date", "type \(details.type.rawValue)",
        details.location.map { "at \($0.coordinate.latitude), \($0.coordinate.longitude)" } ?? "no place",
        separator: ", ")
}

func showDetails(of photos: PHFetchResult<PHAsset>, from index: Int, _ model: PhotoGridModel) {
    guard index < photos.count else { exit(0) }
    model.showDetails(of: photos[index]) { details in
        show(details)
        showDetails(of: photos, from: index + 1, model)
    }
}

let isHighQuality = CommandLine.arguments.dropFirst().first == "highQualityFormat"
let model = PhotoGridModel(cellSize: CGSize(width: 100, height: 100))
model.load { isAllowed in
    guard isAllowed, let photos = model.photos else {
        print("The photos may not be seen.")
        exit(1)
    }
    model.showThumbnails(isHighQuality ? .highQualityFormat : .opportunistic) {
        print("photos: \(photos.count), thumbnails: \(model.thumbnails.count)")
        print("calls: \(model.callCount), degraded: \(model.degradedCount)")
        showDetails(of: photos, from: 0, model)
    }
}
// The main queue must run so that results are delivered.
dispatchMain()
