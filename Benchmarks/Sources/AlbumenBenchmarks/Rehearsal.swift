/// A run that does each benchmark once and with little work, to see that it still works. Its results mean nothing.
enum Rehearsal {
    static let option = "--rehearsal"
    static let isOn = CommandLine.arguments.contains(option)
}
