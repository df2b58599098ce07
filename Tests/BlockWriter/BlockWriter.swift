import Albumen
import AlbumenModel
import Catalog
import Foundation
import Records

/// Makes random blocks of changes to a library until it is killed, and says the number of each that is committed; or so many
/// small commits.
///
/// Usage: block-writer LIBRARY SEED
///        block-writer LIBRARY favorite COUNT
///        block-writer LIBRARY edit FOLDER
///        block-writer LIBRARY filter
@main enum BlockWriter {
    static func main() throws {
        let arguments = CommandLine.arguments
        let library = try Library(at: URL(fileURLWithPath: arguments[1]))
        if arguments.count == 4, arguments[2] == "edit" {
            try edit(with: URL(fileURLWithPath: arguments[3]), in: library)
        }
        if arguments.count == 3, arguments[2] == "filter" { return try filter(in: library) }
        if arguments.count == 4, let count = Int(arguments[3]) { return try favor(count, in: library) }
        var blocks = RandomBlocks(seed: UInt64(arguments[2]) ?? 0)
        var model = try LibraryModel(of: library)
        for number in 1... {
            let block = blocks.next(for: model)
            let rows = try LibraryModel.rows(of: library)
            var transaction = Transaction()
            for change in block { transaction.record(change.operation(rows: rows)) }
            do {
                _ = try library.view(for: .owner(through: "test")).commit(transaction)
                try model.apply(block)
            } catch is LibraryError {
                // A block that cannot be made changes nothing; the reader knows which those are.
            }
            FileHandle.standardOutput.write(Data("\(number)\n".utf8))
        }
    }

    /// Turns the first asset's favourite over, a commit each time.
    private static func favor(_ count: Int, in library: Library) throws {
        guard let asset = try library.view(for: .owner(through: "test")).assetIdentifiers(AssetFetch()).first,
            let uuid = try library.view(for: .owner(through: "test")).assets(withIdentifiers: [asset])[asset]?.uuid
        else { return }
        for number in 0..<count {
            var change = AssetChange()
            change.isFavorite = number % 2 == 0
            var transaction = Transaction()
            transaction.record(.change(change, assetUUID: uuid))
            _ = try library.view(for: .owner(through: "test")).commit(transaction)
        }
    }

    /// Makes the first asset grey. Writes a line after some frames, and then waits until it is killed.
    private static func filter(in library: Library) throws {
        let view = library.view(for: .owner(through: "test"))
        guard let asset = try view.assetIdentifiers(AssetFetch()).first,
            let uuid = try view.assets(withIdentifiers: [asset])[asset]?.uuid
        else { fatalError("The library has no asset.") }
        let wait: @Sendable (Double) -> Void = { _ in
            FileHandle.standardOutput.write(Data("rendering\n".utf8))
            while true { pause() }
        }
        _ = try view.adjust(assetUUID: uuid, progress: wait) { recipe, _ in recipe.filter = .mono }
    }

    /// Edits the first asset with the folder's JPEGs in turn, and reverts each fourth edit, undoes that and reverts it
    /// again, until it is killed. Says the number of each committed operation.
    private static func edit(with folder: URL, in library: Library) throws -> Never {
        let view = library.view(for: .owner(through: "test"))
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        guard let asset = try view.assetIdentifiers(AssetFetch()).first,
            let uuid = try view.assets(withIdentifiers: [asset])[asset]?.uuid
        else { fatalError("The library has no asset.") }
        var settings = Transaction.Settings()
        settings.keepsReversals = true
        for number in 1... {
            if number.isMultiple(of: 4) {
                let outcomes = try view.commit([.revertEdit(assetUUID: uuid)], settings: settings)
                if let reversal = outcomes[0].reversal { try view.commit([.revert(reversal)]) }
                try view.commit([.revertEdit(assetUUID: uuid)], settings: settings)
            } else {
                let file = folder.appending(path: files[number % files.count])
                let adjustment = AdjustmentData(
                    formatIdentifier: "test", formatVersion: "1", data: Data("\(number)".utf8))
                let edit = AssetEdit(
                    adjustment: adjustment, renderings: [EditRendering(type: .fullSizePhoto, file: file)])
                try view.commit([.edit(edit, assetUUID: uuid)], settings: settings)
            }
            FileHandle.standardOutput.write(Data("\(number)\n".utf8))
        }
        fatalError("The numbers ended.")
    }
}
