import Albumen
import Foundation
import PhotoLibrary
import Records

/// Moments of a large library, at first and after changes.
struct MomentBenchmarks {
    let library: GeneratedLibrary
    let raw: RawDatabase

    func run() throws {
        let view = library.library.owner
        let statement = try raw.prepare(
            "SELECT creationDate, utcOffset, latitude, longitude FROM asset WHERE isShown = 1 ORDER BY creationDate, uuid"
        )
        func read() -> Double {
            Measurement.seconds {
                while statement.step() {}
                statement.reset()
            }
        }
        var count = 0
        let first = try Measurement.seconds { count = try view.moments().moments.count }
        let peer = [read(), read(), read()]
        Measurement(
            title: "all \(count) moments, cold", peer: "SQLite, reading dates and places in order",
            goal: .seconds(0.3)
        ).tell([first], peer)
        let uuids = library.uuids
        var after: [Double] = []
        for number in 0..<21 {
            var change = AssetChange()
            if number % 2 == 0 {
                change.isFavorite = number % 4 == 0
            } else {
                change.creationDate = Date(timeIntervalSinceReferenceDate: Double(number) * 20_000_000)
            }
            var transaction = Transaction()
            transaction.record(.change(change, assetUUID: uuids[number * 1_000 % uuids.count]))
            _ = try view.commit(transaction)
            after.append(try Measurement.seconds { check(try view.moments().moments.count > 0) })
        }
        Measurement(
            title: "moments after a change of a photo", peer: "SQLite, reading dates and places in order",
            goal: .seconds(0.002)
        ).tell(after, peer)
    }
}
