internal import CAlbumenSystem

/// Files whose modes forbid to write to them.
package enum ReadOnlyFiles {
    /// Returns whether this process can write to its read-only files at a path. That is so for root and other processes
    /// with the capability `CAP_DAC_OVERRIDE`, and on file systems without modes.
    package static func areWritable(at path: String) -> Bool {
        albumen_ignores_modes() != 0 || albumen_stores_no_modes(path) != 0
    }
}
