import Foundation
import Photos

/// A step of a user at the app's screen, which prints a line about each result. The steps run one after another.
typealias Step = (@escaping () -> Void) -> Void

func show(_ name: String, _ success: Bool, _ error: Error?) {
    let failure = (error as NSError?).map { "failed, \($0.domain) \($0.code)" } ?? "failed"
    print("\(name):", success ? "done" : failure)
}

func show(_ photo: PHAsset) {
    let name = PHAssetResource.assetResources(for: photo).first?.filename ?? "no name"
    // A photo that wasn't created from a file has a name based on its identifier.
    let shownName = name.hasPrefix("IMG_\(photo.localIdentifier.prefix(8))") ? "named by the library" : name
    print(
        "  \(photo.pixelWidth) × \(photo.pixelHeight)", shownName, photo.isFavorite ? "favorite" : "no favorite",
        photo.location == nil ? "no place" : "with a place", separator: ", ")
}

func showPhotos() {
    model.photos.enumerateObjects { photo, _, _ in show(photo) }
}

func perform(_ steps: ArraySlice<Step>) {
    guard let step = steps.first else { exit(0) }
    step { perform(steps.dropFirst()) }
}

guard let path = CommandLine.arguments.dropFirst().first, let image = UIImage(contentsOfFile: path),
    let data = FileManager.default.contents(atPath: path)
else {
    print("Name a picture's file.")
    exit(2)
}

let model = PhotoChangesModel { print("  \($0)") }
let steps: [Step] = [
    { next in
        let sets: [(String, [PHAssetResourceType])] = [
            ("photo", [.photo]), ("video", [.video]), ("Live Photo", [.photo, .pairedVideo]),
            ("edited photo alone", [.fullSizePhoto]),
        ]
        for (name, types) in sets {
            let numbers = types.map { NSNumber(value: $0.rawValue) }
            let isSupported = PHAssetCreationRequest.supportsAssetResourceTypes(numbers)
            print("\(name):", isSupported ? "supported" : "not supported")
        }
        next()
    },
    { next in
        model.add(image) { success, error in
            show("image", success, error)
            next()
        }
    },
    { next in
        show("image, waited for", model.addAndWait(image), nil)
        next()
    },
    { next in
        model.addFavorite(fileAt: URL(fileURLWithPath: path)) { success, error in
            show("file", success, error)
            next()
        }
    },
    { next in
        model.add(data, named: "Harbour.jpg", date: Date(timeIntervalSinceReferenceDate: 0)) { success, error in
            show("data", success, error)
            next()
        }
    },
    { next in
        model.add(Data("This is no picture.".utf8), named: "Harbour.jpg", date: Date()) { success, error in
            show("no picture", success, error)
            next()
        }
    },
    { next in
        showPhotos()
        guard let photo = model.photos.firstObject else { return next() }
        print(
            "can be deleted: \(model.canBe(.delete, photo)), edited: \(model.canBe(.content, photo)),",
            "marked: \(model.canBe(.properties, photo))")
        model.toggleFavorite(of: photo) { success, error in
            show("favorite", success, error)
            showPhotos()
            next()
        }
    },
    { next in
        model.deleteAll { success, error in
            show("deletion", success, error)
            print("photos left: \(model.photos.count)")
            next()
        }
    },
]

PHPhotoLibrary.requestAuthorization(for: .readWrite) { status in
    DispatchQueue.main.async {
        guard status == .authorized else {
            print("The photos may not be changed.")
            exit(1)
        }
        perform(steps[...])
    }
}
// The main queue must run so that results are delivered.
dispatchMain()
