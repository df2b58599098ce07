import Foundation
import GRDB
import Glibc

/// Whether the write lock is free at this moment.
func canLock(_ catalog: String) throws -> Bool {
    let queue = try DatabaseQueue(path: catalog)
    do {
        try queue.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE; ROLLBACK") }
        return true
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
        return false
    }
}

/// Checkpoints as a foreign program does, without regard for the shipper.
func checkpointForever(_ catalog: String, _ random: inout Randomness) throws -> Never {
    var configuration = Configuration()
    configuration.busyMode = .timeout(0.01)
    let queue = try DatabaseQueue(path: catalog, configuration: configuration)
    while true {
        let mode = ["TRUNCATE", "PASSIVE", "RESTART", "FULL"].randomElement(using: &random) ?? "FULL"
        do {
            _ = try queue.writeWithoutTransaction { try Row.fetchOne($0, sql: "PRAGMA wal_checkpoint(\(mode))") }
        } catch let error as DatabaseError where [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode) {
            continue
        }
        usleep(UInt32.random(in: 0...5000, using: &random))
    }
}

/// Changes the catalog in all ways that write pages differently: spills, rollbacks, growth, deletions.
func writeForever(_ catalog: String, _ random: inout Randomness) throws -> Never {
    while true {
        var configuration = Configuration()
        configuration.busyMode = .timeout(600)
        let pages = [0, 10, 100, 1000].randomElement(using: &random) ?? 0
        let cache = Bool.random(using: &random) ? 5 : -2000
        configuration.prepareDatabase { database in
            try database.execute(
                sql: "PRAGMA wal_autocheckpoint = \(pages); PRAGMA cache_size = \(cache); PRAGMA synchronous = NORMAL")
        }
        let queue = try DatabaseQueue(path: catalog, configuration: configuration)
        for _ in 0..<20 {
            let choice = Int.random(in: 0..<100, using: &random)
            usleep(UInt32.random(in: 0...3000, using: &random))
            try queue.writeWithoutTransaction { database in
                try database.execute(sql: "BEGIN IMMEDIATE")
                switch choice {
                case ..<45:
                    for _ in 0..<(choice == 0 ? 400 : choice < 10 ? 20 : 1) {
                        try database.execute(
                            sql: "INSERT INTO asset (uuid, name, date) VALUES (?, ?, ?)",
                            arguments: [
                                "\(random.next())-\(random.next())",
                                "IMG_\(random.next() % 10000) \(String(repeating: "x", count: choice * 3))",
                                Double.random(in: 0..<1e9, using: &random),
                            ])
                    }
                case ..<65:
                    try database.execute(
                        sql: "UPDATE asset SET favorite = 1 - favorite WHERE id % 97 = ?", arguments: [choice])
                case ..<80:
                    try database.execute(
                        sql: "DELETE FROM asset WHERE id IN (SELECT id FROM asset ORDER BY random() LIMIT 15)")
                case ..<90:
                    try database.execute(sql: "UPDATE asset SET date = date + 1; ROLLBACK")
                    return
                case ..<95:
                    try database.execute(sql: "INSERT INTO search (search) VALUES ('optimize')")
                default:
                    try database.execute(sql: "PRAGMA incremental_vacuum(20)")
                }
                try database.execute(sql: "COMMIT")
            }
        }
        try queue.close()
    }
}
