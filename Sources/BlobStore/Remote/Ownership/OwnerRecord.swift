package import Foundation

/// The document in a place that names the owner of an epoch. Nobody ever changes or removes it.
package struct OwnerRecord: Hashable, Sendable, Codable {
    /// When changes of the library are reported to clients.
    package enum Mode: String, Sendable, Codable {
        /// When they are on the machine's disk.
        case local
        /// When they are in the place, and the machine still owns the library.
        case durable
    }

    /// The state of the catalog that an epoch began with.
    package struct Origin: Hashable, Sendable, Codable {
        package let epoch: Epoch
        /// The number of the last transaction, as in the names of LTX files.
        package let transaction: UInt64

        package init(epoch: Epoch, transaction: UInt64) {
            self.epoch = epoch
            self.transaction = transaction
        }
    }

    static let currentFormat = 1

    package let format: Int
    package let library: UUID
    package let epoch: Epoch
    /// The machine's identifier, or its name if it has none.
    package let machine: String
    /// The machine's name, for people.
    package let machineName: String
    /// The path of the library's folder without symbolic links.
    package let folder: String
    /// A random identifier that the claiming process chose.
    package let session: UUID
    /// The address at which the owner serves the library, for redirections.
    package let address: String?
    package let mode: Mode
    /// The time by the owner's clock, for people.
    package let date: Date
    /// The state that the owner restored, or `nil` for a new history.
    package let from: Origin?
    /// A random number that tells the answer to this record's creation from that of others.
    package let nonce: UUID

    package init(_ claim: OwnerClaim, epoch: Epoch, nonce: UUID = UUID()) {
        format = Self.currentFormat
        library = claim.library
        self.epoch = epoch
        machine = claim.copy.machine
        machineName = claim.copy.machineName
        folder = claim.copy.folder
        session = claim.session
        address = claim.address
        mode = claim.mode
        // The document has whole seconds.
        date = Date(timeIntervalSince1970: claim.date.timeIntervalSince1970.rounded(.down))
        from = claim.from
        self.nonce = nonce
    }

    /// The copy of the library that owns it.
    package var copy: PlaceMark.Copy {
        PlaceMark.Copy(machine: machine, machineName: machineName, folder: folder)
    }

    /// Returns whether this record already is what the claim asks for, so that no new epoch is needed.
    ///
    /// The copy is the owner, and its processes follow each other: a lock in the folder keeps them apart. Two machines with the
    /// same identifier can't have two changes of the same number, because the names of their files in the place are the same.
    func satisfies(_ claim: OwnerClaim) -> Bool {
        belongs(to: claim) && mode == claim.mode && address == claim.address && claim.from == nil
    }

    /// Returns whether the library and its copy are those of the claim.
    func belongs(to claim: OwnerClaim) -> Bool {
        library == claim.library && copy.isSame(as: claim.copy)
    }

    // MARK: The document

    func encoded() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return try encoder.encode(self)
    }

    /// Decodes the record of an epoch.
    ///
    /// - Throws: `misbehaving` if it isn't one.
    static func decode(_ data: Data, of epoch: Epoch, _ address: String) throws -> OwnerRecord {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        do {
            let record = try decoder.decode(OwnerRecord.self, from: data)
            if record.format == currentFormat, record.epoch == epoch { return record }
        } catch is DecodingError {
            // The error below says what to do.
        }
        throw RemoteBlobError(
            .misbehaving,
            "The record \(epoch.recordName) in \(address) can't be read. A newer version of Albumen may have written it, or "
                + "it was changed. Update Albumen, or use another prefix or folder.")
    }
}
