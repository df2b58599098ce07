/// A problem of a library that its owner should know, with the next step.
package struct HealthProblem: Codable, Sendable, Equatable {
    package enum Code: String, Codable, Sendable, CaseIterable {
        /// Originals are missing or damaged on this machine.
        case damagedOriginals
        /// Originals are neither on this machine nor in the place.
        case lostOriginals
        /// Originals can't be uploaded to the place.
        case failingUploads
        /// The place doesn't have the changes of more than a day, or no backup at all.
        case lateBackup
        /// Another copy of the library owns the place.
        case replacedCopy
        /// The backup in the place couldn't be restored.
        case failedDrill
        /// Folders whose new files are to be imported can't be watched.
        case watchedFolders
        /// The library's disk has no room for imports.
        case fullDisk
        /// The library's disk will soon be full.
        case littleSpace
        /// An earlier version of Albumen read less from some files.
        case unreadMetadata
        /// Files can't be read safely, or not at all.
        case mediaWorker
        /// Other users can read the library's files, or its owner can't.
        case permissions
    }

    package let code: Code
    /// A fault means that photos are in danger. Other problems are warnings.
    package let isFault: Bool
    /// The number of originals or items with the problem, or `nil` if it isn't about any.
    package let count: Int?
    /// A sentence for people.
    package let message: String
    /// The next step, for people.
    package let remedy: String

    package init(_ code: Code, isFault: Bool = false, count: Int? = nil, _ message: String, remedy: String) {
        (self.code, self.isFault, self.count) = (code, isFault, count)
        (self.message, self.remedy) = (message, remedy)
    }
}
