import Albumen
import ArgumentParser
import BlobStore
import Catalog
import Foundation

/// `albumen info`: all that is known of one asset.
struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Tell all that is known of a photo or video.",
        discussion: """
            Also of a hidden or deleted one.

              albumen info 421C93B7-E05A-41FF-9983-02C1B8B41902/L0/001
              albumen info 421c93b7
            """)

    private static let prefixMinimum = 8

    @Argument(
        help: ArgumentHelp(
            "A local identifier, its UUID, or the first \(prefixMinimum) or more characters of it.",
            valueName: "id"))
    var identifier: String

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        let library = try options.openExisting()
        let asset = try find(in: library)
        let (resources, metadata) = try library.catalog.read { reader in
            (try reader.resources(ofAsset: asset.id), try reader.metadata(ofAsset: asset.id) ?? MetadataRecord())
        }
        let entry = AssetEntry(asset: asset, resources: resources)
        let output = StandardOutput.shared
        if options.json {
            let document = AssetDocument(entry, metadata: AssetMetadataDocument(asset, metadata))
            try output.write(line: JSONLine.text(document))
        } else {
            let description = AssetDescription(entry: entry, metadata: metadata, location: library.blobs.fileURL)
            for line in description.lines { try output.write(line: line) }
        }
        try output.flush()
    }

    private func find(in library: Library) throws -> AssetRecord {
        if let uuid = LocalIdentifier.uuid(of: identifier) {
            if let asset = try library.catalog.read({ try $0.asset(uuid: uuid) }) { return asset }
            throw notFound
        }
        let prefix = identifier.uppercased()
        guard prefix.utf8.count >= Self.prefixMinimum, prefix.allSatisfy({ $0 == "-" || $0.isHexDigit }) else {
            throw CommandFailure(
                "“\(identifier)” is no identifier. Take one from albumen list; its first \(Self.prefixMinimum) "
                    + "characters are enough.")
        }
        let found = try assets(withPrefix: prefix, in: library)
        guard let asset = found.first else { throw notFound }
        guard found.count == 1 else {
            throw CommandFailure(
                "More than one identifier begins with “\(identifier)”: \(found[0].uuid) and \(found[1].uuid). "
                    + "Give more of it.")
        }
        return asset
    }

    private var notFound: CommandFailure {
        CommandFailure("There is no asset \(identifier) in the library. See which there are: albumen list")
    }

    /// At most two.
    private func assets(withPrefix prefix: String, in library: Library) throws -> [AssetRecord] {
        var query = AssetQuery()
        // G follows all that an identifier is made of.
        query.filter = .between(.column(.uuid), .text(prefix), .text(prefix + "G"))
        query.hidden = .included
        query.trashed = .included
        query.includesAllBurstMembers = true
        query.sourceTypes = .max
        query.limit = 2
        return try library.catalog.read { reader in
            let identifiers = try reader.assetIdentifiers(matching: query)
            let assets = try reader.assets(withIdentifiers: identifiers)
            return identifiers.compactMap { assets[$0] }
        }
    }
}
