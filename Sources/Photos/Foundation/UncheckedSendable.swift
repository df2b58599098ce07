/// Transfers a client's closure to another thread. PhotoKit's closures aren't `@Sendable`. The documentation of the
/// methods that take them says on which threads they run.
struct UncheckedSendable<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
