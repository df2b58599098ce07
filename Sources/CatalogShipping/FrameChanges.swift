/// Collects the frames of whole transactions: the newest frame of each page, and the sizes of the database.
struct FrameChanges {
    /// The index and checksum of the newest frame of each page that the database still has.
    private(set) var newest: [UInt32: (frame: UInt32, checksum: UInt64)] = [:]
    /// The number of commits.
    private(set) var commits: UInt32 = 0
    /// The number of the database's pages after the last commit.
    private(set) var pageCount: UInt32
    /// Whether the last frame ended a transaction.
    private(set) var isWhole = true
    private var lowestPageCount: UInt32
    private var highestPage: UInt32 = 0
    private let lockPage: UInt32

    /// - Parameter pageCount: The number of the database's pages before the first transaction.
    init(pageCount: UInt32, lockPage: UInt32) {
        self.pageCount = pageCount
        self.lockPage = lockPage
        lowestPageCount = pageCount
    }

    mutating func add(_ index: UInt32, _ frame: WriteAheadLogFrame, checksum: UInt64) {
        if frame.page != lockPage { newest[frame.page] = (index, checksum) }
        highestPage = max(highestPage, frame.page)
        isWhole = frame.commit > 0
        guard isWhole else { return }
        commits &+= 1
        pageCount = frame.commit
        if highestPage > pageCount {
            // A page that was cut off and came back without a frame hasn't the contents of its former frame.
            newest = newest.filter { $0.key <= pageCount }
            highestPage = pageCount
        }
        lowestPageCount = min(lowestPageCount, pageCount)
    }

    /// The pages by which the database grew without a frame. SQLite allocates pages that a transaction frees again,
    /// and doesn't write them.
    var pagesWithoutFrame: Set<UInt32> {
        guard lowestPageCount < pageCount else { return [] }
        return Set((lowestPageCount + 1...pageCount).lazy.filter { newest[$0] == nil && $0 != lockPage })
    }
}
