import Albumen
import Catalog
import Foundation
import Records

extension Library {
    /// How much of an identifier has to be told.
    static var identifierMinimum: Int { 8 }

    /// The asset of a local identifier, of its UUID, or of the first characters of one. Also a hidden or deleted one.
    ///
    /// - Throws: `CommandFailure` where there is none, or more than one begins so.
    func asset(named identifier: String) throws -> AssetRecord {
        let notFound = CommandFailure(
            "There is no asset \(identifier) in the library. See which there are: albumen list")
        if let uuid = LocalIdentifier.uuid(of: identifier) {
            if let asset = try catalog.read({ try $0.asset(uuid: uuid) }) { return asset }
            throw notFound
        }
        let prefix = identifier.uppercased()
        guard prefix.utf8.count >= Self.identifierMinimum, prefix.allSatisfy({ $0 == "-" || $0.isHexDigit }) else {
            throw CommandFailure(
                "“\(identifier)” is no identifier. Take one from albumen list; its first \(Self.identifierMinimum) "
                    + "characters are enough.")
        }
        let found = try assets(withPrefix: prefix)
        guard let asset = found.first else { throw notFound }
        guard found.count == 1 else {
            throw CommandFailure(
                "More than one identifier begins with “\(identifier)”: \(found[0].uuid) and \(found[1].uuid). "
                    + "Give more of it.")
        }
        return asset
    }

    /// At most two.
    private func assets(withPrefix prefix: String) throws -> [AssetRecord] {
        var query = AssetQuery()
        // G follows all that an identifier is made of.
        query.filter = .between(.column(.uuid), .text(prefix), .text(prefix + "G"))
        query.hidden = .included
        query.trashed = .included
        query.includesAllBurstMembers = true
        query.sourceTypes = .all
        query.limit = 2
        return try catalog.read { reader in
            let identifiers = try reader.assetIdentifiers(matching: query)
            let assets = try reader.assets(withIdentifiers: identifiers)
            return identifiers.compactMap { assets[$0] }
        }
    }
}
