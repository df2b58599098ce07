/// The answer that the environment gives to questions about deleting and about mass changes, for programs with nobody to
/// ask: `ALBUMEN_CONFIRM` is `allow`, `deny`, or a number of assets.
package enum ConfirmationSetting: Sendable, Equatable {
    case allow, deny
    /// Up to so many assets, however much of the library that is.
    case allowCount(Int)

    /// Nil where the environment says nothing. What it says in words that are none counts as `deny`.
    package init?(environment: [String: String]) {
        switch environment["ALBUMEN_CONFIRM"] {
        case nil, "": return nil
        case "allow": self = .allow
        case .some(let text): self = Int(text).map(Self.allowCount) ?? .deny
        }
    }

    /// Whether a change of so many assets is allowed.
    package func answer(toChangeOf count: Int) -> Bool {
        switch self {
        case .deny: false
        case .allow: true
        case .allowCount(let most): count <= most
        }
    }

    /// Whether the deletion is allowed. `allow` does not stand for a count: where one is needed, the number must be the one.
    package func answer(to deletion: Deletion) -> Bool {
        switch self {
        case .deny: false
        case .allow: !deletion.needsCount
        case .allowCount(let count): deletion.needsCount ? deletion.assets == count : deletion.assets <= count
        }
    }
}
