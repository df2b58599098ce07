import AlbumenTestSupport
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Random fetches of random libraries with random changes. The reported steps turn the fetched list into the list of a
/// new fetch, with the fewest steps possible (§7.3).
///
/// `TestLength` decides the number of commits.
@Suite struct ProgressPropertyTests {
    private static let stepsPerLibrary = 100
    private static let cases = TestLength.cases(2_000)
    private static let fetchCount = 6

    @Test(
        "§7.3, §1.3.5: replaying the reported steps gives the result of a new fetch",
        arguments: 0..<max(1, cases / stepsPerLibrary), [Access.full, .limited(client: RandomLibrary.client)])
    func replayingTheStepsGivesANewFetch(seed: Int, access: Access) throws {
        var generator = SeededGenerator(seed: UInt64(seed) &* 7_919 &+ 11)
        let steps = (0..<Self.stepsPerLibrary).map { _ in RandomLibrary.step(&generator) }
        guard var failure = try Self.failure(of: steps, seed: seed, access) else { return }
        // Leaves out each step without which the failure remains.
        var needed = Array(steps.prefix(failure.step + 1))
        var size = needed.count / 2
        while size > 0 {
            var start = 0
            while start < needed.count {
                var fewer = needed
                fewer.removeSubrange(start..<min(needed.count, start + size))
                if let other = try Self.failure(of: fewer, seed: seed, access) {
                    (needed, failure) = (Array(fewer.prefix(other.step + 1)), other)
                } else {
                    start += size
                }
            }
            size /= 2
        }
        Issue.record("seed \(seed), \(access): \(failure.text)\nafter \(needed)")
    }

    private struct Failure {
        var step: Int
        var text: String
    }

    private static func failure(of steps: [RandomLibrary.Step], seed: Int, _ access: Access) throws -> Failure? {
        let random = try RandomLibrary()
        let view = random.library.view(access)
        var fetches = RandomFetches(seed: UInt64(seed))
        let kinds: [RandomLibrary.Step.Kind] = [.insert, .insert, .insert, .createAlbum, .append, .choose, .choose]
        try random.run(RandomLibrary.Step(kinds: kinds, seed: 1))
        var held: [(snapshot: AssetSnapshot, step: Int)] = []
        for (number, step) in steps.enumerated() {
            while held.count < fetchCount {
                let fetch = try fetch(&fetches, random)
                held.append((try view.snapshot(fetch), random.changed.count))
            }
            try random.run(step)
            for index in held.indices where fetches.chance(2) {
                let (snapshot, since) = held[index]
                let progress = try view.progress(of: snapshot)
                let fresh = try view.snapshot(snapshot.fetch)
                let touched = random.changed[since...].reduce(into: Set()) { $0.formUnion($1) }
                if let text = fault(progress, from: snapshot, to: fresh, touched) {
                    return Failure(step: number, text: "\(text)\nof \(snapshot.fetch)")
                }
                held[index] = (progress.list, random.changed.count)
            }
            if fetches.chance(8) { held.remove(at: fetches.pick(Array(held.indices))) }
        }
        return nil
    }

    private static func fetch(_ random: inout RandomFetches, _ library: RandomLibrary) throws -> AssetFetch {
        let condition = random.chance(2) ? random.condition() : nil
        let sorts = random.chance(2) ? [] : random.sorts()
        var fetch = try AssetFetch(
            predicate: condition.map { try Predicate(format: $0.format, arguments: $0.arguments) },
            sorts: sorts.map { AssetFetch.Sort(key: $0.key, isAscending: $0.isAscending) })
        fetch.limit = random.pick([nil, nil, nil, 1, 4, 20])
        fetch.includesHidden = random.pick([true, false])
        fetch.includesAllBurstMembers = random.pick([true, false])
        fetch.sourceTypes = random.pick([[], [], [.cloudShared, .iTunesSynced]])
        var memberships: [AssetFetch.Membership] = [
            .library, .library, .smartAlbum(.recentlyDeleted),
            .rows((0..<8).compactMap { _ in library.assets.isEmpty ? nil : random.pick(library.assets) }),
        ]
        memberships += SmartAlbum.all.map { .smartAlbum($0) }.filter { _ in random.chance(8) }
        let albums = library.albums.map { AssetFetch.Membership.album($0) }
        memberships += albums + albums + albums + albums.map { .keyAssets(of: $0, limit: 3) }
        fetch.membership = random.pick(memberships)
        return fetch
    }

    /// Returns a description of the fault, or `nil` if the steps are correct.
    private static func fault(
        _ progress: ListProgress<AssetSnapshot>, from before: AssetSnapshot, to fresh: AssetSnapshot,
        _ touched: Set<Int64>
    ) -> String? {
        let (old, new) = (Array(before.identifiers), Array(fresh.identifiers))
        let kept = Set(old).intersection(new)
        guard progress.list.identifiers == fresh.identifiers else {
            return "\(old) became \(Array(progress.list.identifiers)) and is \(new)"
        }
        guard progress.list.version == fresh.version else { return "the version is \(progress.list.version)" }
        guard case .changed(_, let change) = progress else {
            return old == new && kept.isDisjoint(with: touched) ? nil : "nothing was told of \(old) and \(new)"
        }
        guard let change else { return "nobody could tell how \(old) became \(new)" }
        let newcomers = change.insertedAfter.map { new[$0] }
        let replayed = change.applied(to: old, inserting: newcomers)
        guard replayed == new else { return "\(old) became \(replayed) by \(change) and is \(new)" }
        guard Set(change.changed.map { new[$0] }) == kept.intersection(touched) else {
            return "changed are \(change.changed) of \(new), for \(touched)"
        }
        guard change.moves.count == fewestMoves(old, new) else {
            return "\(change.moves.count) moves for \(fewestMoves(old, new)) of \(old) to \(new)"
        }
        let isRepeating = Set(old).count < old.count || Set(new).count < new.count
        guard isRepeating || change.removed.count == old.count - kept.count else { return "\(change) of \(old)" }
        for (move, indexes) in zip(change.moves, change.movedIndexes) where old[indexes.before] != new[indexes.after] {
            return "\(move) is not \(indexes) of \(old) and \(new)"
        }
        return nil
    }

    /// Returns the number of elements outside of the longest common subsequence.
    private static func fewestMoves(_ old: [Int64], _ new: [Int64]) -> Int {
        func numbered(_ list: [Int64]) -> [[Int64]] {
            var counts: [Int64: Int64] = [:]
            return list.map { element in
                counts[element, default: 0] += 1
                return [element, counts[element] ?? 0]
            }
        }
        let (first, second) = (numbered(old), numbered(new))
        let ranks = Dictionary(uniqueKeysWithValues: second.enumerated().map { ($0.element, $0.offset) })
        let order = first.compactMap { ranks[$0] }
        var tails: [Int] = []
        for rank in order {
            if let index = tails.firstIndex(where: { $0 >= rank }) { tails[index] = rank } else { tails.append(rank) }
        }
        return order.count - tails.count
    }
}

extension ListProgress {
    fileprivate var list: List {
        switch self {
        case .untouched(let list), .changed(let list, _): list
        }
    }
}
