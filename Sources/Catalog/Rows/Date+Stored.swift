import Foundation

extension Date {
    /// The number a date is stored as.
    var stored: Double { timeIntervalSinceReferenceDate }

    init?(stored: Double?) {
        guard let stored else { return nil }
        self.init(timeIntervalSinceReferenceDate: stored)
    }
}
