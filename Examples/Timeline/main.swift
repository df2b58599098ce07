import Observation
import PhotosUI
import SwiftUI

// Usage: Timeline [add]
let model = TimelineModel()
let follows = Task { await model.follow() }

/// Prints the photos and videos whenever they change, as a screen would show them.
@MainActor
func show() {
    let assets = withObservationTracking {
        model.assets
    } onChange: {
        Task { @MainActor in show() }
    }
    guard assets.count > 0 else { return }
    print("\(assets.count) in the library, the newest first")
    assets.enumerateObjects { asset, index, stop in
        let metadata = asset.extendedMetadata
        let keywords = metadata.keywords.isEmpty ? "no keywords" : metadata.keywords.joined(separator: ", ")
        print("  \(metadata.originalFilename ?? "unnamed"), \(keywords)")
        if index == 9 { stop.pointee = true }
    }
}

show()
if CommandLine.arguments.contains("add") {
    var chosen: [PhotosPickerItem] = []
    let selection = Binding<[PhotosPickerItem]> {
        chosen
    } set: {
        chosen = $0
    }
    let isChosen = await PhotosPicker(selection: selection, matching: .images).present()
    print(isChosen ? "\(chosen.count) chosen" : "nothing was chosen")
    let before = model.assets.count
    await model.add(chosen, keyword: "Timeline")
    if let failure = model.failure { print("not added: \(failure.localizedDescription)") }
    // The observer hears of a change before the change's block returns, and the model on its next turn.
    while model.failure == nil, model.assets.count < before + chosen.count { await Task.yield() }
    follows.cancel()
}
await follows.value
