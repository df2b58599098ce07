/// A part of an XML document: markup, or the text between two tags.
package struct XMLToken: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        /// Text that can contain references.
        case text
        /// A CDATA section with its text.
        case literal(Range<Int>)
        case comment
        case instruction
        /// A document type without declarations of its own.
        case documentType
        case start(name: Range<Int>, attributes: [XMLAttribute], isEmpty: Bool)
        case end(name: Range<Int>)
    }

    package let kind: Kind
    /// Where the token lies in the document.
    package let range: Range<Int>
}

/// An attribute of a tag, by its positions in the document.
package struct XMLAttribute: Equatable, Sendable {
    package let name: Range<Int>
    /// The value without its quotes. It can contain references.
    package let value: Range<Int>
    package let range: Range<Int>
}
