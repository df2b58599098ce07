import Foundation

/// The objects that were added to a reader or a writer, in their order. Any thread can use it.
// Unchecked because the objects aren't Sendable. They're only returned to clients, which added them.
final class KeptObjects<Element>: @unchecked Sendable {
    private let lock = NSLock()
    private var elements: [Element] = []

    var all: [Element] { lock.withLock { elements } }

    /// - Returns: The element's index.
    @discardableResult
    func append(_ element: Element) -> Int {
        lock.withLock {
            elements.append(element)
            return elements.count - 1
        }
    }

    func replace(with element: Element) {
        lock.withLock { elements = [element] }
    }
}
