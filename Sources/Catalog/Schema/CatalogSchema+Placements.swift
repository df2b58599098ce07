extension CatalogSchema {
    /// The library's place outside its folder, and the state of each original in it.
    ///
    /// `place` has one row while the library is connected. `placement` has a row for each blob that is or should be in
    /// the place, in the order of upload. New resources get one by a trigger, so every process that imports files
    /// also schedules their upload. A blob that may have lost its last resource is doubted: the next sync looks whether
    /// a row still names it.
    ///
    /// None of these rows is history.
    static let placements = """
        CREATE TABLE place (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            address TEXT NOT NULL,
            date REAL NOT NULL
        ) STRICT;
        CREATE TABLE placement (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            sha256 BLOB NOT NULL UNIQUE CHECK (length(sha256) = 32),
            fileSize INTEGER NOT NULL,
            state INTEGER NOT NULL DEFAULT 0,
            upload TEXT,
            attemptCount INTEGER NOT NULL DEFAULT 0,
            firstFailureDate REAL,
            nextAttemptDate REAL,
            reason TEXT,
            verifiedDate REAL,
            isDoubted INTEGER NOT NULL DEFAULT 0,
            unnamedDate REAL
        ) STRICT;
        CREATE INDEX placementPending ON placement(state, id) WHERE state != 2;
        CREATE INDEX placementFailing ON placement(nextAttemptDate) WHERE state = 3;
        CREATE INDEX placementVerified ON placement(verifiedDate) WHERE state = 2;
        CREATE INDEX placementDoubted ON placement(id) WHERE isDoubted = 1;
        CREATE INDEX placementUnnamed ON placement(unnamedDate) WHERE unnamedDate IS NOT NULL;
        CREATE TABLE placementPieces (
            placementId INTEGER PRIMARY KEY REFERENCES placement(id) ON DELETE CASCADE,
            digests BLOB NOT NULL CHECK (length(digests) % 32 = 0)
        ) STRICT;

        CREATE TRIGGER placementOfResource AFTER INSERT ON resource WHEN EXISTS (SELECT 1 FROM place) BEGIN
            INSERT INTO placement (sha256, fileSize) VALUES (new.sha256, new.fileSize)
            ON CONFLICT (sha256) DO UPDATE SET isDoubted = 1 WHERE unnamedDate IS NOT NULL OR state = 4;
        END;
        CREATE TRIGGER placementWithoutResource AFTER DELETE ON resource BEGIN
            UPDATE placement SET isDoubted = 1 WHERE sha256 = old.sha256;
        END;
        CREATE TRIGGER placementWithoutFormerEdit AFTER DELETE ON formerEditFile BEGIN
            UPDATE placement SET isDoubted = 1 WHERE sha256 = old.sha256;
        END;
        """
}
