import Albumen
import ArgumentParser
import BlobStore
import Foundation
import Records

/// `albumen info` prints the properties of one asset.
struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Tell all that is known of a photo or video.",
        discussion: """
            Also of a hidden or deleted one. If the user set the date or the place, “originally” has the one of the \
            import.

              albumen info 421C93B7-E05A-41FF-9983-02C1B8B41902/L0/001
              albumen info 421c93b7
            """)

    @Argument(
        help: ArgumentHelp(
            "A local identifier, its UUID, or the first \(LibraryView.identifierMinimum) or more characters of it.",
            valueName: "id"))
    var identifier: String

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        let library = try options.openView()
        let asset = try library.asset(named: identifier)
        let resources = try library.resources(ofAsset: asset.id) ?? []
        let entry = AssetEntry(asset: asset, resources: resources)
        let metadata = try library.metadata(ofAsset: asset.id) ?? MetadataRecord()
        let replaced = try ReplacedValues(of: asset, in: library)
        let burst = try library.burstFrames(of: asset)
        let tracks = Result { try library.tracks(in: resources).map(TrackDocument.init) }
        let adjustment = try library.editSummary(of: asset).map(AdjustmentSummaryDocument.init)
        let output = StandardOutput.shared
        if options.json {
            let document = AssetDocument(
                entry,
                metadata: AssetMetadataDocument(
                    asset, metadata, adjustment: adjustment, replaced: replaced, burst: burst,
                    tracks: (try? tracks.get()) ?? []))
            try output.write(line: JSONLine.text(document))
        } else {
            let description = AssetDescription(
                entry: entry, metadata: metadata, adjustment: adjustment, replaced: replaced, burst: burst,
                tracks: tracks,
                location: library.storedURL)
            for line in description.lines { try output.write(line: line) }
        }
        try output.flush()
    }
}
