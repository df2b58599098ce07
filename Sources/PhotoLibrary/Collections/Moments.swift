import Catalog
import Foundation
import MediaTypes

/// All moments of a library that one client can see, in chronological order, and the lists of moments.
package struct Moments: Sendable {
    package let moments: [Moment]
    package let clusters: [MomentList]
    package let years: [MomentList]

    package func moment(uuid: String) -> Moment? {
        moments.first { $0.uuid == uuid }
    }

    package func list(uuid: String) -> MomentList? {
        clusters.first { $0.uuid == uuid } ?? years.first { $0.uuid == uuid }
    }

    package func moments(in list: MomentList) -> [Moment] {
        // A list of an earlier state can contain more moments.
        list.moments.filter(moments.indices.contains).map { moments[$0] }
    }

    /// Returns whether a moment or list of moments can have this UUID. If not, no lookup is necessary.
    package static func canHaveUUID(_ uuid: String) -> Bool {
        MomentIdentifier.heads.contains { uuid.hasPrefix($0) }
    }

    package func lists(_ subtype: MomentList.Subtype) -> [MomentList] {
        switch subtype {
        case .cluster: clusters
        case .year: years
        }
    }

    package func list(_ subtype: MomentList.Subtype, containing moment: Moment) -> MomentList? {
        guard let index = moments.firstIndex(where: { $0.uuid == moment.uuid }) else { return nil }
        return lists(subtype).first { $0.moments.contains(index) }
    }

    /// - Parameter moments: The moments in chronological order, starting with those without a date.
    init(_ moments: [Moment]) {
        self.moments = moments
        clusters = Self.runs(of: moments, areTogether: Self.areOfOneCluster).map { run in
            MomentList(of: moments, run, .cluster, title: nil)
        }
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
        self.years = years.map { MomentList(of: moments, $0, .year, title: moments[$0[0]].year.map { String($0) }) }
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
        let members = indexes.map { moments[$0] }
        self.init(
            uuid: MomentIdentifier.uuid(ofList: subtype, from: members[0].uuid), subtype: subtype, title: title,
            startDate: members[0].startDate, endDate: members.compactMap(\.endDate).max(), moments: indexes)
    }
}

extension Moment {
    fileprivate var year: Int? { day.map(CivilTime.year(ofDay:)) }
}

/// Identifiers that encode their moment, because moments have no rows.
enum MomentIdentifier {
    static let heads = ["A1B0A1B1", "A1B0A1B2", "A1B0A1B3"]

    static func uuid(ofDay day: Int?, number: Int) -> String {
        // A day and a number fit in 32 bits each, whatever a camera's clock reported. No clock reports the day that
        // means no date.
        let day = UInt32(bitPattern: day.map { Int32(truncatingIfNeeded: $0) } ?? .min)
        return uuid(heads[0], day, UInt32(truncatingIfNeeded: number))
    }

    static func uuid(ofList subtype: MomentList.Subtype, from first: String) -> String {
        first.replacingOccurrences(of: heads[0], with: subtype == .cluster ? heads[1] : heads[2])
    }

    private static func uuid(_ head: String, _ day: UInt32, _ number: UInt32) -> String {
        let day = hexadecimal(day)
        return "\(head)-0000-4000-\(day.prefix(4))-\(day.suffix(4))\(hexadecimal(number))"
    }

    private static func hexadecimal(_ number: UInt32) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
