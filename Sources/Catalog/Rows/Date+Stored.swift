import Foundation

extension Date {
    /// The number that the database stores for the date.
    var stored: Double { timeIntervalSinceReferenceDate }

    init?(stored: Double?) {
        guard let stored else { return nil }
        self.init(timeIntervalSinceReferenceDate: stored)
    }
}
