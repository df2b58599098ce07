import Albumen
import ArgumentParser
import BlobStore
import Foundation
import Records

/// `albumen info` prints the properties of assets.
struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Show the metadata and files of photos and videos.",
        discussion: """
            Also shows hidden and deleted items. If the user changed the date or the location, “originally” shows the \
            imported value.

              albumen info 421C93B7-E05A-41FF-9983-02C1B8B41902/L0/001
              albumen info 421c93b7
              albumen list --search lisbon --json | jq -r .localIdentifier | albumen info -
            """)

    @Argument(help: AssetArguments.help)
    var identifiers: [String]

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        let library = try options.openView()
        let output = StandardOutput.shared
        let identifiers = AssetArguments.expanded(identifiers)
        var missing = 0
        for (index, identifier) in identifiers.enumerated() {
            let asset: AssetRecord
            do {
                asset = try library.asset(named: identifier)
            } catch let failure as CommandFailure where identifiers.count > 1 {
                // The others are printed all the same.
                StandardError.write(line: "albumen: \(PrintableText.line(failure.message))")
                missing += 1
                continue
            }
            if !options.json, index - missing > 0 { try output.write(line: "") }
            for line in try lines(asset, library) { try output.write(line: line) }
        }
        try output.flush()
        if missing > 0 {
            throw CommandFailure(
                "\(Count.text(missing, "identifier")) of \(identifiers.count) named no single photo or video.")
        }
    }

    private func lines(_ asset: AssetRecord, _ library: LibraryView) throws -> [String] {
        let resources = try library.resources(ofAsset: asset.id) ?? []
        let metadata = try library.metadata(ofAsset: asset.id) ?? MetadataRecord()
        let entry = AssetEntry(asset: asset, resources: resources, metadata: metadata)
        let replaced = try ReplacedValues(of: asset, in: library)
        let origins = try library.factOrigins(of: asset, metadata)
        let burst = try library.burstFrames(of: asset)
        let tracks = Result { try library.tracks(in: resources).map(TrackDocument.init) }
        let adjustment = try library.editSummary(of: asset).map(AdjustmentSummaryDocument.init)
        if options.json {
            let details = AssetMetadataDocument(
                entry, metadata, adjustment: adjustment, replaced: replaced, origins: origins, burst: burst,
                tracks: (try? tracks.get()) ?? [], placeNames: (try? AssetPlace.names(of: asset)) ?? [])
            return [try AssetDocument(entry, metadata: details).text()]
        }
        return AssetDescription(
            entry: entry, metadata: metadata, adjustment: adjustment, replaced: replaced, origins: origins,
            burst: burst, tracks: tracks, location: library.originals.url(of:)
        ).lines
    }
}
