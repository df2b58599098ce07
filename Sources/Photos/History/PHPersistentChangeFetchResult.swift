import Albumen
public import Foundation

/// The changes that came after a token, oldest first, up to the moment of the fetch.
///
/// They are read page by page while they are gone through, so that a million cost no memory. Can be gone through any
/// number of times, from any thread.
// Unchecked because open: all its own state is constant.
open class PHPersistentChangeFetchResult: NSObject, Sequence, @unchecked Sendable {
    public typealias Element = PHPersistentChange

    fileprivate let start: ChangeToken
    fileprivate let end: ChangeToken
    fileprivate let view: LibraryView

    init(from start: ChangeToken, to end: ChangeToken, _ view: LibraryView) {
        self.start = start
        self.end = end
        self.view = view
    }

    open func makeIterator() -> Iterator {
        Iterator(fetchResult: self)
    }

    /// Goes through the changes. For one thread at a time.
    public final class Iterator: IteratorProtocol {
        public typealias Element = PHPersistentChange

        private static let pageSize = 500

        private let fetchResult: PHPersistentChangeFetchResult
        private var position: ChangeToken
        /// Those of the page that are still to come, the next one last.
        private var page: [ChangeToken] = []

        /// Begins with the oldest change.
        public init(fetchResult: PHPersistentChangeFetchResult) {
            self.fetchResult = fetchResult
            position = fetchResult.start
        }

        /// The next change; `nil` after the last. Blocks now and then while the catalog is read.
        ///
        /// A change that is no longer in the history, or cannot be read, comes all the same: asking for its details throws.
        public func next() -> PHPersistentChange? {
            while page.isEmpty, position.number < fetchResult.end.number { readPage() }
            return page.popLast().map { PHPersistentChange($0, fetchResult.view) }
        }

        private func readPage() {
            let view = fetchResult.view
            do {
                let limit = Swift.min(Self.pageSize, Int(clamping: fetchResult.end.number - position.number))
                let read = try view.library.changes(since: position, limit: limit, access: view.access)
                position = read.isLast ? fetchResult.end : read.end
                page = read.entries.reversed().map(\.token)
            } catch {
                // Numbers have no gaps, so the next change is known. What is wrong with it its details tell.
                position = ChangeToken(
                    libraryIdentifier: position.libraryIdentifier, number: position.number + 1)
                page = [position]
            }
        }
    }
}
