import CatalogShipping
import Foundation
import GRDB
import Glibc

/// Ships into a folder: a file for each change, named for its number.
///
/// A file has the page size, the number of the database's pages, whether it's a snapshot, and then each page's number and
/// contents. All numbers are words of the machine.
func shipForever(_ catalog: String, ledger: String, folder: String, _ random: inout Randomness) throws -> Never {
    let last = try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { UInt64($0) }.max() ?? 0
    let shipper = try CatalogShipper(
        catalog: catalog, ledger: ledger, identity: "stress", lastTransaction: last, patience: 600,
        createFile: { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) },
        connect: { try DatabaseQueue(path: catalog, configuration: $0) },
        sink: { try stage($0, in: folder) })
    while true {
        _ = try shipper.ship()
        if Int.random(in: 0..<8, using: &random) == 0 { _ = try shipper.checkpointIfNeeded(pages: 30) }
    }
}

private func stage(_ pages: ShippedPages, in folder: String) throws {
    let path = "\(folder)/\(pages.transaction)"
    guard let file = fopen(path + ".new", "w") else { throw CocoaError(.fileWriteUnknown) }
    func add(_ word: UInt32) { _ = withUnsafeBytes(of: word) { fwrite($0.baseAddress, 1, 4, file) } }
    add(UInt32(pages.pageSize))
    add(pages.commit)
    add(pages.isSnapshot ? 1 : 0)
    try pages.forEachPage { number, bytes in
        add(number)
        fwrite(bytes.baseAddress, 1, bytes.count, file)
    }
    guard fclose(file) == 0, rename(path + ".new", path) == 0 else { throw CocoaError(.fileWriteUnknown) }
}
