/// A day of the proleptic Gregorian calendar. Years start in March, so that the leap day is the last one.
struct CivilDay: Equatable {
    var year: Int
    var month: Int
    var day: Int

    /// 2001-01-01 as the number of days since 0000-03-01.
    private static let referenceDay = 730_791

    /// Returns `nil` if there is no such day in the years 1 to 9999.
    init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
        self.year = year
        self.month = month
        self.day = day
        guard CivilDay(daysSinceReferenceDate: daysSinceReferenceDate) == self else { return nil }
    }

    /// - Parameter days: At most some millions.
    init(daysSinceReferenceDate days: Int) {
        let number = days + Self.referenceDay
        let era = number >= 0 ? number / 146_097 : (number - 146_096) / 146_097
        let dayOfEra = number - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The number of days since 2001-01-01.
    var daysSinceReferenceDate: Int {
        let marchYear = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return marchYear * 365 + marchYear / 4 - marchYear / 100 + marchYear / 400 + dayOfYear - Self.referenceDay
    }
}
