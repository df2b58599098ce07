/// The user's changes of the assets that are chosen for a client, in a session that is for the client's selection.
///
/// The session stores only the differences. Changes that others make to the selection meanwhile stay.
struct PickSelection: Sendable {
    /// The largest number of differences in a session.
    static let limit = 1_000_000

    let client: String
    /// The question that the choice answers, or `nil` if the user opened the session.
    let question: Int64?
    /// The row identifiers of assets to choose, in the order of the choice, without duplicates.
    private(set) var chosen: [Int64] = []
    private(set) var deselected: Set<Int64> = []
    private var chosenSet: Set<Int64> = []

    init(client: String, question: Int64?) {
        self.client = client
        self.question = question
    }

    var differenceCount: Int { chosenSet.count + deselected.count }

    /// Adds differences. An asset counts as it was changed last.
    ///
    /// - Complexity: O(*n*) for *n* assets, and O(*m*) for *m* chosen assets if one of them is deselected.
    mutating func change(choosing added: [Int64], deselecting removed: [Int64]) {
        for row in added {
            deselected.remove(row)
            if chosenSet.insert(row).inserted { chosen.append(row) }
        }
        guard !removed.isEmpty else { return }
        let dropped = chosenSet.intersection(removed)
        chosenSet.subtract(dropped)
        if !dropped.isEmpty { chosen.removeAll(where: dropped.contains) }
        deselected.formUnion(removed)
    }

    /// Returns whether the user chose or deselected an asset in this session, or `nil` if neither.
    func state(of row: Int64) -> Bool? {
        if chosenSet.contains(row) { return true }
        return deselected.contains(row) ? false : nil
    }
}
