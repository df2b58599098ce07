public import Foundation
import PhotoLibrary
import Records

/// The changes from one fetch result to another.
///
/// Apply the steps to a list in this order: remove ``removedIndexes``, insert ``insertedIndexes``, and then perform
/// each move. Reload the objects at ``changedIndexes`` last, in a separate batch of updates, because their indexes
/// refer to the new list. ``listUpdate`` contains the same steps in the form that list views expect.
// Unchecked because the class is open. All stored properties are constant.
open class PHFetchResultChangeDetails<ObjectType: PHObject>: NSObject, @unchecked Sendable {
    private let before: PHFetchResult<ObjectType>
    private let after: PHFetchResult<ObjectType>
    let change: ListChange?

    /// Creates details without a change, for subclasses in tests of an app. Both results are empty, and there are no
    /// incremental changes.
    public override init() {
        before = PHFetchResult()
        after = PHFetchResult()
        change = nil
    }

    /// Creates the details of a result's changes since its fetch. Returns `nil` if nothing has changed.
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

    /// Whether the steps of the change are known. If not, display the new result from scratch. The steps are unknown if
    /// the fetch options don't request them, if more than 50,000 assets changed, or if the history no longer goes back
    /// to the fetch.
    open var hasIncrementalChanges: Bool { change != nil }

    /// Indexes in the result before the changes, or `nil` without incremental changes.
    open var removedIndexes: IndexSet? { change.map { IndexSet($0.removed) } }

    /// The objects at ``removedIndexes``, in their order.
    open var removedObjects: [ObjectType] {
        change.map { $0.removed.map(fetchResultBeforeChanges.object) } ?? []
    }

    /// The indexes at which to insert objects after the removals, one after another in ascending order. `nil` without
    /// incremental changes. If no object moves, they are also indexes in the result after the changes.
    open var insertedIndexes: IndexSet? { change.map { IndexSet($0.inserted) } }

    /// The objects at ``insertedIndexes``, in their order.
    open var insertedObjects: [ObjectType] {
        change.map { $0.insertedAfter.map(fetchResultAfterChanges.object) } ?? []
    }

    /// Indexes in the result after the changes, of changed objects that both results contain. `nil` without incremental
    /// changes. An object can both move and change.
    open var changedIndexes: IndexSet? { change.map { IndexSet($0.changed) } }

    /// The current objects at ``changedIndexes``, in their order.
    open var changedObjects: [ObjectType] {
        change.map { $0.changed.map(fetchResultAfterChanges.object) } ?? []
    }

    /// Whether objects in both results have changed their relative order.
    open var hasMoves: Bool { change.map { !$0.moves.isEmpty } ?? false }

    /// Calls the handler with each move, in the order in which to perform them. The number of moves is minimal.
    ///
    /// Calls the handler on the caller's thread, and returns after the last call.
    ///
    /// - Parameter handler: A closure with two indexes. Remove the object at the first index from the list, which the
    ///   removals, the insertions and the previous moves have already changed. Then insert it at the second index.
    open func enumerateMoves(_ handler: @escaping (Int, Int) -> Void) {
        for move in change?.moves ?? [] { handler(move.from, move.to) }
    }
}
