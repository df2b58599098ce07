import MediaContainers
import MediaRequests

/// The datasets of an IPTC block, in their order.
struct IPTCRecords {
    private struct Dataset {
        var record: UInt8
        var number: UInt8
        var bytes: [UInt8]
    }

    private static let mark: UInt8 = 0x1C
    private static let utf8Mark = Array("\u{1B}%G".utf8)
    private static let datasetLimit = 4096

    private var datasets: [Dataset] = []

    /// Ends at the first invalid dataset.
    init(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        var position = 0
        while position + 5 <= bytes.count, bytes[position] == Self.mark, datasets.count < Self.datasetLimit {
            let length = Int(bytes[position + 3]) << 8 | Int(bytes[position + 4])
            // Longer datasets have an extended length, which pictures don't need.
            guard length < 0x8000, position + 5 + length <= bytes.count else { break }
            datasets.append(
                Dataset(
                    record: bytes[position + 1], number: bytes[position + 2],
                    bytes: Array(bytes[position + 5..<position + 5 + length])))
            position += 5 + length
        }
    }

    var isEmpty: Bool { datasets.isEmpty }

    var bytes: [UInt8] {
        datasets.flatMap { dataset in
            [
                Self.mark, dataset.record, dataset.number, UInt8(dataset.bytes.count >> 8),
                UInt8(dataset.bytes.count & 255),
            ]
                + dataset.bytes
        }
    }

    /// The values under ImageIO's keys. Keys of datasets that can occur several times have lists.
    var properties: [String: ImageProperty] {
        var values: [String: ImageProperty] = [:]
        for dataset in datasets where dataset.record == 2 {
            guard let key = IPTCKey.ofNumber[dataset.number], let text = ExifDirectory.text(dataset.bytes) else {
                continue
            }
            if key.isList {
                values[key.text] = .list((values[key.text]?.elements ?? []) + [.text(text)])
            } else if values[key.text] == nil {
                values[key.text] = .text(text)
            }
        }
        return values
    }

    /// Applies changes of the dictionary `{IPTC}`. Changed texts are in UTF-8, and all others become UTF-8, too.
    mutating func apply(_ changes: ImageProperty) {
        guard let values = changes.dictionary else {
            if changes == .removal { datasets = [] }
            return
        }
        let present = properties
        var isChanged = false
        for (name, value) in values {
            guard let key = IPTCKey.ofText[name], present[name].map({ $0.isEqual(to: value) }) != true else { continue }
            let texts = value.elements.compactMap { element -> String? in
                switch element {
                case .text(let text): text
                case .integer(let number): String(number)
                default: nil
                }
            }
            guard value == .removal || texts.count == value.elements.count else { continue }
            isChanged = true
            let place = datasets.firstIndex { $0.record == 2 && $0.number > key.number } ?? datasets.endIndex
            let earlier = datasets[..<place].count { $0.record == 2 && $0.number == key.number }
            datasets.removeAll { $0.record == 2 && $0.number == key.number }
            datasets.insert(
                contentsOf: texts.prefix(key.isList ? Self.datasetLimit : 1).map {
                    Dataset(record: 2, number: key.number, bytes: Self.limited(Array($0.utf8), key.limitInBytes))
                }, at: place - earlier)
        }
        if isChanged, datasets.contains(where: { $0.bytes.contains { $0 >= 0x80 } }) { declareUTF8() }
    }

    private mutating func declareUTF8() {
        for index in datasets.indices where datasets[index].record == 2 {
            if String(validating: datasets[index].bytes, as: UTF8.self) == nil {
                let text = String(String.UnicodeScalarView(datasets[index].bytes.map { Unicode.Scalar($0) }))
                datasets[index].bytes = Self.limited(Array(text.utf8), 0x7FFF)
            }
        }
        datasets.removeAll { $0.record == 1 && $0.number == 90 }
        datasets.insert(Dataset(record: 1, number: 90, bytes: Self.utf8Mark), at: 0)
    }

    /// Returns a text without the characters after a limit.
    private static func limited(_ bytes: [UInt8], _ limit: Int) -> [UInt8] {
        var bytes = bytes.prefix(limit)
        while !bytes.isEmpty, String(validating: bytes, as: UTF8.self) == nil { bytes.removeLast() }
        return Array(bytes)
    }
}

/// A key of the dictionary `{IPTC}`.
struct IPTCKey: Sendable {
    let number: UInt8
    let text: String
    let isList: Bool

    init(_ number: UInt8, _ text: String, isList: Bool = false) {
        self.number = number
        self.text = text
        self.isList = isList
    }

    /// The longest text. The standard's limits are shorter, but programs read longer texts.
    var limitInBytes: Int { 0x7FFF }

    static let all = [
        IPTCKey(3, "ObjectTypeReference"), IPTCKey(4, "ObjectAttributeReference", isList: true),
        IPTCKey(5, "ObjectName"), IPTCKey(7, "EditStatus"), IPTCKey(8, "EditorialUpdate"), IPTCKey(10, "Urgency"),
        IPTCKey(12, "SubjectReference", isList: true), IPTCKey(15, "Category"),
        IPTCKey(20, "SupplementalCategory", isList: true), IPTCKey(22, "FixtureIdentifier"),
        IPTCKey(25, "Keywords", isList: true), IPTCKey(26, "ContentLocationCode", isList: true),
        IPTCKey(27, "ContentLocationName", isList: true), IPTCKey(30, "ReleaseDate"), IPTCKey(35, "ReleaseTime"),
        IPTCKey(37, "ExpirationDate"), IPTCKey(38, "ExpirationTime"), IPTCKey(40, "SpecialInstructions"),
        IPTCKey(42, "ActionAdvised"), IPTCKey(45, "ReferenceService", isList: true),
        IPTCKey(47, "ReferenceDate", isList: true), IPTCKey(50, "ReferenceNumber", isList: true),
        IPTCKey(55, "DateCreated"), IPTCKey(60, "TimeCreated"), IPTCKey(62, "DigitalCreationDate"),
        IPTCKey(63, "DigitalCreationTime"), IPTCKey(65, "OriginatingProgram"), IPTCKey(70, "ProgramVersion"),
        IPTCKey(75, "ObjectCycle"), IPTCKey(80, "Byline", isList: true), IPTCKey(85, "BylineTitle", isList: true),
        IPTCKey(90, "City"), IPTCKey(92, "SubLocation"), IPTCKey(95, "Province/State"),
        IPTCKey(100, "Country/PrimaryLocationCode"), IPTCKey(101, "Country/PrimaryLocationName"),
        IPTCKey(103, "OriginalTransmissionReference"), IPTCKey(105, "Headline"), IPTCKey(110, "Credit"),
        IPTCKey(115, "Source"), IPTCKey(116, "CopyrightNotice"), IPTCKey(118, "Contact", isList: true),
        IPTCKey(120, "Caption/Abstract"), IPTCKey(122, "Writer/Editor", isList: true), IPTCKey(130, "ImageType"),
        IPTCKey(131, "ImageOrientation"), IPTCKey(135, "LanguageIdentifier"),
    ]
    static let ofNumber = Dictionary(uniqueKeysWithValues: all.map { ($0.number, $0) })
    static let ofText = Dictionary(uniqueKeysWithValues: all.map { ($0.text, $0) })
}
