/// A server of Immich and the key to it.
///
/// The key never appears in a description, so that a log or a message can't contain it.
package struct ImmichServer: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The address as people write it: `https://host[:port][/path]`, with or without `/api`.
    package var address: String
    /// The API key, from the account settings of Immich. It belongs to one user.
    package var apiKey: String

    package init(address: String, apiKey: String) {
        self.address = address
        self.apiKey = apiKey
    }

    package var description: String { address }
    package var debugDescription: String { address }
    package var customMirror: Mirror { Mirror(self, children: ["address": address]) }
}
