import Catalog
import Foundation
import MediaTypes

/// All moments of a library as one client sees them, in the order of time, and the lists they make.
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

    package func moments(in list: MomentList) -> ArraySlice<Moment> {
        // A list of an earlier state may name more.
        moments[list.moments.clamped(to: moments.indices)]
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

    /// - Parameter moments: in the order of time, those without a date first.
    init(_ moments: [Moment]) {
        self.moments = moments
        clusters = Self.lists(of: moments, .cluster, areTogether: Self.areOfOneCluster)
        years = Self.lists(of: moments, .year) { $0.year == $1.year }
    }

    private static func areOfOneCluster(_ before: Moment, _ next: Moment) -> Bool {
        guard let day = next.day, let last = before.day else { return false }
        return day - last <= mostDaysBetweenMoments
    }

    /// From one moment of a cluster to the next.
    private static let mostDaysBetweenMoments = 3

    private static func lists(
        of moments: [Moment], _ subtype: MomentList.Subtype, areTogether: (Moment, Moment) -> Bool
    ) -> [MomentList] {
        var lists: [MomentList] = []
        var start = 0
        for index in moments.indices
        where index + 1 == moments.endIndex || !areTogether(moments[index], moments[index + 1]) {
            lists.append(
                MomentList(
                    uuid: MomentIdentifier.uuid(ofList: subtype, from: moments[start].uuid), subtype: subtype,
                    title: subtype == .year ? moments[start].year.map { String($0) } : nil,
                    startDate: moments[start].startDate,
                    endDate: moments[index].endDate, moments: start..<(index + 1)))
            start = index + 1
        }
        return lists
    }
}

extension Moment {
    fileprivate var year: Int? { day.map(CivilTime.year(ofDay:)) }
}

/// Identifiers that are made of what they stand for: moments are no rows.
enum MomentIdentifier {
    static func uuid(ofDay day: Int?, number: Int) -> String {
        // A day and a number fit into 32 bits each, whatever a camera's clock said.
        let day = day.map { UInt32(bitPattern: Int32(truncatingIfNeeded: $0)) } ?? .max
        return uuid("A1B0A1B1", day, UInt32(truncatingIfNeeded: number))
    }

    static func uuid(ofList subtype: MomentList.Subtype, from first: String) -> String {
        first.replacingOccurrences(of: "A1B0A1B1", with: subtype == .cluster ? "A1B0A1B2" : "A1B0A1B3")
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
