package import PhotoSources
package import Records

/// How many facts of each kind were found in a source, and what became of them.
package struct SourceTable: Sendable, Equatable {
    package struct Row: Sendable, Equatable {
        package var found = 0
        /// The facts that the library has now.
        package var used = 0
        /// The other facts, by the reason.
        package var differences: [SourceDifference.Reason: Int] = [:]

        package init() {}
    }

    package let source: SourceKey
    /// The path as the user named it.
    package let path: String
    /// The source in a few words for people.
    package let summary: String
    package private(set) var rows: [SourceDifference.Fact: Row] = [:]
    /// The items whose asset the import created, and those whose asset or values it changed.
    package internal(set) var created = 0
    package internal(set) var updated = 0
    /// The items that the library had before, with the same values.
    package internal(set) var unchanged = 0

    package init(source: SourceKey, path: String, summary: String) {
        self.source = source
        self.path = path
        self.summary = summary
    }

    mutating func noteUse(of fact: SourceDifference.Fact, count: Int = 1) {
        guard count > 0 else { return }
        rows[fact, default: Row()].found += count
        rows[fact, default: Row()].used += count
    }

    mutating func note(_ difference: SourceDifference, count: Int = 1) {
        guard count > 0 else { return }
        rows[difference.fact, default: Row()].found += count
        rows[difference.fact, default: Row()].differences[difference.reason, default: 0] += count
    }
}
