/// The persons of a catalogue and the photos of each.
struct ShotwellPersons {
    private let list: [(id: Int64, name: String)]
    private let names: [Int64: String]
    private var memberships = ShotwellMemberships()
    private var counts: [Int64: Int] = [:]

    init(_ list: [(id: Int64, name: String)]) {
        self.list = list
        names = Dictionary(list.map { ($0.id, $0.name) }) { first, _ in first }
    }

    mutating func add(_ person: Int64, to photo: Int64) {
        guard names[person] != nil else { return }
        memberships.add(person, to: photo)
        counts[person, default: 0] += 1
    }

    /// Call it after the last photo.
    mutating func finish() { memberships.sort() }

    /// Returns the names of the persons in a photo, sorted and without repetition.
    func names(in photo: Int64) -> [String] { Set(memberships.tags(of: photo).compactMap { names[$0] }).sorted() }

    /// The names and the number of photos of each.
    var all: [(name: String, count: Int)] { list.map { ($0.name, counts[$0.id] ?? 0) } }
}
