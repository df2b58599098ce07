/// Elements in the order in which they were appended.
///
/// Foundation has no such collection. A dependency on swift-collections would make each client of `Photos` build 20,000
/// lines of it.
///
/// - Complexity: O(1) for each operation, amortised.
struct FirstInFirstOut<Element> {
    /// Taken elements are `nil`, so that nothing they refer to stays in memory.
    private var elements: [Element?] = []
    private var head = 0

    var count: Int { elements.count - head }
    var isEmpty: Bool { head == elements.count }

    mutating func append(_ element: Element) {
        elements.append(element)
    }

    /// Removes the oldest element and returns it, or `nil` if the collection is empty.
    mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        let element = elements[head].take()
        head += 1
        // At least as many elements were taken since the last time as are moved now.
        if head >= elements.count - head {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }
}
