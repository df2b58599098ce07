public import Foundation
public import UniformTypeIdentifiers

/// A representation as a file.
public struct FileRepresentation<Item: Transferable>: PrimitiveRepresentation {
    let transfers: [Transfer<Item>]

    /// Creates a representation of a type in both directions.
    ///
    /// - Parameters:
    ///   - shouldAttemptToOpenInPlace: Whether to import from the sender's own file if it permits that.
    ///   - importing: Creates a value from the file. A copy is deleted when the closure returns.
    public init(
        contentType: UTType, shouldAttemptToOpenInPlace: Bool = false,
        exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile,
        importing: @escaping @Sendable (ReceivedTransferredFile) async throws -> Item
    ) {
        transfers = [
            Transfer(
                type: contentType, exporting: .file(exporting, mayOpenInPlace: shouldAttemptToOpenInPlace),
                importing: .file(importing, opensInPlace: shouldAttemptToOpenInPlace))
        ]
    }

    /// Creates a representation that only exports.
    ///
    /// - Parameter shouldAllowToOpenInPlace: Whether receivers may open the file itself, if the exported file allows it,
    ///   too.
    public init(
        exportedContentType: UTType, shouldAllowToOpenInPlace: Bool = false,
        exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile
    ) {
        transfers = [
            Transfer(
                type: exportedContentType, exporting: .file(exporting, mayOpenInPlace: shouldAllowToOpenInPlace))
        ]
    }

    /// Creates a representation that only imports.
    public init(
        importedContentType: UTType, shouldAttemptToOpenInPlace: Bool = false,
        importing: @escaping @Sendable (ReceivedTransferredFile) async throws -> Item
    ) {
        transfers = [
            Transfer(
                type: importedContentType, importing: .file(importing, opensInPlace: shouldAttemptToOpenInPlace))
        ]
    }

    public typealias Body = Never
}

/// A file that a value was exported to.
public struct SentTransferredFile: Sendable {
    /// The file. It must exist until the transfer has ended.
    public let file: URL

    /// Whether receivers may open the file itself.
    public let allowAccessingOriginalFile: Bool

    public init(_ file: URL, allowAccessingOriginalFile: Bool = false) {
        self.file = file
        self.allowAccessingOriginalFile = allowAccessingOriginalFile
    }
}

/// A file to import a value from.
public struct ReceivedTransferredFile: Sendable {
    /// The file. A copy is deleted when the import ends.
    public let file: URL

    /// Whether this is the sender's own file.
    public let isOriginalFile: Bool
}
