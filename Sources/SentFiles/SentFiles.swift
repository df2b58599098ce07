package import Foundation
import GRDB
import Glibc

/// The files that senders have sent to a library, as an SQLite file: names, sizes, dates and states, and no bytes.
///
/// Any thread can call it. Each method is one transaction, and durable when it returns.
package final class SentFiles: Sendable {
    private static let version = 1
    /// The most files and folders of a sender. Beyond, those are forgotten that came into the library longest ago.
    package let limit: Int

    private let queue: DatabaseQueue

    /// Opens the file, or creates it, readable by its owner alone. A file of another version is replaced: senders then
    /// send again, and the library keeps no file twice.
    package init(at file: URL, limit: Int = 100_000) throws {
        self.limit = limit
        let descriptor = Glibc.open(file.path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        if descriptor >= 0 { Glibc.close(descriptor) }
        var configuration = Configuration()
        configuration.label = "albumen.sent-files"
        configuration.busyMode = .timeout(10)
        queue = try DatabaseQueue(path: file.path, configuration: configuration)
        try queue.write { database in
            let found = try Int.fetchOne(database, sql: "PRAGMA user_version")
            guard found != Self.version else { return }
            for table in ["file", "property", "owner"] { try database.execute(sql: "DROP TABLE IF EXISTS \(table)") }
            try database.execute(sql: Self.tables)
            try database.execute(sql: "PRAGMA user_version = \(Self.version)")
        }
    }

    package func close() throws { try queue.close() }

    // MARK: Reading

    package func file(_ path: SentPath, of sender: String) throws -> SentFile? {
        try queue.read { try Self.file(path, of: sender, $0) }
    }

    /// Returns the files and folders in a folder, by name.
    ///
    /// - Complexity: O(*n*) for *n* of them.
    package func files(in folder: SentPath, of sender: String) throws -> [SentFile] {
        try queue.read { database in
            try Row.fetchAll(
                database, sql: "SELECT * FROM file WHERE sender = ? AND parent = ? ORDER BY name",
                arguments: [sender, folder.text]
            ).map(Self.file)
        }
    }

    /// Returns the files whose bytes aren't in the library yet, with their senders.
    package func pending() throws -> [(sender: String, file: SentFile)] {
        try queue.read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM file WHERE upload IS NOT NULL").map {
                ($0["sender"], Self.file($0))
            }
        }
    }

    package func count(of sender: String) throws -> Int {
        try queue.read { try Self.count(of: sender, $0) }
    }

    package func properties(of path: SentPath, _ sender: String) throws -> [SentProperty] {
        try queue.read { database in
            try Row.fetchAll(
                database, sql: "SELECT space, name, element FROM property WHERE sender = ? AND path = ? ORDER BY 1, 2",
                arguments: [sender, path.text]
            ).map { SentProperty(space: $0["space"], name: $0["name"], element: $0["element"]) }
        }
    }

    // MARK: Changing

    /// Stores a file or folder, in place of the one at its path.
    ///
    /// - Returns: `false` if the sender has too many that aren't in the library.
    package func store(_ file: SentFile, of sender: String) throws -> Bool {
        try queue.write { database in
            if try Self.file(file.path, of: sender, database) == nil, try !makeRoom(for: 1, of: sender, database) {
                return false
            }
            try Self.insert(file, of: sender, database)
            return true
        }
    }

    /// Stores what became of a file, unless it was replaced meanwhile.
    package func conclude(_ file: SentFile, of sender: String) throws {
        try queue.write { database in
            guard try Self.file(file.path, of: sender, database)?.tag == file.tag else { return }
            try Self.insert(file, of: sender, database)
        }
    }

    /// Removes a file, or a folder with all that is in it. Returns what was removed.
    ///
    /// - Complexity: O(*n*) for *n* files and folders.
    @discardableResult
    package func remove(_ path: SentPath, of sender: String) throws -> [SentFile] {
        try queue.write { try Self.remove(path, of: sender, $0) }
    }

    /// Moves a file or folder, in place of the one at the other path.
    ///
    /// - Returns: What was replaced, or `nil` if a path would be too long. Then nothing changes.
    package func move(
        _ path: SentPath, to target: SentPath, of sender: String, at date: Date
    ) throws -> [SentFile]? {
        try queue.write { database in
            let properties = try Self.properties(within: path, of: sender, database)
            var moved: [SentFile] = []
            for var file in try Self.tree(path, of: sender, database) {
                guard let path = file.path.moved(from: path, to: target) else { return nil }
                (file.path, file.touched) = (path, date)
                moved.append(file)
            }
            let replaced = try Self.remove(target, of: sender, database)
            _ = try Self.remove(path, of: sender, database)
            for file in moved { try Self.insert(file, of: sender, database) }
            try Self.insert(properties, from: path, to: target, of: sender, database)
            return replaced
        }
    }

    /// Copies files and folders with their properties, in place of what is at the other path.
    ///
    /// - Parameter files: The copies.
    /// - Returns: What was replaced, or `nil` if the sender has too many that aren't in the library. Then nothing changes.
    package func copy(
        _ files: [SentFile], from path: SentPath, to target: SentPath, of sender: String
    ) throws -> [SentFile]? {
        var replaced: [SentFile]?
        try queue.inTransaction { database in
            let copied = Set(files.map(\.path.text))
            let properties = try Self.properties(within: path, of: sender, database).filter { row in
                Self.path(row["path"]).moved(from: path, to: target).map { copied.contains($0.text) } ?? false
            }
            let removed = try Self.remove(target, of: sender, database)
            guard try makeRoom(for: files.count, of: sender, database) else { return .rollback }
            for file in files { try Self.insert(file, of: sender, database) }
            try Self.insert(properties, from: path, to: target, of: sender, database)
            replaced = removed
            return .commit
        }
        return replaced
    }

    /// Returns a file or folder with all that is in it.
    package func tree(_ path: SentPath, of sender: String) throws -> [SentFile] {
        try queue.read { try Self.tree(path, of: sender, $0) }
    }

    /// Adds and removes properties, in this order.
    ///
    /// - Returns: `false` if they would be more than `propertyLimit` bytes in all. Then nothing changes.
    package func change(
        _ changes: [(property: SentProperty, isRemoved: Bool)], of path: SentPath, _ sender: String
    ) throws -> Bool {
        var isKept = true
        try queue.inTransaction { database in
            for (property, isRemoved) in changes {
                let key: StatementArguments = [sender, path.text, property.space, property.name]
                try database.execute(
                    sql: "DELETE FROM property WHERE sender = ? AND path = ? AND space = ? AND name = ?",
                    arguments: key)
                guard !isRemoved else { continue }
                try database.execute(
                    sql: "INSERT INTO property (sender, path, space, name, element) VALUES (?, ?, ?, ?, ?)",
                    arguments: key + [property.element])
            }
            let size = try Int.fetchOne(
                database,
                sql: "SELECT sum(length(element) + length(space)) FROM property WHERE sender = ? AND path = ?",
                arguments: [sender, path.text])
            isKept = size ?? 0 <= Self.propertyLimit
            return isKept ? .commit : .rollback
        }
        return isKept
    }

    /// The most bytes of the properties of a file or folder.
    package static let propertyLimit = 16 << 10

    /// Forgets the files of all other senders, because they were removed. Returns their uploads.
    package func keep(_ senders: Set<String>) throws -> [String] {
        try queue.write { database in
            let known = try String.fetchAll(database, sql: "SELECT sender FROM owner")
            var uploads: [String] = []
            for sender in known where !senders.contains(sender) {
                uploads += try Self.remove(.root, of: sender, database).compactMap(\.upload)
                try database.execute(sql: "DELETE FROM owner WHERE sender = ?", arguments: [sender])
            }
            return uploads
        }
    }
}
