/// Files distributed among workers.
enum Dealt {
    static func part(_ index: Int, of count: Int, _ files: [String]) -> [String] {
        files.enumerated().filter { $0.offset % count == index }.map(\.element)
    }
}
