import Foundation
import Photos

/// A step of a user at the app's screens, which prints a few lines about the result. The steps run one after another.
struct Step {
    var name: String
    var act: (@escaping AlbumsModel.Completion) -> Void
}

func show(_ album: PHAssetCollection) {
    let photos = model.photos(in: album)
    let widths = photos.objects(at: IndexSet(integersIn: 0..<photos.count)).map { "\($0.pixelWidth)" }
    print("  \(album.localizedTitle ?? "Untitled"): \(widths.joined(separator: " "))")
}

func perform(_ steps: ArraySlice<Step>) {
    guard let step = steps.first else { exit(0) }
    step.act { error in
        print("\(step.name):", error.map { "refused, \(($0 as NSError).code)" } ?? "done")
        for line in model.outline { print("  \(line)") }
        perform(steps.dropFirst())
    }
}

/// Fetches the album that the steps use. A fetched album doesn't change, so steps fetch it again when they need its
/// properties.
func trip() -> PHAssetCollection {
    guard let album = model.album(titled: "By the sea") ?? model.album(titled: "Lisbon") else {
        print("The album is gone.")
        exit(1)
    }
    return album
}

guard let path = CommandLine.arguments.dropFirst().first, let cover = UIImage(contentsOfFile: path) else {
    print("Name a picture's file.")
    exit(2)
}

let model = AlbumsModel()
let photos = PHAsset.fetchAssets(with: .image, options: nil)
let steps = [
    Step(name: "trip") {
        model.addTrip(titled: "By the sea", inFolder: "Travels", inFolder: "2024", cover: cover, $0)
    },
    Step(name: "photos added") { completion in
        model.add(photos, to: trip()) { error in
            show(trip())
            completion(error)
        }
    },
    Step(name: "photo moved") { completion in
        model.movePhoto(at: 0, to: 2, in: trip()) { error in
            show(trip())
            completion(error)
        }
    },
    Step(name: "photo removed") { completion in
        model.removePhoto(at: 1, from: trip()) { error in
            show(trip())
            completion(error)
        }
    },
    Step(name: "album renamed") { model.rename(trip(), to: "Lisbon", $0) },
    Step(name: "album added") { model.addAlbum(titled: "Family", $0) },
    Step(name: "another added") { model.addAlbum(titled: "Garden", $0) },
    Step(name: "album moved") { model.moveCollection(at: 0, to: 2, $0) },
    Step(name: "album in a folder") { completion in
        guard let folder = model.folder(titled: "2024") else { return completion(nil) }
        model.addAlbum(titled: "Porto", toFront: folder, completion)
    },
    Step(name: "folder deleted") { completion in
        guard let folder = model.folder(titled: "Travels") else { return completion(nil) }
        model.delete(folder) { error in
            print("  photos: \(PHAsset.fetchAssets(with: nil).count)")
            completion(error)
        }
    },
]

model.load { isAllowed in
    guard isAllowed else {
        print("The albums may not be seen.")
        exit(1)
    }
    perform(steps[...])
}
// The main queue must run so that results are delivered.
dispatchMain()
