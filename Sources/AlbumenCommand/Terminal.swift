import Foundation

/// What is known of the terminal behind a descriptor.
enum Terminal {
    /// A terminal on which a line can be drawn again.
    static func canRedraw(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    }

    /// In columns; 80 where the terminal does not tell.
    static func width(_ descriptor: Int32) -> Int {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
