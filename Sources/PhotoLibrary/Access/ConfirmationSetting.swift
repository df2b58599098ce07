/// The answer of the environment to questions about deletions, edits and mass changes, for programs that can't ask
/// anyone. `ALBUMEN_CONFIRM` is `allow`, `deny`, or a number of assets.
package enum ConfirmationSetting: Sendable, Equatable {
    case allow, deny
    /// Allows changes of at most this number of assets. A deletion that needs a count must have exactly this number.
    case allowCount(Int)
    /// A value that means nothing, which denies everything.
    case invalid(String)

    /// Returns `nil` if the variable is missing.
    package init?(environment: [String: String]) {
        switch environment["ALBUMEN_CONFIRM"] {
        case nil, "": return nil
        case "allow": self = .allow
        case "deny": self = .deny
        case .some(let text): self = Int(text).flatMap { $0 >= 0 ? .allowCount($0) : nil } ?? .invalid(text)
        }
    }

    /// A sentence about an invalid value, or `nil` if the value is valid.
    package var complaint: String? {
        guard case .invalid(let text) = self else { return nil }
        return "ALBUMEN_CONFIRM is “\(text)”, which is neither allow nor deny nor a number."
    }

    /// Returns whether a change of this number of assets is allowed.
    package func answer(toChangeOf count: Int) -> Bool {
        switch self {
        case .deny, .invalid: false
        case .allow: true
        case .allowCount(let most): count <= most
        }
    }

    /// Returns whether a deletion is allowed. `allow` isn't sufficient if the deletion needs a count: then the number
    /// must match.
    package func answer(to deletion: Deletion) -> Bool {
        switch self {
        case .deny, .invalid: false
        case .allow: !deletion.needsCount
        case .allowCount(let count): deletion.needsCount ? deletion.assets == count : deletion.assets <= count
        }
    }

    /// Returns whether a client's changes are allowed. Edits count like deletions.
    package func answer(to request: ConsentRequest) -> Bool {
        guard answer(to: request.deletion) else { return false }
        return request.deletion.needsCount || answer(toChangeOf: request.assetCount)
    }
}
