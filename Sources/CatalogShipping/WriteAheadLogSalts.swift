/// The salts of a WAL. SQLite changes them when it starts the WAL again from its first frame.
package struct WriteAheadLogSalts: Sendable, Hashable {
    package var first: UInt32
    package var second: UInt32

    package init(_ first: UInt32, _ second: UInt32) {
        self.first = first
        self.second = second
    }
}
