/// A document that its writer replaces again and again. Nothing depends on its content for safety: it may be old, and a
/// store may deliver an earlier one.
package enum RemoteAdvice: Hashable, Sendable {
    /// The last position of the catalog that the owner of an epoch has shipped.
    case head(Epoch)
    /// A sign of life of a machine.
    case machine(MachineName)

    /// The part of a machine's document that follows `albumen/machines/`.
    package struct MachineName: Hashable, Sendable {
        fileprivate let document: RemoteName

        /// Returns `nil` for a text that isn't one component of a name.
        package init?(_ text: String) {
            guard !text.utf8.contains(UInt8(ascii: "/")), let document = RemoteName("albumen/machines/\(text)") else {
                return nil
            }
            self.document = document
        }
    }

    /// The document's name in the place.
    package var name: RemoteName {
        switch self {
        case .head(let epoch): epoch.headName
        case .machine(let machine): machine.document
        }
    }
}
