internal import Foundation

/// The tags of a user and the items of each. Searches don't return tags, so each tag is searched.
struct ImmichTags {
    static let tagLimit = 50_000
    /// The longest value with the names of all parents.
    static let valueLimit = 1_000
    /// The number of items of all tags together.
    static let membershipLimit = 5_000_000

    private struct Tag: Decodable {
        let id: String?
        let value: String?
        let name: String?
    }

    private var values: [String] = []
    private var memberships: [(asset: ImmichIdentifier, tag: UInt32)] = []
    /// Why there are no tags, or not all.
    private(set) var problem: String?

    /// Reads the tags. If the key or the version doesn't permit it, there are none.
    ///
    /// - Complexity: At least one request for each tag and visibility.
    init(_ pages: ImmichPages) throws(SourceError) {
        let list = ImmichRequest("tags", permission: "tag.read")
        let answer: (elements: [Tag], value: [String])
        do throws(SourceError) {
            answer = try pages.connection.list(list, at: [], limit: Self.tagLimit) {
                try? JSONDecoder().decode(Tag.self, from: $0)
            }
        } catch {
            guard error.code == .unsupported || pages.connection.isRefusal(error, of: list) else { throw error }
            problem = error.message
            return
        }
        let tags = answer.elements.compactMap { tag in
            ImmichText.line(tag.value ?? tag.name, limit: Self.valueLimit).flatMap { value in
                ImmichIdentifier(tag.id).map { (id: $0, value: value) }
            }
        }
        guard !tags.isEmpty else { return }
        guard try pages.searchesTags() else {
            problem = "This version of Immich can't search tags. Update Immich, and import again."
            return
        }
        for tag in tags.sorted(by: { ($0.value, $0.id) < ($1.value, $1.id) }) {
            let number = UInt32(values.count)
            values.append(tag.value)
            try pages.forEachIdentifier(taggedWith: tag.id) { asset in
                guard memberships.count < Self.membershipLimit else {
                    problem = "There are more than \(Self.membershipLimit) tagged items."
                    return false
                }
                memberships.append((asset, number))
                return true
            }
        }
        memberships.sort { ($0.asset, $0.tag) < ($1.asset, $1.tag) }
    }

    /// Returns the values of an item's tags.
    ///
    /// - Complexity: O(log *n*) for *n* memberships.
    func values(of asset: ImmichIdentifier) -> [String] {
        var (low, high) = (0, memberships.count)
        while low < high {
            let middle = (low + high) / 2
            if memberships[middle].asset < asset { low = middle + 1 } else { high = middle }
        }
        return memberships[low...].prefix { $0.asset == asset }.map { values[Int($0.tag)] }
    }

    /// Returns the names of tags such as `Places/Berlin` without the parents of other tags, sorted and without
    /// repetition.
    static func leafNames(_ values: [String]) -> [String] {
        var parents: Set<Substring> = []
        for value in values {
            for slash in value.indices.filter({ value[$0] == "/" }) { parents.insert(value[..<slash]) }
        }
        let leaves = values.filter { !parents.contains($0[...]) }.compactMap { $0.split(separator: "/").last }
        return Set(leaves.compactMap { ImmichText.line(String($0)) }).sorted()
    }
}
