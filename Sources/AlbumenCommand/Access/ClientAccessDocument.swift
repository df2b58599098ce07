import Albumen
import Foundation
import LibraryFiles
import Records

/// A client's access in JSON, with PhotoKit's names. All keys are always present, in alphabetical order.
///
/// | key | value |
/// |---|---|
/// | `addOnly`, `readWrite` | case name of `PHAuthorizationStatus`; `addOnly` follows `readWrite` if it has no answer of its own |
/// | `chosenAssets` | number of assets chosen for the client, which has an effect only while its access is limited |
/// | `client` | the program's name |
/// | `date` | UTC time of the newest answer; null if there is none |
/// | `hasToken` | whether the client has a token for the server that has an effect |
/// | `lastUsed` | UTC time of the last use, within an hour; null if there is none |
/// | `tokenUsers` | names of the other users whose programs may use the token |
struct ClientAccessDocument: Encodable {
    private let access: ClientAccess

    init(_ access: ClientAccess) {
        self.access = access
    }

    private enum Key: String, CodingKey {
        case addOnly, chosenAssets, client, date, hasToken, lastUsed, readWrite, tokenUsers
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(Self.name(of: access.effectiveAddOnlyStatus), forKey: .addOnly)
        try container.encode(access.chosenAssetCount, forKey: .chosenAssets)
        try container.encode(access.client, forKey: .client)
        try container.encode(access.date.flatMap(Timestamp.utc), forKey: .date)
        try container.encode(access.tokenDate != nil, forKey: .hasToken)
        try container.encode(access.lastUsed.flatMap(Timestamp.utc), forKey: .lastUsed)
        try container.encode(Self.name(of: access.effectiveReadWriteStatus), forKey: .readWrite)
        try container.encode(access.tokenUsers.map(UserName.of).sorted(), forKey: .tokenUsers)
    }

    /// Returns the name of a status. A status that this version doesn't know counts as `notDetermined`.
    private static func name(of status: AuthorizationStatus) -> String {
        status.name ?? AuthorizationStatus.notDetermined.description
    }
}
