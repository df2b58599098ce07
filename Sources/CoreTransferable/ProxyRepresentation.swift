/// The representations of another transferable type, such as `String` or `URL`.
public struct ProxyRepresentation<Item: Transferable, ProxyRepresentation: Transferable>: PrimitiveRepresentation {
    let transfers: [Transfer<Item>]

    /// Creates a representation that exports to another type and imports from it.
    public init(
        exporting: @escaping @Sendable (Item) async throws -> ProxyRepresentation,
        importing: @escaping @Sendable (ProxyRepresentation) async throws -> Item
    ) {
        transfers = ProxyRepresentation.transfers.compactMap { $0.proxied(exporting, importing) }
    }

    /// Creates a representation that only exports.
    public init(exporting: @escaping @Sendable (Item) async throws -> ProxyRepresentation) {
        transfers = ProxyRepresentation.transfers.compactMap { $0.proxied(exporting, nil) }
    }

    /// Creates a representation that only imports.
    public init(importing: @escaping @Sendable (ProxyRepresentation) async throws -> Item) {
        transfers = ProxyRepresentation.transfers.compactMap { $0.proxied(nil, importing) }
    }

    public typealias Body = Never
}

extension Transfer {
    /// Returns the transfer of another type by this one, or `nil` if it works in no direction.
    func proxied<Other: Transferable>(
        _ exporting: (@Sendable (Other) async throws -> Item)?, _ importing: (@Sendable (Item) async throws -> Other)?
    ) -> Transfer<Other>? {
        var transfer = Transfer<Other>(type: type, visibility: visibility)
        if let exporting {
            switch self.exporting {
            case .data(let export): transfer.exporting = .data { try await export(try await exporting($0)) }
            case .file(let export, let mayOpenInPlace):
                transfer.exporting = .file(
                    { try await export(try await exporting($0)) }, mayOpenInPlace: mayOpenInPlace)
            case nil: break
            }
        }
        if let importing {
            switch self.importing {
            case .data(let make): transfer.importing = .data { try await importing(try await make($0)) }
            case .file(let make, let opensInPlace):
                transfer.importing = .file(
                    { try await importing(try await make($0)) }, opensInPlace: opensInPlace)
            case nil: break
            }
        }
        return transfer.exporting == nil && transfer.importing == nil ? nil : transfer
    }
}
