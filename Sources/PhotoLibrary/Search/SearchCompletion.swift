/// A text that completes a search.
package struct SearchCompletion: Sendable, Equatable {
    /// The kinds in the order of their importance.
    package enum Kind: String, Sendable, CaseIterable {
        case kind, album, place, keyword, camera, date
    }

    /// The entire text of the search.
    package let text: String
    /// The name that completes the text, such as an album's.
    package let title: String
    package let kind: Kind
    /// The number of photos and videos with the name, or `nil` if the search has other words beside the name.
    package let count: Int?
}
