internal import Foundation
internal import PropertyLists
internal import SystemPackage

/// The facts about a backup in its property lists. Each of them can be missing or wrong.
struct BackupInfo: Equatable {
    /// `Info.plist` and `Manifest.plist` list the phone's apps, some with their icons.
    private static let listLimit = 64 << 20
    private static let longestName = 100

    var isEncrypted = false
    var deviceName: String?
    /// Such as `iOS 17.4`.
    var system: String?
    var date: Date?
    /// `false` if the backup was interrupted.
    var isFinished = true

    init() {}

    /// Reads the property lists of a backup.
    init(_ files: ContainedFiles) {
        let manifest = Self.list("Manifest.plist", files)
        let info = Self.list("Info.plist", files)
        let lockdown = manifest?["Lockdown"]
        isEncrypted = Self.isTrue(manifest?["IsEncrypted"])
        deviceName =
            Self.name(info?["Device Name"]) ?? Self.name(info?["Display Name"])
            ?? Self.name(lockdown?["DeviceName"])
        let product = info?["Product Type"]?.string ?? lockdown?["ProductType"]?.string ?? ""
        let version = info?["Product Version"]?.string ?? lockdown?["ProductVersion"]?.string
        system = Self.version(version).map { "\(product.hasPrefix("iPad") ? "iPadOS" : "iOS") \($0)" }
        date = Self.date(info?["Last Backup Date"]) ?? Self.date(manifest?["Date"])
        if let state = Self.list("Status.plist", files)?["SnapshotState"]?.string { isFinished = state == "finished" }
    }

    /// Describes the backup in a few words for people, such as “Backup of Anna’s iPhone, iOS 17.4, 2024-03-01”.
    var summary: String {
        let day = date.map { date in
            let days = (date.timeIntervalSinceReferenceDate / 86_400).rounded(.down)
            let day = CivilDay(daysSinceReferenceDate: Int(days))
            return [(day.year, 4), (day.month, 2), (day.day, 2)].map { number, count in
                String(repeating: "0", count: max(0, count - "\(number)".count)) + "\(number)"
            }.joined(separator: "-")
        }
        return (["Backup of \(deviceName ?? "an iPhone or iPad")"] + [system, day].compactMap { $0 })
            .joined(separator: ", ")
    }

    private static func list(_ name: String, _ files: ContainedFiles) -> PropertyListValue? {
        guard case .file(let path, let status) = files.find(name), status.size <= listLimit,
            let bytes = AppleRecipe.read(path, size: Int(status.size))
        else { return nil }
        return try? PropertyListValue(parsing: bytes, limit: listLimit)
    }

    private static func isTrue(_ value: PropertyListValue?) -> Bool {
        switch value {
        case .boolean(let value): value
        case .integer(let value): value != 0
        default: false
        }
    }

    /// Returns a name without characters that change the text around it.
    private static func name(_ value: PropertyListValue?) -> String? {
        guard let text = value?.string?.prefix(longestName) else { return nil }
        let shown = text.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
            default: true
            }
        }
        let name = String(String.UnicodeScalarView(shown.prefix(longestName)))
        return ForeignValue.text(name.trimmingCharacters(in: .whitespaces))
    }

    private static func version(_ text: String?) -> String? {
        guard let text, (1...20).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E })
        else { return nil }
        return text
    }

    private static func date(_ value: PropertyListValue?) -> Date? {
        ForeignValue.date(value?.date?.timeIntervalSinceReferenceDate)
    }
}
