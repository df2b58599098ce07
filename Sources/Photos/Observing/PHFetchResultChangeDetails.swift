import Albumen
public import Foundation
import Records

/// How a fetch result became another one.
///
/// Apply the steps to a list in this order: remove ``removedIndexes``, insert ``insertedIndexes``, then each of the
/// moves. Look at the objects at ``changedIndexes`` again last, and not within one batch of updates with the rest:
/// their indexes count in the new list. ``listUpdate`` has the same steps as list views want them.
// Unchecked because open: all its own state is constant.
open class PHFetchResultChangeDetails<ObjectType: PHObject>: NSObject, @unchecked Sendable {
    private let before: PHFetchResult<ObjectType>
    private let after: PHFetchResult<ObjectType>
    let change: ListChange?

    /// Details without a change, for subclasses that a client's tests define: both results are empty, and there are no
    /// incremental changes.
    public override init() {
        before = PHFetchResult()
        after = PHFetchResult()
        change = nil
    }

    /// What has become of a result; nil where nothing has.
    convenience init?(of result: PHFetchResult<ObjectType>, for principal: Principal) throws {
        guard let progress = try result.source.progress(for: principal) else { return nil }
        self.init(before: result, after: PHFetchResult(progress.after), change: progress.change)
    }

    init(before: PHFetchResult<ObjectType>, after: PHFetchResult<ObjectType>, change: ListChange?) {
        self.before = before
        self.after = after
        self.change = change
    }

    /// Computes the changes between two fetch results.
    ///
    /// - Parameters:
    ///   - fromResult: The result before the changes.
    ///   - toResult: The result after the changes.
    ///   - changedObjects: Objects to report as changed if both results contain them.
    /// - Complexity: O(*n* log *n*) for *n* objects in both results.
    public convenience init(
        from fromResult: PHFetchResult<ObjectType>, to toResult: PHFetchResult<ObjectType>,
        changedObjects: [ObjectType]
    ) {
        self.init(
            before: fromResult, after: toResult,
            change: Self.difference(fromResult, toResult, changed: changedObjects))
    }

    private static func difference(
        _ before: PHFetchResult<ObjectType>, _ after: PHFetchResult<ObjectType>, changed: [ObjectType]
    ) -> ListChange {
        if let old = before.source as? FetchedAssets, let new = after.source as? FetchedAssets,
            old.library === new.library
        {
            let rows = Set(changed.compactMap { ($0 as? PHAsset)?.record?.id })
            return ListChange(from: old.identifiers, to: new.identifiers, isChanged: rows.contains)
        }
        let identifiers = Set(changed.map(\.localIdentifier))
        return ListChange(
            from: before.objects(at: before.indexes).map(\.localIdentifier),
            to: after.objects(at: after.indexes).map(\.localIdentifier), isChanged: identifiers.contains)
    }

    /// The fetch result that the client passed.
    open var fetchResultBeforeChanges: PHFetchResult<ObjectType> { before }

    /// The current result of the same fetch. Request the next details with this result.
    open var fetchResultAfterChanges: PHFetchResult<ObjectType> { after }

    /// Whether the steps are known. Where they are not, the result is to be shown anew: the fetch did not want them,
    /// more than 50,000 assets changed, or the history does not go back to when the result was fetched.
    open var hasIncrementalChanges: Bool { change != nil }

    /// Indexes in the result before; `nil` without incremental changes.
    open var removedIndexes: IndexSet? { change.map { IndexSet($0.removed) } }

    /// The objects at ``removedIndexes``, in their order.
    open var removedObjects: [ObjectType] {
        change.map { $0.removed.map(fetchResultBeforeChanges.object) } ?? []
    }

    /// Indexes in the list after the removals, each as it is when those before it are in; `nil` without incremental
    /// changes. Where nothing moves, they are indexes in the result after.
    open var insertedIndexes: IndexSet? { change.map { IndexSet($0.inserted) } }

    /// The objects at ``insertedIndexes``, in their order.
    open var insertedObjects: [ObjectType] {
        change.map { $0.insertedAfter.map(fetchResultAfterChanges.object) } ?? []
    }

    /// Indexes in the result after, of objects that were in both and are to be looked at again; `nil` without
    /// incremental changes. An object can move and change.
    open var changedIndexes: IndexSet? { change.map { IndexSet($0.changed) } }

    /// The objects at ``changedIndexes`` as they are now, in their order.
    open var changedObjects: [ObjectType] {
        change.map { $0.changed.map(fetchResultAfterChanges.object) } ?? []
    }

    /// Whether objects that were in both changed places among the others.
    open var hasMoves: Bool { change.map { !$0.moves.isEmpty } ?? false }

    /// Calls the handler with each move, in the order in which they are to be made: the index to take an object from,
    /// in the list as removals, insertions and the moves before have left it, and the index to put it to when it is
    /// out. On this thread; returns after the last call. There are no more moves than it takes.
    open func enumerateMoves(_ handler: @escaping (Int, Int) -> Void) {
        for move in change?.moves ?? [] { handler(move.from, move.to) }
    }
}
