package import Foundation
internal import Glibc

/// Writes a database file from a snapshot and the files after it.
///
/// Files are applied one after another instead of merged. A chain can then be of any length with one download at a time,
/// and the page checksums that the next shipper needs are complete at the end. The price is that a page which several
/// files have is written several times. Needs 8 bytes of memory for each page of the database. It isn't thread-safe.
///
/// - Important: The database file is unusable until ``finish()`` returned. Delete it after an error.
package final class LTXRestore {
    private let file: DatabaseFile
    private var header: LTXHeader?
    private var ledger: [UInt64] = []
    private var isOpen = true

    /// Begins a restore to an empty file that is open for writing.
    ///
    /// - Parameters:
    ///   - descriptor: The file. The caller closes it after the restore.
    ///   - name: The file that errors name.
    package init(descriptor: CInt, name: String) {
        file = DatabaseFile(descriptor: descriptor, name: name)
    }

    /// Restores a database to a new file. Removes the file after an error.
    ///
    /// - Parameters:
    ///   - chain: The files' descriptions, beginning with a snapshot.
    ///   - url: The new file. Nothing may exist there.
    ///   - open: Begins to read a file. Called for one file after another.
    /// - Throws: ``LTXError``, or an error of `open` or of a reader's source.
    package static func restore<Chain: Sequence>(
        _ chain: Chain, to url: URL, open: (Chain.Element) throws -> LTXReader
    ) throws -> RestoredDatabase {
        let descriptor = try DatabaseFile.create(at: url)
        defer { close(descriptor) }
        do {
            let restore = LTXRestore(descriptor: descriptor, name: url.path)
            for element in chain { try restore.apply(open(element)) }
            return try restore.finish()
        } catch {
            unlink(url.path)
            throw error
        }
    }

    /// Applies the next file, and verifies it.
    ///
    /// The first file must be a snapshot. Each later file must have the transaction after the former file's last. It may
    /// also have some before that.
    ///
    /// - Parameter reader: An unread file.
    /// - Throws: ``LTXError``, or the error of the reader's source. The restore has then failed.
    package func apply(_ reader: LTXReader) throws {
        try open()
        isOpen = false
        try check(reader)
        let lockPage = reader.header.lockPage
        while let (number, bytes) = try reader.next() {
            let index = Int(number) - 1
            // The lock page has a place in the list, too. Its value stays 0.
            if ledger.count < index, lockPage == number - 1 { ledger.append(0) }
            if index == ledger.count {
                ledger.append(CRC64.ofPage(number: number, bytes))
            } else if index < ledger.count {
                ledger[index] = CRC64.ofPage(number: number, bytes)
            } else {
                // Only a reader whose first pages the caller took: it demands the pages by which the database grew.
                throw LTXError(.missingPage, "\(reader.name) lacks page \(ledger.count + 1). Read it from its start.")
            }
            try file.write(bytes, at: UInt64(index) * UInt64(reader.header.pageSize))
        }
        let commit = Int(reader.header.commit)
        if ledger.count > commit { ledger.removeLast(ledger.count - commit) }
        header = reader.header
        isOpen = true
    }

    /// Ends the restore: sets the file's size, and waits until the disk has the file.
    ///
    /// - Throws: ``LTXError`` with the code `noSnapshot` if no file was applied, or `fileFailure`.
    package func finish() throws -> RestoredDatabase {
        try open()
        isOpen = false
        guard let header else { throw LTXError(.noSnapshot, "There is no snapshot to restore \(file.name) from.") }
        try file.truncate(to: UInt64(header.commit) * UInt64(header.pageSize))
        try file.synchronize()
        return RestoredDatabase(header: header, pageChecksums: ledger)
    }

    private func check(_ reader: LTXReader) throws(LTXError) {
        let next = reader.header
        guard let header else {
            guard next.isSnapshot else {
                throw LTXError(
                    .noSnapshot,
                    "\(reader.name) begins with transaction \(next.transactions.lowerBound). Begin with a snapshot.")
            }
            return
        }
        let end = header.transactions.upperBound
        guard next.transactions.upperBound > end else {
            throw LTXError(.notContiguous, "\(reader.name) has no transaction after \(end), which is restored already.")
        }
        guard next.transactions.lowerBound - 1 <= end else {
            throw LTXError(.notContiguous, "Transaction \(end + 1) is missing before \(reader.name).")
        }
        guard next.pageSize == header.pageSize else {
            throw LTXError(
                .notContiguous,
                "\(reader.name) has pages of \(next.pageSize) bytes, and the snapshot of \(header.pageSize).")
        }
        reader.demandGrowth(since: header.commit)
    }

    private func open() throws(LTXError) {
        guard isOpen else {
            throw LTXError(.alreadyFinished, "Restoring \(file.name) ended or failed already. Restore to a new file.")
        }
    }
}
