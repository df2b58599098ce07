/// A value that can be exported to data or files, and imported from them.
///
/// ```swift
/// struct Movie: Transferable {
///     let url: URL
///
///     static var transferRepresentation: some TransferRepresentation {
///         FileRepresentation(contentType: .movie) { movie in
///             SentTransferredFile(movie.url)
///         } importing: { received in
///             let copy = FileManager.default.temporaryDirectory.appending(path: "movie.mov")
///             try FileManager.default.copyItem(at: received.file, to: copy)
///             return Movie(url: copy)
///         }
///     }
/// }
/// ```
public protocol Transferable: SendableMetatype {
    associatedtype Representation: TransferRepresentation

    /// The representations of the type, with the highest fidelity first.
    @TransferRepresentationBuilder<Self>
    static var transferRepresentation: Representation { get }
}

/// A way to export and import values, or several of them.
///
/// Use ``DataRepresentation``, ``FileRepresentation``, ``CodableRepresentation`` and ``ProxyRepresentation``, or
/// combine them in the body of an own representation.
public protocol TransferRepresentation<Item>: Sendable {
    /// The type of the values.
    associatedtype Item: Transferable
    associatedtype Body: TransferRepresentation

    /// The representations that this representation consists of.
    @TransferRepresentationBuilder<Item>
    var body: Body { get }
}

extension Never: Transferable, TransferRepresentation {
    public typealias Item = Never

    public typealias Body = Never

    public static var transferRepresentation: Never { return fatalError("Never has no representation.") }
}

extension TransferRepresentation where Body == Never {
    /// Representations of this module have no body. Don't call it.
    public var body: Never { fatalError("\(Self.self) has no body.") }
}

/// Combines the representations in a closure, with the highest fidelity first.
@resultBuilder
public struct TransferRepresentationBuilder<Item: Transferable> {
    public static func buildExpression<Content: TransferRepresentation>(_ content: Content) -> Content
    where Content.Item == Item {
        content
    }

    public static func buildPartialBlock<Content: TransferRepresentation>(first content: Content) -> Content
    where Content.Item == Item {
        content
    }

    public static func buildPartialBlock<First: TransferRepresentation, Second: TransferRepresentation>(
        accumulated: First, next: Second
    ) -> TupleTransferRepresentation<Item, (First, Second)> where First.Item == Item, Second.Item == Item {
        TupleTransferRepresentation(transfers: accumulated.transfers(of: Item.self) + next.transfers(of: Item.self))
    }
}

/// Several representations of one type. A ``TransferRepresentationBuilder`` creates it.
public struct TupleTransferRepresentation<Item: Transferable, Value>: PrimitiveRepresentation {
    let transfers: [Transfer<Item>]

    public typealias Body = Never
}
