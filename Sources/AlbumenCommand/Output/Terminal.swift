import Foundation

/// The properties of the terminal behind a descriptor.
enum Terminal {
    /// Returns whether a line on the terminal can be redrawn.
    static func canRedraw(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    }

    /// Returns the width in columns, or 80 if it's unknown.
    static func width(_ descriptor: Int32) -> Int {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
