import Albumen
import Places
import Records

/// The places of a window's assets, as the headings of days name them.
///
/// Names are looked up for each answer, some microseconds for an asset, so that they never differ from the location.
struct WindowPlaces {
    /// The town, or else the region or the country, and the part of the town if there is one.
    private(set) var names: [[String]] = []
    /// The index in `names` for each asset, or `nil` for one without a place.
    private(set) var indexes: [Int?] = []

    /// Returns `nil` if no asset has a place, and if there is no file of places.
    init?(of rows: [TimelineRow], in language: PlaceLanguage) {
        guard rows.contains(where: { $0.asset.latitude != nil }), let gazetteer = try? Gazetteer.shared() else {
            return nil
        }
        var known: [[String]: Int] = [:]
        for row in rows {
            guard let latitude = row.asset.latitude, let longitude = row.asset.longitude,
                let place = gazetteer.place(latitude: latitude, longitude: longitude)
            else {
                indexes.append(nil)
                continue
            }
            let name = place.headingNames(in: language)
            let index = known[name] ?? names.count
            if index == names.count {
                known[name] = index
                names.append(name)
            }
            indexes.append(index)
        }
        if names.isEmpty { return nil }
    }
}

extension Place {
    fileprivate func headingNames(in language: PlaceLanguage) -> [String] {
        guard let town = city ?? settlement else { return [(region ?? country).name(in: language)] }
        let part = city == nil ? district : settlement
        return [town, part].compactMap { $0?.name(in: language) }
    }
}
