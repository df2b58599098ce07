import GRDB

/// The tables of `derivatives.sqlite`. A file of another version is recreated. New tables can be added to a file
/// without changing its version, so that its thumbnails survive. Former versions of this code ignore such tables.
enum DerivativeSchema {
    /// The version in the file, beside a number that identifies Albumen's files.
    static let version = 1
    static let applicationIdentifier = 0x416C_6273

    /// The triggers maintain `total`, so that a store with a budget never counts its rows.
    static let tables = """
        CREATE TABLE thumbnail (
            id INTEGER PRIMARY KEY,
            sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
            recipe INTEGER NOT NULL,
            isWhole INTEGER NOT NULL,
            bytes BLOB NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX thumbnailByContent ON thumbnail(sha256, recipe);

        CREATE TABLE preview (
            id INTEGER PRIMARY KEY,
            sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
            recipe INTEGER NOT NULL,
            isPNG INTEGER NOT NULL,
            byteCount INTEGER NOT NULL,
            lastUsedDay INTEGER NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX previewByContent ON preview(sha256, recipe);
        CREATE INDEX previewByUse ON preview(lastUsedDay, id);

        CREATE TABLE total (
            kind TEXT PRIMARY KEY,
            count INTEGER NOT NULL,
            byteCount INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        INSERT INTO total VALUES ('thumbnail', 0, 0), ('preview', 0, 0);
        CREATE TRIGGER thumbnailComes AFTER INSERT ON thumbnail BEGIN
            UPDATE total SET count = count + 1, byteCount = byteCount + length(NEW.bytes) WHERE kind = 'thumbnail';
        END;
        CREATE TRIGGER thumbnailGoes AFTER DELETE ON thumbnail BEGIN
            UPDATE total SET count = count - 1, byteCount = byteCount - length(OLD.bytes) WHERE kind = 'thumbnail';
        END;
        CREATE TRIGGER previewComes AFTER INSERT ON preview BEGIN
            UPDATE total SET count = count + 1, byteCount = byteCount + NEW.byteCount WHERE kind = 'preview';
        END;
        CREATE TRIGGER previewGoes AFTER DELETE ON preview BEGIN
            UPDATE total SET count = count - 1, byteCount = byteCount - OLD.byteCount WHERE kind = 'preview';
        END;
        """

    /// Files that crashed or blocked the worker.
    private static let faults = """
        CREATE TABLE IF NOT EXISTS fault (
            sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
            purpose INTEGER NOT NULL,
            byteCount INTEGER NOT NULL,
            versions TEXT NOT NULL,
            code TEXT NOT NULL,
            message TEXT NOT NULL,
            PRIMARY KEY (sha256, purpose)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS faultBySize ON fault(byteCount, purpose);
        """

    /// Pictures whose original serves as the preview. Former versions of this code make a preview of them.
    private static let sufficientOriginals = """
        CREATE TABLE IF NOT EXISTS sufficientOriginal (
            sha256 BLOB PRIMARY KEY CHECK (length(sha256) = 32),
            recipe INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// Returns whether a current file lacks a table that was added after its version.
    static func isIncomplete(_ database: Database) throws -> Bool {
        try !database.tableExists("fault") || !database.tableExists("sufficientOriginal")
    }

    /// Adds the tables that were added after the version of a current file.
    static func complete(_ database: Database) throws {
        try database.execute(sql: faults)
        try database.execute(sql: sufficientOriginals)
    }

    static func create(in database: Database) throws {
        try database.execute(sql: tables)
        try complete(database)
        try database.execute(
            sql: "PRAGMA application_id = \(applicationIdentifier); PRAGMA user_version = \(version)")
    }

    /// Returns whether this code created the file.
    static func isCurrent(_ database: Database) throws -> Bool {
        try Int.fetchOne(database, sql: "PRAGMA user_version") == version
            && Int.fetchOne(database, sql: "PRAGMA application_id") == applicationIdentifier
    }
}
