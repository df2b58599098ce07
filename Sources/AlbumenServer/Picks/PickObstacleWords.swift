import Albumen
import Foundation
import Hummingbird
import PickerWire

/// The reasons why assets can't be chosen, in the browser's language.
struct PickObstacleWords: Sendable {
    private let isChinese: Bool

    init(for request: Request) {
        isChinese = AcceptedLanguage.code(of: request) == "zh"
    }

    func text(for reason: PickIneligibility) -> String {
        switch reason {
        case .unavailable: isChinese ? "此项目不可选取。" : "This item can't be chosen."
        case .kind: isChinese ? "应用要求其他类型的项目。" : "The app asks for another kind of item."
        case .notOnDisk: isChinese ? "此项目的文件不在本机上。" : "The file of this item isn't on this machine."
        case .condition(_, isNegated: true): isChinese ? "应用排除了此项目。" : "The app excludes this item."
        case .condition(.duration(let from, let to), _): duration(from, to)
        case .condition(.fileSize(let from, let to), _): fileSize(from, to)
        case .condition(.creationDate(let from, let to), _): date(from, to)
        case .condition: isChinese ? "应用要求其他类型的项目。" : "The app asks for another kind of item."
        }
    }

    private func duration(_ from: Double?, _ to: Double?) -> String {
        let (from, to) = (from.map(seconds), to.map(seconds))
        return range(
            from, to, english: ("Videos must last at least ", "at most ", "Videos must last at most "),
            chinese: ("视频时长至少为 ", "至多为 ", "视频时长至多为 "))
    }

    private func fileSize(_ from: Int64?, _ to: Int64?) -> String {
        range(
            from.map(megabytes), to.map(megabytes),
            english: ("Files must have at least ", "at most ", "Files must have at most "),
            chinese: ("文件大小至少为 ", "至多为 ", "文件大小至多为 "))
    }

    private func date(_ from: Date?, _ to: Date?) -> String {
        range(
            from.map(day), to.map(day), english: ("Items must be from ", "until ", "Items must be from before "),
            chinese: ("项目日期须不早于 ", "不晚于 ", "项目日期须不晚于 "))
    }

    private func range(
        _ from: String?, _ to: String?, english: (String, String, String), chinese: (String, String, String)
    ) -> String {
        let words = isChinese ? chinese : english
        let (joint, end) = isChinese ? ("，", "。") : (", ", ".")
        return switch (from, to) {
        case (let from?, let to?): "\(words.0)\(from)\(joint)\(words.1)\(to)\(end)"
        case (let from?, nil): "\(words.0)\(from)\(end)"
        case (nil, let to?): "\(words.2)\(to)\(end)"
        case (nil, nil): ""
        }
    }

    private func seconds(_ value: Double) -> String {
        let number = value.formatted(.number.precision(.fractionLength(0...1)).grouping(.never))
        return isChinese ? "\(number) 秒" : "\(number) seconds"
    }

    private func megabytes(_ bytes: Int64) -> String {
        let units = ["bytes", "kB", "MB", "GB", "TB"]
        var (value, unit) = (Double(bytes), 0)
        while value >= 1000, unit < units.count - 1 { (value, unit) = (value / 1000, unit + 1) }
        let number = String(format: value < 10 && unit > 0 ? "%.1f" : "%.0f", value)
        return "\(number) \(isChinese && unit == 0 ? "字节" : units[unit])"
    }

    private func day(_ date: Date) -> String {
        let text = date.formatted(.iso8601.year().month().day())
        return text
    }
}
