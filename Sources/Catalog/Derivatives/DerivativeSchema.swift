import GRDB

/// The tables of `derivatives.sqlite`. There are no migrations: a file of another version is made anew.
enum DerivativeSchema {
    /// Stored in the file, together with a number that tells it from other programs' files.
    static let version = 1
    static let applicationIdentifier = 0x416C_6273

    /// `total` is kept right by the triggers, so that a store with a budget never has to count its rows.
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

    static func create(in database: Database) throws {
        try database.execute(sql: tables)
        try database.execute(
            sql: "PRAGMA application_id = \(applicationIdentifier); PRAGMA user_version = \(version)")
    }

    /// Whether the file is one that this code made.
    static func isCurrent(_ database: Database) throws -> Bool {
        try Int.fetchOne(database, sql: "PRAGMA user_version") == version
            && Int.fetchOne(database, sql: "PRAGMA application_id") == applicationIdentifier
    }
}
