public import Foundation
import PhotoLibrary

/// The changes after a token, oldest first, up to the time of the fetch.
///
/// Iteration reads the changes page by page, so a million changes take little memory. You can iterate any number of
/// times, from any thread.
// Unchecked because the class is open. All stored properties are constant.
open class PHPersistentChangeFetchResult: NSObject, Sequence, @unchecked Sendable {
    public typealias Element = PHPersistentChange

    fileprivate struct Source {
        let start: ChangeToken
        let end: ChangeToken
        let tokens: ClientChangeTokens
        let endToken: ClientChangeToken
        let context: FetchContext
    }

    fileprivate let source: Source?

    /// Creates an empty result, for subclasses in tests of an app.
    public override init() {
        source = nil
    }

    init(from start: ChangeToken, to end: ChangeToken, _ tokens: ClientChangeTokens, _ context: FetchContext) throws {
        source = Source(start: start, end: end, tokens: tokens, endToken: try tokens.sealed(end), context: context)
    }

    open func makeIterator() -> Iterator {
        Iterator(fetchResult: self)
    }

    /// Iterates over the changes. Only one thread at a time can use it.
    public final class Iterator: IteratorProtocol {
        public typealias Element = PHPersistentChange

        private static let pageSize = 500

        private let source: Source?
        private var position: ChangeToken?
        /// The remaining changes of the page, in reverse order.
        private var page: [(change: ChangeToken, token: ClientChangeToken)] = []

        /// Starts at the oldest change.
        public init(fetchResult: PHPersistentChangeFetchResult) {
            source = fetchResult.source
            position = source?.start
        }

        /// Returns the next change, or `nil` after the last one. Some calls block while the catalog is read.
        ///
        /// Includes changes that are no longer in the history or can't be read. Requesting their details throws.
        public func next() -> PHPersistentChange? {
            guard let source else { return nil }
            while page.isEmpty, let start = position, start.number < source.end.number {
                position = readPage(after: start, of: source)
            }
            return page.popLast().map { PHPersistentChange($0.change, $0.token, source.context) }
        }

        /// - Returns: The start of the page after this one.
        private func readPage(after start: ChangeToken, of source: Source) -> ChangeToken {
            let context = source.context
            do {
                let limit = Swift.min(Self.pageSize, Int(clamping: source.end.number - start.number))
                let read = try context.view.changes(since: start, limit: limit)
                page = try read.entries.reversed().map { ($0.token, try source.tokens.sealed($0.token)) }
                return read.isLast ? source.end : read.end
            } catch {
                return skipUnreadableChange(after: start, of: source)
            }
        }

        /// Returns a change whose details throw the reason. With full access it's the next change, because numbers have
        /// no gaps. With limited access it represents all remaining changes, because their number would count changes
        /// that the app may not see.
        private func skipUnreadableChange(after start: ChangeToken, of source: Source) -> ChangeToken {
            guard source.context.view.access == .full else {
                page = [(source.end, source.endToken)]
                return source.end
            }
            let skipped = start.at(start.number + 1)
            page = [(skipped, .numbered(skipped))]
            return skipped
        }
    }
}
