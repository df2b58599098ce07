/// The value of an XMP property, of a list's item or of a structure's field.
package struct XMPValue: Sendable, Equatable {
    package enum Content: Sendable, Equatable {
        case text(String)
        case list(ListKind, [XMPValue])
        case structure([XMPName: XMPValue])
    }

    package enum ListKind: String, Sendable {
        case alternatives = "Alt"
        case unordered = "Bag"
        case ordered = "Seq"
    }

    package var content: Content
    /// The language of a text, such as `x-default` or `de-AT`, or `nil` if it isn't stated.
    package var language: String?

    package init(_ content: Content, language: String? = nil) {
        self.content = content
        self.language = language
    }
}

extension XMPValue {
    /// The text, or that of a list's first item, or `nil` for a structure and an empty list.
    package var text: String? {
        switch content {
        case .text(let text): text
        case .list(_, let items): items.first?.singleText
        case .structure: nil
        }
    }

    /// The texts of a list, or the single text.
    package var texts: [String] {
        switch content {
        case .text(let text): [text]
        case .list(_, let items): items.compactMap(\.singleText)
        case .structure: []
        }
    }

    /// The texts of the alternatives in several languages: that of the default language first, then in the order of
    /// the document.
    package var localizedTexts: [String] {
        guard case .list(_, let items) = content else { return texts }
        let defaults = items.filter { $0.language?.lowercased() == "x-default" }
        let others = items.filter { $0.language?.lowercased() != "x-default" }
        return (defaults + others).compactMap(\.singleText)
    }

    package var items: [XMPValue] {
        if case .list(_, let items) = content { items } else { [] }
    }

    /// The field of a structure.
    package subscript(namespace: String, name: String) -> XMPValue? {
        if case .structure(let fields) = content { fields[XMPName(namespace, name)] } else { nil }
    }

    private var singleText: String? {
        if case .text(let text) = content { text } else { nil }
    }
}
