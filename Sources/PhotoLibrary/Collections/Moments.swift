import Catalog
import Foundation

/// All moments of a library that one client can see, in chronological order.
///
/// The lists of moments are made for each call, in O(*m*) for *m* moments.
package struct Moments: Sendable {
    package let moments: [Moment]

    /// - Parameter moments: The moments in chronological order, starting with those without a date.
    init(_ moments: [Moment]) {
        self.moments = moments
    }

    // MARK: Moments

    /// - Complexity: O(log *m*) for *m* moments.
    package func moment(uuid: String) -> Moment? {
        index(uuid: uuid).map { moments[$0] }
    }

    /// Returns the moments with these UUIDs in chronological order.
    package func moments(uuids: some Sequence<String>) -> [Moment] {
        uuids.compactMap(index(uuid:)).sorted().map { moments[$0] }
    }

    /// Returns the moment whose photos have dates before and after this date, or this date.
    ///
    /// - Complexity: O(log *m*) for *m* moments.
    func moment(at date: Date?) -> Moment? {
        guard let date else { return moments.first.flatMap { $0.startDate == nil ? $0 : nil } }
        let index = ListChangePlan.partition(moments.indices) { moments[$0].lastDate >= date }
        guard moments.indices.contains(index), let start = moments[index].startDate, start <= date else { return nil }
        return moments[index]
    }

    /// Whether there are dates beyond the calendar. Such moments are at both ends, and their numbers depend on all others
    /// without a day.
    var reachesBeyondCalendar: Bool {
        // The moment without a date comes first.
        moments.prefix(2).contains(where: \.isBeyondCalendar) || moments.last?.isBeyondCalendar ?? false
    }

    /// Returns whether a moment or list of moments can have this UUID. If not, no lookup is necessary.
    package static func canHaveUUID(_ uuid: String) -> Bool {
        MomentIdentifier.heads.contains { uuid.hasPrefix($0) }
    }

    private func index(uuid: String) -> Int? {
        guard let day = MomentIdentifier.day(ofUUID: uuid) else { return nil }
        // Dates beyond the calendar have no day.
        guard let day else { return moments.firstIndex { $0.day == nil && $0.uuid == uuid } }
        // A local day starts and ends up to a day from that of UTC.
        let midnight = Date(timeIntervalSince1970: Double(day) * Self.secondsOfDay)
        let latest = midnight.addingTimeInterval(3 * Self.secondsOfDay)
        let earliest = midnight.addingTimeInterval(-2 * Self.secondsOfDay)
        let start = ListChangePlan.partition(moments.indices) { moments[$0].lastDate >= earliest }
        for index in start..<moments.endIndex {
            let moment = moments[index]
            if let date = moment.startDate, date > latest { return nil }
            if moment.day == day, moment.uuid == uuid { return index }
        }
        return nil
    }

    private static let secondsOfDay = 86_400.0

    // MARK: Lists

    /// Lists of moments with at most three days between them.
    package var clusters: [MomentList] {
        Self.runs(of: moments, areTogether: Self.areOfOneCluster).map { run in
            MomentList(of: moments, run, .cluster, title: nil)
        }
    }

    package var years: [MomentList] {
        // Around New Year, photos of two time zones alternate, so the moments of a year aren't consecutive.
        var years: [[Int]] = []
        var indexes: [Int?: Int] = [:]
        for (number, moment) in moments.enumerated() {
            if let index = indexes[moment.year] {
                years[index].append(number)
            } else {
                indexes[moment.year] = years.count
                years.append([number])
            }
        }
        return years.map { MomentList(of: moments, $0, .year, title: moments[$0[0]].year.map { String($0) }) }
    }

    package func lists(_ subtype: MomentList.Subtype) -> [MomentList] {
        switch subtype {
        case .cluster: clusters
        case .year: years
        }
    }

    package func list(uuid: String) -> MomentList? {
        clusters.first { $0.uuid == uuid } ?? years.first { $0.uuid == uuid }
    }

    package func list(_ subtype: MomentList.Subtype, containing moment: Moment) -> MomentList? {
        guard let index = index(uuid: moment.uuid) else { return nil }
        return lists(subtype).first { $0.moments.contains(index) }
    }

    package func moments(in list: MomentList) -> [Moment] {
        // A list of an earlier state can contain more moments.
        list.moments.filter(moments.indices.contains).map { moments[$0] }
    }

    private static func areOfOneCluster(_ before: Moment, _ next: Moment) -> Bool {
        guard let day = next.day, let last = before.day else { return false }
        return day - last <= mostDaysBetweenMoments
    }

    /// The largest number of days between two moments of a cluster.
    private static let mostDaysBetweenMoments = 3

    private static func runs(of moments: [Moment], areTogether: (Moment, Moment) -> Bool) -> [[Int]] {
        var runs: [[Int]] = []
        for index in moments.indices {
            if index > 0, areTogether(moments[index - 1], moments[index]) {
                runs[runs.count - 1].append(index)
            } else {
                runs.append([index])
            }
        }
        return runs
    }
}

extension MomentList {
    /// - Parameter indexes: The indexes of the list's moments. There is at least one.
    fileprivate init(of moments: [Moment], _ indexes: [Int], _ subtype: Subtype, title: String?) {
        let first = moments[indexes[0]]
        self.init(
            uuid: MomentIdentifier.uuid(ofList: subtype, from: first), subtype: subtype, title: title,
            startDate: first.startDate, endDate: indexes.lazy.compactMap { moments[$0].endDate }.max(),
            moments: indexes)
    }
}

extension Moment {
    fileprivate var year: Int? { day.map(CivilTime.year(ofDay:)) }
}
