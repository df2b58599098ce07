internal import Foundation

/// Reads lists of assets page by page.
struct ImmichPages {
    static let pageSize = 1_000
    static let itemLimit = 10_000_000
    /// The identity of no tag.
    private static let unknownTag = "00000000-0000-4000-8000-000000000000"

    let connection: ImmichConnection
    let version: ImmichVersion
    /// The assets of a page. Smaller in tests.
    var pageSize = Self.pageSize

    /// An answer without its assets.
    private struct Page: Decodable {
        struct Assets: Decodable {
            /// A text with a number, or `nil` on the last page.
            let hasNextPage: Bool

            private enum Key: String, CodingKey {
                case nextPage
            }

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                hasNextPage = container.text(.nextPage) != nil || container.integer(.nextPage) != nil
            }
        }

        let assets: Assets
    }

    /// The identities that each asset has.
    struct Head: Decodable {
        let identifier: ImmichIdentifier
        let owner: ImmichIdentifier?

        private enum Key: String, CodingKey {
            case id, ownerId
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            guard let identifier = container.identifier(.id) else {
                throw DecodingError.dataCorruptedError(forKey: .id, in: container, debugDescription: "no UUID")
            }
            self.identifier = identifier
            owner = container.identifier(.ownerId)
        }
    }

    /// Passes the assets on the timeline, then the archived ones, until `body` returns `false`. Earlier versions have
    /// both in one list. Memory doesn't grow with their number.
    ///
    /// - Returns: The number of assets that can't be read.
    /// - Throws: `SourceError`, or the error of `body`.
    @discardableResult
    func forEachAsset(_ body: (ImmichAsset) throws -> Bool) throws -> Int {
        try forEach(visible(withDetails: true), \.identifier, body)
    }

    /// Passes the identities of the same assets in the same order.
    func forEachHead(_ body: (Head) throws -> Bool) throws -> Int {
        try forEach(visible(withDetails: false), \.identifier, body)
    }

    /// Passes the videos of Live Photos, which aren't assets of their own.
    func forEachHiddenVideo(_ body: (ImmichAsset) throws -> Bool) throws {
        var search = ImmichSearch(size: pageSize, withExif: true, withPeople: false)
        search.type = "VIDEO"
        if version < .visibility { search.isVisible = false } else { search.visibility = "hidden" }
        try forEach([search], \.identifier, body)
    }

    /// Returns one asset, or `nil` if it doesn't exist or isn't the user's to see.
    func asset(_ identifier: ImmichIdentifier) throws(SourceError) -> ImmichAsset? {
        do throws(SourceError) {
            let asset: ImmichAsset = try connection.value(
                ImmichRequest("assets/\(identifier.text)", permission: "asset.read"))
            return asset.identifier == identifier ? asset : nil
        } catch {
            guard error.code == .unsupported else { throw error }
            return nil
        }
    }

    func forEachIdentifier(
        taggedWith tag: ImmichIdentifier, _ body: (ImmichIdentifier) -> Bool
    ) throws(SourceError) {
        let searches = visible(withDetails: false).map { search in
            var search = search
            search.tagIds = [tag.text]
            return search
        }
        do {
            try forEach(searches, \Head.identifier) { body($0.identifier) }
        } catch {
            throw error as? SourceError ?? SourceError(.unreadable, "\(error)")
        }
    }

    func forEachMember(ofAlbum album: ImmichIdentifier, _ body: (ImmichAlbum.Member) throws -> Bool) throws {
        let searches = visible(withDetails: false).map { search in
            var search = search
            search.albumIds = [album.text]
            return search
        }
        try forEach(searches, \.identifier, body)
    }

    /// Returns whether the version searches by tag. Earlier ones ignore the tag, and return all assets.
    func searchesTags() throws(SourceError) -> Bool {
        guard var search = visible(withDetails: false).first else { return false }
        search.size = 1
        search.tagIds = [Self.unknownTag]
        do throws(SourceError) {
            let page: (elements: [Head?], value: Page) = try page(search)
            return page.elements.isEmpty
        } catch {
            guard error.code == .unsupported else { throw error }
            return false
        }
    }

    private func visible(withDetails isDetailed: Bool) -> [ImmichSearch] {
        var search = ImmichSearch(size: pageSize, withExif: isDetailed, withPeople: isDetailed)
        guard version >= .visibility else {
            (search.withArchived, search.isVisible) = (true, true)
            return [search]
        }
        return ["timeline", "archive"].map { visibility in
            search.visibility = visibility
            return search
        }
    }

    private func page<Asset: Decodable>(
        _ search: ImmichSearch
    ) throws(SourceError) -> (elements: [Asset?], value: Page) {
        try connection.list(
            try ImmichRequest(searching: search), at: ["assets", "items"], limit: max(search.size, 1)
        ) { data in .some(try? JSONDecoder().decode(Asset.self, from: data)) }
    }

    @discardableResult
    private func forEach<Asset: Decodable>(
        _ searches: [ImmichSearch], _ identifier: KeyPath<Asset, ImmichIdentifier>, _ body: (Asset) throws -> Bool
    ) throws -> Int {
        var (count, unreadableCount) = (0, 0)
        for var search in searches {
            // Photos of the same second can change places between two requests.
            var former: Set<ImmichIdentifier> = []
            var hashes: Set<Int> = []
            while true {
                let page: (elements: [Asset?], value: Page) = try page(search)
                let assets = page.elements.compactMap { $0 }
                unreadableCount += page.elements.count - assets.count
                let identifiers = assets.map { $0[keyPath: identifier] }
                guard assets.isEmpty || hashes.insert(identifiers.hashValue).inserted else {
                    throw SourceError(
                        .damaged,
                        "The Immich server \(connection.address.text) repeats its lists. Check it, and import again.")
                }
                var present: Set<ImmichIdentifier> = []
                for (asset, identifier) in zip(assets, identifiers)
                where present.insert(identifier).inserted && !former.contains(identifier) {
                    count += 1
                    guard count <= Self.itemLimit else {
                        throw SourceError(
                            .unsupported,
                            "The Immich server \(connection.address.text) has more than \(Self.itemLimit) items.")
                    }
                    guard try body(asset) else { return unreadableCount }
                }
                guard page.value.assets.hasNextPage, !page.elements.isEmpty else { break }
                former = present
                search.page += 1
            }
        }
        return unreadableCount
    }
}
