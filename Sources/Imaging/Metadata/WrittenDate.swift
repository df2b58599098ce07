/// Dates in the formats that programs write to PNG text: `Tue, 13 Feb 2007 06:34:38 +0100`, `Tue Feb 13 06:34:38
/// 2007`.
enum WrittenDate {
    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    static func reading(_ text: String) -> ClockReading? {
        if let reading = ClockReading(text) { return reading }
        var day: Int?
        var month: Int?
        var year: Int?
        var time: [Int] = []
        var offset: Int?
        for word in text.split(whereSeparator: { " ,;".contains($0) }).prefix(12) {
            if word.contains(":"), time.isEmpty, word.first?.isNumber == true {
                time = word.split(separator: ":").compactMap { Int($0) }
            } else if let number = Int(word), word.first?.isNumber == true {
                if word.count == 4 { year = number } else { day = number }
            } else if let index = months.firstIndex(of: word.prefix(3).lowercased()) {
                month = index + 1
            } else if word == "GMT" || word == "UTC" {
                offset = 0
            } else if let zone = ClockReading.offset(String(word)) {
                offset = zone
            }
        }
        guard let year, let month, let day else { return nil }
        guard time.isEmpty || time.count == 2 || time.count == 3 else { return nil }
        let clock = time + Array(repeating: 0, count: 3 - time.count)
        var reading = ClockReading(
            year: year, month: month, day: day, hour: clock[0], minute: clock[1], second: clock[2])
        reading?.offset = offset
        reading?.hasTime = !time.isEmpty
        return reading
    }
}
