/// A text to search for in the picker's page.
public struct PHPickerSearchText: Equatable, Hashable, @unchecked Sendable {
    let text: String

    /// Creates a search from a text, as the user would write it. A blank text finds all photos. The server reads up to
    /// 500 bytes of the text in UTF-8.
    public init(_ string: String) {
        text = string
    }
}
