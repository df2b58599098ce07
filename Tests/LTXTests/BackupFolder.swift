import Foundation
import LTX
import Testing

/// A backup in a folder.
struct BackupFolder {
    let url: URL

    /// Stores a file. Its time is that of its last transaction.
    func store(_ file: SampleFile, level: Int) throws {
        try store(Data(file.bytes()), LTXName(level: level, transactions: file.header.transactions), file.header.date)
    }

    func store(_ bytes: Data, _ name: LTXName, _ date: Date) throws {
        let file = url.appending(path: name.path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: file)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
    }

    /// All files of the backup.
    func files() throws -> [LTXFile] {
        try FileManager.default.subpathsOfDirectory(atPath: url.path).compactMap { path in
            guard let name = LTXName(path: path) else { return nil }
            let attributes = try FileManager.default.attributesOfItem(atPath: url.appending(path: path).path)
            return LTXFile(
                name: name, size: attributes[.size] as? UInt64 ?? 0, date: attributes[.modificationDate] as? Date)
        }
    }

    /// Restores the backup without Litestream.
    func restore(_ target: RestoreChain.Target = .newest, to file: URL) throws -> Data {
        let chain = try RestoreChain.choose(from: files(), target)
        let restored = try LTXRestore.restore(chain.files, to: file) { element in
            let handle = try FileHandle(forReadingFrom: url.appending(path: element.name.path))
            return try LTXReader(name: element.name.path, expecting: element.name.transactions) {
                try handle.read(upToCount: $0)
            }
        }
        #expect(restored.header.transactions.upperBound == chain.last)
        let data = try Data(contentsOf: file)
        try FileManager.default.removeItem(at: file)
        return data
    }
}
