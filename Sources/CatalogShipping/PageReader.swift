internal import LTX

/// Reads pages of one state of the catalog while the pin keeps that state.
final class PageReader {
    /// The bytes that are read at once, if a page isn't larger.
    private static let readSize = 256 * 1024

    let pageSize: Int
    private let pin: ShippingConnection
    private let log: WriteAheadLog
    private var isOpen = true

    init(pageSize: Int, pin: ShippingConnection, log: WriteAheadLog) {
        self.pageSize = pageSize
        self.pin = pin
        self.log = log
    }

    /// Makes all further reads fail, because the pin is about to move.
    func end() {
        isOpen = false
    }

    /// Calls the body with each page and its contents, in order.
    func forEach(
        _ pages: some RandomAccessCollection<PageLocation>,
        _ body: (PageLocation, UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let pagesAtOnce = max(1, Self.readSize / pageSize)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pagesAtOnce * pageSize, alignment: 16)
        defer { buffer.deallocate() }
        var rest = pages[...]
        while let first = rest.first {
            guard isOpen else {
                throw ShippingError(
                    .closed, "The pages of \(log.path) were read after their sink had returned. Report this fault.")
            }
            let run = Self.run(of: rest, atMost: pagesAtOnce)
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<(run * pageSize)])
            if let frame = first.frame {
                guard try log.readPage(ofFrame: frame, into: part) else {
                    throw ShippingError(.page, "\(log.path) is shorter than its index says. Run this again.")
                }
            } else {
                try pin.readFile(into: part, at: (Int64(first.number) - 1) * Int64(pageSize))
            }
            for (position, page) in rest.prefix(run).enumerated() {
                let bytes = buffer[position * pageSize..<(position + 1) * pageSize]
                try body(page, UnsafeRawBufferPointer(rebasing: bytes))
            }
            rest = rest.dropFirst(run)
        }
    }

    /// Calls the body with each page, and fails if a checksum differs from the page's.
    func forEachVerified(
        _ pages: [PageLocation], _ body: (UInt32, UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try forEach(pages) { page, bytes in
            guard CRC64.ofPage(number: page.number, bytes) == page.checksum else {
                throw ShippingError(
                    .page,
                    "Page \(page.number) of the catalog beside \(log.path) changed while it was read, or the disk "
                        + "failed. Run this again: it compares all pages.")
            }
            try body(page.number, bytes)
        }
    }

    /// The number of pages at the start that one read returns: neighbours in the database's file, or one frame.
    private static func run(of pages: some Collection<PageLocation>, atMost limit: Int) -> Int {
        guard let first = pages.first, first.frame == nil else { return 1 }
        var count: UInt32 = 0
        for page in pages.prefix(limit) {
            guard page.frame == nil, page.number == first.number + count else { break }
            count += 1
        }
        return Int(count)
    }
}
