import Foundation
import GRDB

extension SentFiles {
    /// The triggers keep the number of each sender's files, so that nothing counts them.
    static let tables = """
        CREATE TABLE file (
            sender TEXT NOT NULL, parent TEXT NOT NULL, name TEXT NOT NULL, state TEXT NOT NULL, size INTEGER NOT NULL,
            modified INTEGER NOT NULL, isDated INTEGER NOT NULL, created INTEGER NOT NULL, touched INTEGER NOT NULL,
            tag TEXT NOT NULL, upload TEXT, detail TEXT, PRIMARY KEY (sender, parent, name)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX fileByUpload ON file (upload) WHERE upload IS NOT NULL;
        CREATE INDEX fileByAge ON file (sender, touched) WHERE upload IS NULL AND state <> 'folder';
        CREATE TABLE property (
            sender TEXT NOT NULL, path TEXT NOT NULL, space TEXT NOT NULL, name TEXT NOT NULL, element TEXT NOT NULL,
            PRIMARY KEY (sender, path, space, name)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE owner (sender TEXT PRIMARY KEY, files INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TRIGGER fileAdded AFTER INSERT ON file BEGIN
            INSERT INTO owner VALUES (NEW.sender, 1) ON CONFLICT (sender) DO UPDATE SET files = files + 1;
        END;
        CREATE TRIGGER fileRemoved AFTER DELETE ON file BEGIN
            UPDATE owner SET files = files - 1 WHERE sender = OLD.sender;
        END;
        """

    static func file(_ path: SentPath, of sender: String, _ database: Database) throws -> SentFile? {
        try Row.fetchOne(
            database, sql: "SELECT * FROM file WHERE sender = ? AND parent = ? AND name = ?",
            arguments: [sender, path.parent.text, path.name]
        ).map(file)
    }

    static func file(_ row: Row) -> SentFile {
        func date(_ column: String) -> Date { Date(timeIntervalSince1970: Double(row[column] as Int64) / 1_000) }
        var file = SentFile(
            path: SentPath(stored: row["parent"], row["name"]), state: .init(rawValue: row["state"]) ?? .refused,
            size: row["size"], modified: date("modified"), isDated: row["isDated"], created: date("created"),
            tag: row["tag"], upload: row["upload"])
        file.touched = date("touched")
        file.detail = row["detail"]
        return file
    }

    static func insert(_ file: SentFile, of sender: String, _ database: Database) throws {
        func number(_ date: Date) -> Int64 { Int64((date.timeIntervalSince1970 * 1_000).rounded()) }
        try database.execute(
            sql: """
                INSERT INTO file VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (sender, parent, name) DO UPDATE SET state = excluded.state, size = excluded.size,
                    modified = excluded.modified, isDated = excluded.isDated, created = excluded.created,
                    touched = excluded.touched, tag = excluded.tag, upload = excluded.upload, detail = excluded.detail
                """,
            arguments: [
                sender, file.path.parent.text, file.path.name, file.state.rawValue, file.size, number(file.modified),
                file.isDated, number(file.created), number(file.touched), file.tag, file.upload, file.detail,
            ])
    }

    /// The condition for a path and all that is in it. `0` is the character after `/`.
    private static func within(_ path: SentPath, _ sender: String, _ column: String) -> (String, StatementArguments) {
        guard !path.isRoot else { return ("sender = ?", [sender]) }
        return (
            "sender = ? AND (\(column) = ? OR \(column) >= ? AND \(column) < ?)",
            [sender, path.text, path.text + "/", path.text + "0"]
        )
    }

    static func tree(_ path: SentPath, of sender: String, _ database: Database) throws -> [SentFile] {
        let (condition, arguments) = within(path, sender, "parent")
        let inside = try Row.fetchAll(
            database, sql: "SELECT * FROM file WHERE \(condition)", arguments: arguments
        ).map(file)
        return try (path.isRoot ? [] : [file(path, of: sender, database)]).compactMap(\.self) + inside
    }

    static func remove(_ path: SentPath, of sender: String, _ database: Database) throws -> [SentFile] {
        let files = try tree(path, of: sender, database)
        let (condition, arguments) = within(path, sender, "parent")
        try database.execute(sql: "DELETE FROM file WHERE \(condition)", arguments: arguments)
        try database.execute(
            sql: "DELETE FROM file WHERE sender = ? AND parent = ? AND name = ?",
            arguments: [sender, path.parent.text, path.name])
        let (ofPath, values) = within(path, sender, "path")
        try database.execute(sql: "DELETE FROM property WHERE \(ofPath)", arguments: values)
        return files
    }

    static func path(_ text: String) -> SentPath {
        let names = SentPath.names(in: text)
        return names.isEmpty ? .root : SentPath(stored: names.dropLast().joined(separator: "/"), names[names.count - 1])
    }

    static func properties(within path: SentPath, of sender: String, _ database: Database) throws -> [Row] {
        let (condition, arguments) = within(path, sender, "path")
        return try Row.fetchAll(database, sql: "SELECT * FROM property WHERE \(condition)", arguments: arguments)
    }

    static func insert(
        _ properties: [Row], from path: SentPath, to target: SentPath, of sender: String, _ database: Database
    ) throws {
        for row in properties {
            guard let moved = Self.path(row["path"]).moved(from: path, to: target) else { continue }
            try database.execute(
                sql: "INSERT OR REPLACE INTO property (sender, path, space, name, element) VALUES (?, ?, ?, ?, ?)",
                arguments: [
                    sender, moved.text, row["space"] as String, row["name"] as String, row["element"] as String,
                ])
        }
    }

    static func count(of sender: String, _ database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT files FROM owner WHERE sender = ?", arguments: [sender]) ?? 0
    }

    /// Forgets files that came into the library or were refused longest ago, if there are too many.
    func makeRoom(for count: Int, of sender: String, _ database: Database) throws -> Bool {
        let surplus = try Self.count(of: sender, database) + count - limit
        guard surplus > 0 else { return true }
        let old = try Row.fetchAll(
            database,
            sql: """
                SELECT * FROM file WHERE sender = ? AND upload IS NULL AND state <> 'folder' ORDER BY touched LIMIT ?
                """, arguments: [sender, surplus]
        ).map(Self.file)
        guard old.count == surplus else { return false }
        for file in old { _ = try Self.remove(file.path, of: sender, database) }
        return true
    }
}
