/// A stack of photos that Immich shows as one.
struct ImmichStack: Decodable {
    /// The part that a photo has in a stack.
    struct Part {
        /// The identity of the stack. In old versions, that of its primary photo.
        let stack: ImmichIdentifier
        let isPrimary: Bool
        let count: Int?
    }

    let identifier: ImmichIdentifier
    let primary: ImmichIdentifier?
    let count: Int?
    /// The photos, if the answer contains them.
    let members: [ImmichIdentifier]

    private enum Key: String, CodingKey {
        case id, primaryAssetId, assetCount, assets
    }

    private struct Member: Decodable {
        let id: String?
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        guard let identifier = container.identifier(.id) else {
            throw DecodingError.dataCorruptedError(forKey: .id, in: container, debugDescription: "no UUID")
        }
        self.identifier = identifier
        primary = container.identifier(.primaryAssetId)
        let members: [Member] = container.value(.assets) ?? []
        self.members = members.compactMap { ImmichIdentifier($0.id) }
        count = container.integer(.assetCount).map { Int(clamping: $0) } ?? (self.members.isEmpty ? nil : members.count)
    }

    func part(of asset: ImmichIdentifier) -> Part {
        Part(stack: identifier, isPrimary: primary == asset, count: count)
    }
}

extension ImmichStack.Part {
    /// - Parameters:
    ///   - stack: The description in versions since 1.113.
    ///   - parent: The primary photo in earlier versions.
    init?(stack: ImmichStack?, parent: ImmichIdentifier?, count: Int64?, of asset: ImmichIdentifier) {
        if let stack {
            self = stack.part(of: asset)
        } else if let parent {
            self.init(stack: parent, isPrimary: parent == asset, count: count.map { Int(clamping: $0) })
        } else {
            return nil
        }
    }
}
