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
@main enum BlockWriter {
    static func main() throws {
        let arguments = CommandLine.arguments
        let library = try Library(at: URL(fileURLWithPath: arguments[1]))
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
}
