/// The sorted names of a folder, in one block of memory.
struct FolderListing {
    private var bytes: [UInt8] = []
    /// Where each name ends in `bytes`.
    private var ends: [Int] = []

    /// - Parameter names: In the order of their bytes.
    init(_ names: [[UInt8]]) {
        bytes.reserveCapacity(names.reduce(0) { $0 + $1.count })
        ends.reserveCapacity(names.count)
        for name in names {
            bytes += name
            ends.append(bytes.count)
        }
    }

    /// The number of bytes that the listing holds, about.
    var size: Int { bytes.count + ends.count * MemoryLayout<Int>.stride }
    var count: Int { ends.count }

    subscript(index: Int) -> ArraySlice<UInt8> { bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]] }

    /// Returns the names that start with a text and are UTF-8.
    ///
    /// - Complexity: O(log *n* + *m*) for *n* names and *m* answers.
    func names(startingWith prefix: String) -> [String] {
        let prefix = Array(prefix.utf8)
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle].lexicographicallyPrecedes(prefix) { low = middle + 1 } else { high = middle }
        }
        var answers: [String] = []
        while low < count, self[low].starts(with: prefix) {
            if let name = String(validating: self[low], as: UTF8.self) { answers.append(name) }
            low += 1
        }
        return answers
    }
}
