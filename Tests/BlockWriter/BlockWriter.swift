import Albumen
import AlbumenModel
import Foundation

/// Makes random blocks of changes to a library until it is killed, and says the number of each that is committed.
///
/// Usage: block-writer LIBRARY SEED
@main enum BlockWriter {
    static func main() throws {
        let arguments = CommandLine.arguments
        let library = try Library(at: URL(fileURLWithPath: arguments[1]))
        var blocks = RandomBlocks(seed: UInt64(arguments[2]) ?? 0)
        var model = try LibraryModel(of: library)
        for number in 1... {
            let block = blocks.next(for: model)
            let rows = try LibraryModel.rows(of: library)
            var transaction = Transaction(author: "test")
            for change in block { transaction.record(change.operation(rows: rows)) }
            do {
                _ = try transaction.commit(to: library)
                try model.apply(block)
            } catch is LibraryError {
                // A block that cannot be made changes nothing; the reader knows which those are.
            }
            FileHandle.standardOutput.write(Data("\(number)\n".utf8))
        }
    }
}
