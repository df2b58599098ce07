internal import Foundation
internal import PropertyLists

/// The version of a catalogue's model. It's for people: what is in the catalogue is read from its schema.
struct PhotosModelVersion {
    private static let listLimit = 16 << 20
    let number: Int?

    /// Reads the property list in the catalogue's metadata.
    init(_ list: Data?) {
        let list = list.flatMap { try? PropertyListValue(parsing: $0, limit: Self.listLimit) }
        number = list?["PLModelVersion"]?.number.flatMap { Int(exactly: $0) }
    }

    func summary(isPhone: Bool) -> String {
        let place = isPhone ? "Photos of an iPhone or iPad" : "Photos library"
        guard let number else { return place }
        let system = isPhone ? Self.phoneSystem(number) : Self.macSystem(number)
        return "\(place)\(system.map { " of \($0)" } ?? "") (model \(number))"
    }

    func summary(ofBackup info: BackupInfo) -> String { info.summary + (number.map { " (model \($0))" } ?? "") }

    private static func macSystem(_ number: Int) -> String? {
        switch number / 1_000 {
        case 13: "macOS 10.15"
        case 14...18: "macOS \(number / 1_000 - 3)"
        case 19: "macOS 26"
        default: nil
        }
    }

    private static func phoneSystem(_ number: Int) -> String? {
        switch number / 1_000 {
        case 13...18: "iOS \(number / 1_000)"
        case 19: "iOS 26"
        default: nil
        }
    }
}
