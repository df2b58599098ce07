/// The limits of a camera's tree, which is hostile.
package struct CameraLimits: Sendable {
    package var depth: Int
    package var folders: Int
    /// The files of the camera. Each takes about 200 bytes of memory.
    package var files: Int
    /// The entries of a folder.
    package var entries: Int
    /// The files and folders that are listed as not brought over.
    package var differences: Int

    package init(
        depth: Int = 16, folders: Int = 20_000, files: Int = 500_000, entries: Int = 200_000,
        differences: Int = 100_000
    ) {
        self.depth = depth
        self.folders = folders
        self.files = files
        self.entries = entries
        self.differences = differences
    }
}
