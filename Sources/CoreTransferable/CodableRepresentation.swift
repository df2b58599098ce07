public import Foundation
public import UniformTypeIdentifiers

/// An encoder of whole values. Combine declares this protocol on Apple's platforms.
public protocol TopLevelEncoder: SendableMetatype {
    associatedtype Output

    func encode<Value: Encodable>(_ value: Value) throws -> Output
}

/// A decoder of whole values. Combine declares this protocol on Apple's platforms.
public protocol TopLevelDecoder: SendableMetatype {
    associatedtype Input

    func decode<Value: Decodable>(_ type: Value.Type, from input: Input) throws -> Value
}

extension JSONEncoder: TopLevelEncoder {}
extension JSONDecoder: TopLevelDecoder {}
extension PropertyListEncoder: TopLevelEncoder {}
extension PropertyListDecoder: TopLevelDecoder {}

/// A representation of encodable values, as JSON unless you pass another coder.
public struct CodableRepresentation<Item, Encoder, Decoder>: PrimitiveRepresentation
where
    Item: Transferable, Item: Codable, Encoder: TopLevelEncoder, Decoder: TopLevelDecoder, Encoder.Output == Data,
    Decoder.Input == Data
{
    let transfers: [Transfer<Item>]

    /// Creates a representation as JSON.
    public init(for itemType: Item.Type = Item.self, contentType: UTType)
    where Encoder == JSONEncoder, Decoder == JSONDecoder {
        self.init(for: itemType, contentType: contentType, encoder: JSONEncoder(), decoder: JSONDecoder())
    }

    /// Creates a representation with an encoder and a decoder. Don't change them afterwards.
    public init(for itemType: Item.Type = Item.self, contentType: UTType, encoder: Encoder, decoder: Decoder) {
        let coders = UncheckedCoders(encoder: encoder, decoder: decoder)
        transfers = [
            Transfer(
                type: contentType, exporting: .data { try coders.encoder.encode($0) },
                importing: .data { try coders.decoder.decode(Item.self, from: $0) })
        ]
    }

    public typealias Body = Never
}

/// Coders needn't be sendable in Apple's framework. Nothing changes them.
private struct UncheckedCoders<Encoder, Decoder>: @unchecked Sendable {
    let encoder: Encoder
    let decoder: Decoder
}
