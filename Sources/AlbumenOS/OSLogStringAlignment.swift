/// The least number of characters of an argument, and the side on which spaces are added.
public struct OSLogStringAlignment {
    private enum Side {
        case left
        case right
    }

    private let side: Side
    private let columns: () -> Int

    /// Adds no spaces.
    public static var none: OSLogStringAlignment { OSLogStringAlignment(side: .right) { 0 } }

    /// Adds spaces before the argument.
    public static func right(columns: @autoclosure @escaping () -> Int) -> OSLogStringAlignment {
        OSLogStringAlignment(side: .right, columns: columns)
    }

    /// Adds spaces after the argument.
    public static func left(columns: @autoclosure @escaping () -> Int) -> OSLogStringAlignment {
        OSLogStringAlignment(side: .left, columns: columns)
    }

    private init(side: Side, columns: @escaping () -> Int) {
        self.side = side
        self.columns = columns
    }

    func pad(_ text: String) -> String {
        let spaces = String(repeating: " ", count: max(0, columns() - text.count))
        return side == .left ? text + spaces : spaces + text
    }
}
