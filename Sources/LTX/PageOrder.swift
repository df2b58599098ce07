/// The rules for the page numbers of a file, for its reader and its writer.
struct PageOrder {
    private let name: String
    private let commit: UInt32
    private let lockPage: UInt32
    private(set) var last: UInt32 = 0

    /// The file must have all pages with larger numbers. `nil` if it may leave out any page.
    ///
    /// It's 0 for a snapshot. For other files it's the number of pages before the file's transactions, if known: a page
    /// by which the database grew exists nowhere else.
    private(set) var completeAbove: UInt32?

    init(_ header: LTXHeader, name: String) {
        self.name = name
        commit = header.commit
        lockPage = header.lockPage
        completeAbove = header.isSnapshot ? 0 : nil
    }

    /// Demands the pages by which the database grew.
    mutating func demandGrowth(since former: UInt32) {
        completeAbove = min(completeAbove ?? former, former)
    }

    /// Adds the number of the next page.
    ///
    /// - Throws: ``LTXError`` with the code `invalidPage` or `missingPage`.
    mutating func append(_ number: UInt32) throws(LTXError) {
        guard number <= commit, number != 0 else {
            throw LTXError(.invalidPage, "\(name) has page \(number), but the database has \(commit) pages after it.")
        }
        guard number != lockPage else {
            throw LTXError(.invalidPage, "\(name) has page \(number), which SQLite uses for locks only.")
        }
        guard number > last else {
            throw LTXError(.invalidPage, "\(name) has page \(number) after page \(last).")
        }
        if let missing = nextRequired, missing < number { throw lacks(missing) }
        last = number
    }

    /// Throws if required pages are missing at the end.
    func finish() throws(LTXError) {
        if let missing = nextRequired, missing <= commit { throw lacks(missing) }
    }

    /// The first page after `last` that can't be left out.
    private var nextRequired: UInt32? {
        guard let completeAbove else { return nil }
        // `commit` is below the largest number, and so is each number that was appended.
        let next = max(last, completeAbove) + 1
        return next == lockPage ? next + 1 : next
    }

    private func lacks(_ page: UInt32) -> LTXError {
        let kind = completeAbove == 0 ? "a snapshot" : "the database grew in it"
        return LTXError(.missingPage, "\(name) lacks page \(page), and \(kind). Restore from an older snapshot.")
    }
}
