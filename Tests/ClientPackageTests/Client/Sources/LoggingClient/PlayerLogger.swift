import OSLog

struct PlayerLogger {
    private let logger = Logger()

    func report(_ rate: Double, isMuted: Bool, url: URL) {
        logger.notice("rate \(rate), muted \(isMuted, format: .answer), \(url.path, privacy: .sensitive)")
        if OSLog.default.isEnabled(type: .debug) { logger.trace("\(url)") }
        logger.warning("no sound")
        logger.critical("stopped after \(rate, format: .hybrid(precision: 3)) s")
    }
}
