/// Carries a client's closure to another thread. PhotoKit's closures are not `@Sendable`; that they are called on
/// other threads is told in the documentation of the calls that take them.
struct UncheckedSendable<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
