package import Foundation

/// The names, regions, countries and time zones of the Earth's settlements, and the borders of countries.
///
/// The data is a file of Albumen's. Nothing is requested from other machines. A gazetteer is an immutable value, which
/// any number of threads can use at the same time without waiting.
package struct Gazetteer: Sendable {
    /// The name of the file, in the folder of a build or of an installation.
    package static let fileName = "places.bin"

    let file: GazetteerFile
    let borders: Borders
    let settlements: Settlements
    let names: NameTable
    let regions: Section
    let countries: Section
    private let zones: [String]
    private let regionCodes: [String]
    private let translations: [Section]

    /// Opens a file of places.
    ///
    /// - Throws: ``GazetteerError`` with the file's path.
    /// - Complexity: O(*n*) for *n* bytes, because of the checksum: some milliseconds.
    package init(contentsOf url: URL) throws {
        file = try GazetteerFile(url)
        borders = Borders(file)
        settlements = Settlements(file)
        names = NameTable(file)
        regions = file.section(.regions)
        countries = file.section(.countries)
        zones = Self.lines(file.section(.zones))
        regionCodes = Self.lines(file.section(.regionCodes))
        translations = [SectionName.english, .german, .french, .spanish, .japanese, .chinese, .local]
            .map(file.section)
        let cells = 4 * (GridPoint.columns * GridPoint.rows + 1)
        guard file.section(.settlementStarts).count == cells, file.section(.borderStarts).count == cells,
            regionCodes.count == regions.count / Self.regionSize
        else {
            throw GazetteerError.damaged(url, "its tables have other sizes than its index")
        }
    }

    /// The date of the data, as 20261201. Names that were stored with another version are stale.
    package var version: Int { file.version }

    package var settlementCount: Int { settlements.count }

    private static let regionSize = 5
    private static let countrySize = 5

    private static func lines(_ section: Section) -> [String] {
        section.text(0..<section.count).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    // Settlements, regions and countries have one numbering: the subjects of names.

    var firstRegion: Int { settlements.count }
    var firstCountry: Int { settlements.count + regions.count / Self.regionSize }
    var subjectCount: Int { firstCountry + countries.count / Self.countrySize }

    func countryOfRegion(_ region: Int) -> Int { regions.uint16(Self.regionSize * region) }

    func countryCode(_ country: Int) -> String {
        countries.text(Self.countrySize * country..<Self.countrySize * country + 2)
    }

    func regionCode(_ region: Int) -> String { regionCodes[region] }

    func zone(_ index: Int) -> String { zones[index] }

    /// Returns the main name of a subject, and its name in a language if that is different.
    func name(ofSubject subject: Int, in language: PlaceLanguage?) -> String {
        names.name(language.flatMap { translation(ofSubject: subject, in: $0) } ?? mainName(ofSubject: subject))
    }

    private func mainName(ofSubject subject: Int) -> Int {
        if subject < firstRegion { return settlements.name(of: subject) }
        if subject < firstCountry { return regions.uint24(Self.regionSize * (subject - firstRegion) + 2) }
        return countries.uint24(Self.countrySize * (subject - firstCountry) + 2)
    }

    private func translation(ofSubject subject: Int, in language: PlaceLanguage) -> Int? {
        let entries = translations[language.rawValue]
        var (low, high) = (0, entries.count / 6)
        while low < high {
            let middle = (low + high) / 2
            if entries.uint24(6 * middle) < subject { low = middle + 1 } else { high = middle }
        }
        guard low < entries.count / 6, entries.uint24(6 * low) == subject else { return nil }
        return entries.uint24(6 * low + 3)
    }
}
