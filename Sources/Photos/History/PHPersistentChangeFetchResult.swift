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
    fileprivate let tokens: ClientChangeTokens
    fileprivate let endToken: ClientChangeToken
    fileprivate let view: LibraryView

    init(from start: ChangeToken, to end: ChangeToken, _ tokens: ClientChangeTokens, _ view: LibraryView) throws {
        self.start = start
        self.end = end
        self.tokens = tokens
        self.endToken = try tokens.sealed(end)
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
        /// The changes of the page that are still to come, in reverse order.
        private var page: [(change: ChangeToken, token: ClientChangeToken)] = []

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
            return page.popLast().map { PHPersistentChange($0.change, $0.token, fetchResult.view) }
        }

        private func readPage() {
            let view = fetchResult.view
            do {
                let limit = Swift.min(Self.pageSize, Int(clamping: fetchResult.end.number - position.number))
                let read = try view.library.changes(since: position, limit: limit, access: view.access)
                page = try read.entries.reversed().map { ($0.token, try fetchResult.tokens.sealed($0.token)) }
                position = read.isLast ? fetchResult.end : read.end
            } catch {
                skipUnreadableChange()
            }
        }

        /// Returns a change whose details throw the reason. With full access it is the next one, because numbers have no
        /// gaps. With limited access it stands for all that remain, because their number would count changes that the
        /// app may not see.
        private func skipUnreadableChange() {
            if fetchResult.view.access == .full {
                position = ChangeToken(libraryIdentifier: position.libraryIdentifier, number: position.number + 1)
                page = [(position, .numbered(position))]
            } else {
                position = fetchResult.end
                page = [(position, fetchResult.endToken)]
            }
        }
    }
}
