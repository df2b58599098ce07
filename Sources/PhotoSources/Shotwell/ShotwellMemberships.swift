/// The tags or persons of items, in a compact list. The catalogue has no index by items.
struct ShotwellMemberships {
    private struct Membership {
        var item: Int64
        var tag: Int64
    }

    private var list: [Membership] = []

    var count: Int { list.count }

    mutating func add(_ tag: Int64, to item: Int64) { list.append(Membership(item: item, tag: tag)) }

    /// Sorts the list. Call it before `tags(of:)`.
    ///
    /// - Complexity: O(*n* log *n*) for *n* memberships.
    mutating func sort() { list.sort { $0.item < $1.item } }

    /// Returns the tags of an item, in no particular order.
    ///
    /// - Complexity: O(log *n* + *m*) for *n* memberships and *m* answers.
    func tags(of item: Int64) -> [Int64] {
        var low = 0
        var high = list.count
        while low < high {
            let middle = (low + high) / 2
            if list[middle].item < item { low = middle + 1 } else { high = middle }
        }
        return list[low...].prefix { $0.item == item }.map(\.tag)
    }
}
