import Synchronization

/// Counts work of one kind, so that tests can state how much of it a call needs.
package final class WorkCounter: Sendable {
    private let number = Atomic(0)

    package init() {}

    package var count: Int { number.load(ordering: .relaxed) }

    package func increment() {
        number.add(1, ordering: .relaxed)
    }
}
