import Foundation
import UniformTypeIdentifiers

/// One type to which values can be exported, or from which they can be imported.
struct Transfer<Item: Transferable>: Sendable {
    enum Export: Sendable {
        case data(@Sendable (Item) async throws -> Data)
        case file(@Sendable (Item) async throws -> SentTransferredFile, mayOpenInPlace: Bool)
    }

    enum Import: Sendable {
        case data(@Sendable (Data) async throws -> Item)
        case file(@Sendable (ReceivedTransferredFile) async throws -> Item, opensInPlace: Bool)
    }

    var type: UTType
    var visibility = TransferRepresentationVisibility.all
    var exporting: Export?
    var importing: Import?
    var condition: (@Sendable (Item) -> Bool)?
    var suggestedFileName: (@Sendable (Item) -> String?)?
}

/// A representation that this module implements.
protocol PrimitiveRepresentation: TransferRepresentation {
    var transfers: [Transfer<Item>] { get }
}

extension TransferRepresentation {
    /// Returns the types of this representation and of its body.
    func transfers<Wanted: Transferable>(of: Wanted.Type) -> [Transfer<Wanted>] {
        if let primitive = self as? any PrimitiveRepresentation {
            return Self.transfers(primitive) as? [Transfer<Wanted>] ?? []
        }
        return Body.self == Never.self ? [] : body.transfers(of: Wanted.self)
    }

    private static func transfers(_ primitive: some PrimitiveRepresentation) -> Any {
        primitive.transfers
    }
}

extension Transferable {
    static var transfers: [Transfer<Self>] {
        transferRepresentation.transfers(of: Self.self)
    }
}
