import PhotoLibrary
import PhotoSources
import Records
import Synchronization

/// Counts what became of a source's facts, by comparing the library with the source after each commit.
final class SourceLedger: Sendable {
    private let state: Mutex<SourceTable>
    private let source: SourceKey
    private let progress: IngestProgress

    init(_ table: SourceTable, progress: IngestProgress) {
        source = table.source
        state = Mutex(table)
        self.progress = progress
    }

    var table: SourceTable { state.withLock { $0 } }

    /// Notes an item that isn't brought over as a whole.
    func noteExclusion(of item: SourceItem, _ reason: SourceDifference.Reason) {
        let carried = item.carriedFacts
        for fact in carried {
            // One line for each item. Its other facts are counted.
            let difference = SourceDifference(fact, reason, detail: item.exclusionDetail)
            fact == carried.first ? note(difference, of: item) : count(difference)
        }
        for difference in item.differences { note(difference, of: item) }
    }

    /// Notes an item that the library has.
    ///
    /// - Parameter comparison: The library's asset, or `nil` in a dry run for an item that would be new.
    func note(_ item: SourceItem, _ comparison: SourceComparison?) {
        note(item.carriedFacts, of: item, comparison)
    }

    /// Notes the facts of a sidecar, which says nothing of the photo itself.
    func noteFacts(of sidecar: SourceItem, _ comparison: SourceComparison?) {
        note(sidecar.carriedFacts.filter { $0 != .photos }, of: sidecar, comparison)
    }

    private func note(_ facts: [SourceDifference.Fact], of item: SourceItem, _ comparison: SourceComparison?) {
        for fact in facts {
            if let reason = comparison?.difference(of: fact, in: item) {
                note(SourceDifference(fact, reason), of: item)
            } else {
                state.withLock { $0.noteUse(of: fact) }
            }
        }
        for difference in item.differences { note(difference, of: item) }
    }

    func note(_ outcome: SourceOutcome) {
        state.withLock { table in
            switch outcome {
            case .created: table.created += 1
            case .adopted, .updated: table.updated += 1
            case .unchanged, .trashed, .deleted: table.unchanged += 1
            }
        }
    }

    func noteUse(of fact: SourceDifference.Fact, count: Int = 1) {
        state.withLock { $0.noteUse(of: fact, count: count) }
    }

    /// Notes a difference that belongs to no item.
    func note(_ difference: SourceDifference, identifier: String? = nil, name: String, count: Int = 1) {
        guard count > 0 else { return }
        self.count(difference, count)
        progress.tell(
            .notUsed(SourceNote(source: source, identifier: identifier, name: name, difference: difference)))
    }

    private func note(_ difference: SourceDifference, of item: SourceItem) {
        note(difference, identifier: item.identifier, name: item.name)
    }

    private func count(_ difference: SourceDifference, _ count: Int = 1) {
        state.withLock { $0.note(difference, count: count) }
    }
}
