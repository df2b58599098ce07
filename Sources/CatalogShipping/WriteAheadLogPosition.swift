/// The end of a transaction in a WAL.
package struct WriteAheadLogPosition: Sendable, Hashable {
    /// The salts of the WAL.
    package var salts: WriteAheadLogSalts
    /// The number of frames up to this position.
    package var frame: UInt32
    /// The checksums of the last one of these frames. Without meaning if there's none.
    package var sums: WriteAheadLogSums

    package init(salts: WriteAheadLogSalts, frame: UInt32, sums: WriteAheadLogSums) {
        self.salts = salts
        self.frame = frame
        self.sums = sums
    }
}
