import Albumen
import Records

/// The photos and videos of an export, part by part and without duplicates. Reads identifiers from standard input while
/// the export works on earlier ones.
struct ExportSelection {
    /// A line of standard input that identifies nothing.
    struct UnknownLine {
        /// The number of the line. The first line is 1.
        let number: Int
        let text: String
        /// For people.
        let reason: String
    }

    /// The number of lines that are looked up together.
    private static let partSize = 512

    private enum Part {
        case rows([Int64])
        case input
    }

    private let library: LibraryView
    private var parts: [Part]
    private var taken: Set<Int64> = []
    private var lineNumber = 0
    /// Whether standard input had an identifier, or `nil` if it wasn't read.
    private var hasReadIdentifier: Bool?
    /// The number of lines that identify nothing.
    private(set) var unknown = 0

    init(rows: [Int64], of library: LibraryView) {
        parts = [.rows(rows)]
        self.library = library
    }

    /// Selects what albums show, in their order.
    init(albums: [Int64], of library: LibraryView) throws {
        let rows = try albums.flatMap { album in
            var fetch = AssetFetch()
            fetch.membership = .album(album)
            return try library.assetIdentifiers(fetch)
        }
        self.init(rows: rows, of: library)
    }

    /// Selects what the arguments identify, with the identifiers from standard input in the place of the first `-`.
    ///
    /// - Throws: `CommandFailure` with the first invalid argument, so that nothing is written.
    init(_ arguments: [String], of library: LibraryView) throws {
        var parts: [Part] = []
        var readsInput = false
        for argument in arguments {
            guard argument == AssetArguments.inputMark else {
                parts.append(.rows([try library.asset(named: argument).id]))
                continue
            }
            if !readsInput { parts.append(.input) }
            readsInput = true
        }
        self.parts = parts
        self.library = library
    }

    /// All selected rows, or `nil` if some of them come from standard input.
    var knownRows: [Int64]? {
        var rows: [Int64] = []
        for part in parts {
            guard case .rows(let some) = part else { return nil }
            rows += some
        }
        return rows
    }

    /// Whether standard input was read to its end and had no identifier.
    var wasInputEmpty: Bool { hasReadIdentifier == false }

    /// Returns the next row identifiers, or `nil` at the end. Blocks while it waits for standard input.
    ///
    /// - Parameter tell: Called for each line that identifies nothing.
    mutating func next(_ tell: (UnknownLine) -> Void) throws -> [Int64]? {
        while let part = parts.first {
            switch part {
            case .rows(let rows):
                parts.removeFirst()
                return rows.filter { taken.insert($0).inserted }
            case .input:
                let lines = readLines()
                if lines.isEmpty {
                    parts.removeFirst()
                } else {
                    return try rows(of: lines, tell)
                }
            }
        }
        return nil
    }

    // MARK: Standard input

    /// Returns the next lines that aren't empty, with their numbers.
    private mutating func readLines() -> [(number: Int, text: String)] {
        var lines: [(number: Int, text: String)] = []
        while lines.count < Self.partSize, let line = StandardInput.line() {
            lineNumber += 1
            if !line.isEmpty { lines.append((lineNumber, line)) }
        }
        hasReadIdentifier = hasReadIdentifier == true || !lines.isEmpty
        return lines
    }

    private mutating func rows(
        of lines: [(number: Int, text: String)], _ tell: (UnknownLine) -> Void
    ) throws -> [Int64] {
        let found = try library.assetRows(uuids: lines.compactMap { LocalIdentifier.uuid(of: $0.text) })
        var rows: [Int64] = []
        for (number, text) in lines {
            do {
                let row = try LocalIdentifier.uuid(of: text).flatMap { found[$0] } ?? library.asset(named: text).id
                if taken.insert(row).inserted { rows.append(row) }
            } catch let failure as CommandFailure {
                unknown += 1
                tell(UnknownLine(number: number, text: text, reason: failure.message))
            }
        }
        return rows
    }
}
