import PhotosUI

// Usage: Picker FOLDER [limit] [ordered] [compatible] [videos] [cancel]
let arguments = CommandLine.arguments.dropFirst()
guard let path = arguments.first else {
    print("Usage: Picker FOLDER [limit=N] [ordered] [compatible] [images] [videos] [cancel] [preselected=TOKEN]")
    exit(64)
}
var configuration = PHPickerConfiguration()
configuration.preferredAssetRepresentationMode = arguments.contains("compatible") ? .compatible : .current
if arguments.contains("ordered") { configuration.selection = .ordered }
if arguments.contains("images") { configuration.filter = .images }
if arguments.contains("videos") { configuration.filter = .videos }
for argument in arguments {
    if argument.hasPrefix("limit=") { configuration.selectionLimit = Int(argument.dropFirst("limit=".count)) ?? 1 }
    if argument.hasPrefix("preselected=") {
        configuration.preselectedAssetIdentifiers.append(String(argument.dropFirst("preselected=".count)))
    }
}

let model = PickerModel()
let isCancelling = arguments.contains("cancel")

@MainActor
func choose() {
    model.progress = { progress in
        print("loading, \(progress.isIndeterminate ? "indeterminate" : "determinate")")
        if isCancelling { progress.cancel() }
    }
    model.completion = { items in
        if items.isEmpty { print("nothing was chosen") }
        for (name, item) in items {
            switch item {
            case .image(let image): print("\(name): image \(Int(image.size.width)) × \(Int(image.size.height))")
            case .livePhoto(let photo):
                print("\(name): Live Photo \(Int(photo.size.width)) × \(Int(photo.size.height))")
            case .video(let url): print("\(name): video \(url.lastPathComponent)")
            case .failure(let error): print("\(name): \(error.localizedDescription)")
            }
        }
        exit(0)
    }
    model.choose(configuration, savingVideosTo: URL(fileURLWithPath: path, isDirectory: true))
}

setvbuf(stdout, nil, _IOLBF, 0)
MainActor.assumeIsolated { choose() }
dispatchMain()
