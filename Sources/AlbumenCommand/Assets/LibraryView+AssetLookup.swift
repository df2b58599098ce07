import Albumen
import Foundation
import Records

extension LibraryView {
    /// The smallest number of characters that can identify an asset.
    static var identifierMinimum: Int { 8 }

    /// Returns the asset with a local identifier, a UUID, or the first characters of one, even if it's hidden or
    /// deleted.
    ///
    /// - Throws: `CommandFailure` if there is no match, or more than one.
    func asset(named identifier: String) throws -> AssetRecord {
        let notFound = CommandFailure(
            "There is no photo or video \(identifier) in the library. See the identifiers with: albumen list")
        if let uuid = LocalIdentifier.uuid(of: identifier) {
            if let asset = try assets(uuids: [uuid])[uuid] { return asset }
            throw notFound
        }
        let prefix = identifier.uppercased()
        guard prefix.utf8.count >= Self.identifierMinimum, prefix.allSatisfy({ $0 == "-" || $0.isHexDigit }) else {
            throw CommandFailure(
                "“\(identifier)” isn't an identifier. Copy one from albumen list. Its first "
                    + "\(Self.identifierMinimum) characters are enough.")
        }
        let found = try assets(uuidPrefix: prefix, limit: 2)
        guard let asset = found.first else { throw notFound }
        guard found.count == 1 else {
            throw CommandFailure(
                "More than one identifier begins with “\(identifier)”: \(found[0].uuid) and \(found[1].uuid). "
                    + "Enter more characters.")
        }
        return asset
    }
}
