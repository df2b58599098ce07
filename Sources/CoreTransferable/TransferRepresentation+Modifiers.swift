/// The processes that may receive an exported value.
///
/// A provider stays in the process that created it, so each representation can be received there.
public struct TransferRepresentationVisibility: Sendable, Hashable {
    private let rank: Int

    public static let all = TransferRepresentationVisibility(rank: 0)
    public static let team = TransferRepresentationVisibility(rank: 1)
    public static let group = TransferRepresentationVisibility(rank: 2)
    public static let ownProcess = TransferRepresentationVisibility(rank: 3)
}

/// A representation with changed settings.
struct ModifiedRepresentation<Item: Transferable>: PrimitiveRepresentation {
    let transfers: [Transfer<Item>]

    typealias Body = Never
}

extension TransferRepresentation {
    /// Sets the processes that may receive the value.
    public func visibility(_ visibility: TransferRepresentationVisibility) -> some TransferRepresentation<Item> {
        modified { $0.visibility = visibility }
    }

    /// Exports only values that meet a condition.
    public func exportingCondition(
        _ condition: @escaping @Sendable (Item) -> Bool
    ) -> some TransferRepresentation<Item> {
        modified { $0.condition = condition }
    }

    /// Sets the name for a file of the value.
    public func suggestedFileName(_ fileName: String) -> some TransferRepresentation<Item> {
        modified { $0.suggestedFileName = { _ in fileName } }
    }

    /// Sets the name for a file of each value.
    public func suggestedFileName(
        _ fileName: @escaping @Sendable (Item) -> String?
    ) -> some TransferRepresentation<Item> {
        modified { $0.suggestedFileName = fileName }
    }

    private func modified(_ change: (inout Transfer<Item>) -> Void) -> some TransferRepresentation<Item> {
        ModifiedRepresentation(
            transfers: transfers(of: Item.self).map { transfer in
                var transfer = transfer
                change(&transfer)
                return transfer
            })
    }
}
