import Albumen
import ArgumentParser
import Cancellation
import CodedErrors
import Foundation
import MediaRequests
import Records

/// `albumen edit` adjusts photos, Live Photos and videos with Albumen's own editor.
struct EditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Crop, straighten and adjust photos and videos. The originals stay.",
        discussion: """
            The library shows the edited photo or video and keeps the original. The edit can be changed at any time: \
            another “albumen edit” changes the adjustments that it names and keeps the others, and renders the photo \
            or video again from the original. “albumen revert” shows the original again.

              albumen edit 421C93B7 --crop 16:9 --exposure 0.5
              albumen edit 421C93B7 --straighten 1.5 --filter noir
              albumen edit 421C93B7 --filter none
              albumen edit 421C93B7 --trim 2.5-1:10 --mute
              albumen edit 421C93B7 --key-photo 0.8

            The picture is first rotated, then flipped, straightened and cropped. --crop counts in the rotated picture, \
            from its upper left corner. The edited photo keeps the metadata of the original. An edit of another app \
            stays below the new one. Edits of a Live Photo change both its photo and its video.

            --trim and --mute are for videos and Live Photos. --trim counts in the video without the trim. A trimmed \
            video starts and ends exactly there. If only its end or its sound changes, its frames are copied without \
            loss. --key-photo shows a frame of a Live Photo's video, in the size of the video.
            """)

    @Argument(help: AssetArguments.help)
    var identifiers: [String]

    @OptionGroup
    var adjustments: AdjustmentOptions

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        let library = try options.openView()
        let assets = try library.assets(named: identifiers, in: .library)
        let cancellation = WorkCancellation()
        var pass = AssetEditingPass(verb: "edited", isJSON: options.json) { cancellation.cancel() }
        try pass.run(assets, in: library) { asset, progress in
            let adjusted = try library.adjust(
                assetUUID: asset.uuid, cancellation: cancellation, progress: progress
            ) { recipe, size in
                try adjustments.apply(to: &recipe, of: size)
            }
            return adjusted.outcome != .unchanged
        }
        let kind =
            assets.allSatisfy { $0.mediaType == .image }
            ? "photo" : assets.allSatisfy { $0.mediaType == .video } ? "video" : "item"
        try pass.finish { "Edited \(Count.text($0, kind))." }
    }
}
