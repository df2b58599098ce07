public import Foundation
public import UniformTypeIdentifiers

/// A representation as data in memory. For large items, use a ``FileRepresentation``.
public struct DataRepresentation<Item: Transferable>: PrimitiveRepresentation {
    let transfers: [Transfer<Item>]

    /// Creates a representation of a type in both directions.
    public init(
        contentType: UTType, exporting: @escaping @Sendable (Item) async throws -> Data,
        importing: @escaping @Sendable (Data) async throws -> Item
    ) {
        transfers = [Transfer(type: contentType, exporting: .data(exporting), importing: .data(importing))]
    }

    /// Creates a representation that only exports.
    public init(
        exportedContentType: UTType, exporting: @escaping @Sendable (Item) async throws -> Data
    ) {
        transfers = [Transfer(type: exportedContentType, exporting: .data(exporting))]
    }

    /// Creates a representation that only imports.
    public init(
        importedContentType: UTType, importing: @escaping @Sendable (Data) async throws -> Item
    ) {
        transfers = [Transfer(type: importedContentType, importing: .data(importing))]
    }

    public typealias Body = Never
}
