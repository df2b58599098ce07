/// Opens a gate when nothing references it any more.
///
/// Capture it in the handler of a request. The gate opens when the request has released the handler, so no further call
/// can come.
package final class LifetimeGate: Sendable {
    private let gate: Gate

    package init(_ gate: Gate) {
        self.gate = gate
    }

    deinit {
        gate.open()
    }
}
