import CQREncode

/// A QR code: a square of dark and light modules.
package struct QRCode: Sendable, Equatable {
    /// The number of modules on each side of scanners' quiet zone.
    private static let border = 4

    /// The number of modules in a row, with the quiet zone.
    package let size: Int
    private let isDark: [Bool]

    /// Returns `nil` if the text is too long for a code: more than 2,331 bytes.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        // The level M restores 15 % of the modules.
        guard let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        size = width + 2 * Self.border
        var isDark = [Bool](repeating: false, count: size * size)
        for row in 0..<width {
            for column in 0..<width {
                // The lowest bit says whether a module is dark.
                let isSet = code.pointee.data[row * width + column] & 1 == 1
                isDark[(row + Self.border) * size + column + Self.border] = isSet
            }
        }
        self.isDark = isDark
    }

    /// Returns whether a module is dark. Modules outside of the code are light.
    package func isDark(row: Int, column: Int) -> Bool {
        (0..<size).contains(row) && (0..<size).contains(column) && isDark[row * size + column]
    }

    /// The code as lines for a terminal, dark on light whatever the terminal's colours are. Each character has two
    /// modules, one above the other.
    package var terminalLines: [String] {
        stride(from: 0, to: size, by: 2).map { row in
            let modules = (0..<size).map { column in
                switch (isDark(row: row, column: column), isDark(row: row + 1, column: column)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            return "\u{1B}[30;107m\(modules.joined())\u{1B}[0m"
        }
    }

    /// The code as the path of an SVG with the view box `0 0 size size`: one rectangle for each run of dark modules.
    package var svgPath: String {
        var path = ""
        for row in 0..<size {
            var column = 0
            while column < size {
                guard isDark(row: row, column: column) else {
                    column += 1
                    continue
                }
                let start = column
                while isDark(row: row, column: column) { column += 1 }
                path += "M\(start) \(row)h\(column - start)v1h-\(column - start)z"
            }
        }
        return path
    }
}
