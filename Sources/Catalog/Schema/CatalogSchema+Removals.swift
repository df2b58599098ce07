extension CatalogSchema {
    /// Bytes that no row names any more, and that may still be in the library's folder.
    ///
    /// The transaction that deletes their last row notes them. They are removed after its commit, and their row with
    /// them. If the process is killed in between, the next one that opens the library finishes that.
    ///
    /// `placement.readDate` is the time at which the bytes of a stored blob were last read from the place. `verifiedDate`
    /// can also be the time of an upload, of which the place only said that it had the bytes. `needsCheck` says that the
    /// place may have lost the blob, because its mark was missing or another library's.
    static let removals = """
        CREATE TABLE removal (
            sha256 BLOB NOT NULL PRIMARY KEY CHECK (length(sha256) = 32)
        ) STRICT, WITHOUT ROWID;

        CREATE TRIGGER removalAfterResource AFTER DELETE ON resource WHEN
            NOT EXISTS (SELECT 1 FROM resource WHERE sha256 = old.sha256)
            AND NOT EXISTS (SELECT 1 FROM formerEditFile WHERE sha256 = old.sha256) BEGIN
            INSERT OR IGNORE INTO removal (sha256) VALUES (old.sha256);
        END;
        CREATE TRIGGER removalAfterFormerEdit AFTER DELETE ON formerEditFile WHEN
            NOT EXISTS (SELECT 1 FROM resource WHERE sha256 = old.sha256)
            AND NOT EXISTS (SELECT 1 FROM formerEditFile WHERE sha256 = old.sha256) BEGIN
            INSERT OR IGNORE INTO removal (sha256) VALUES (old.sha256);
        END;
        CREATE TRIGGER noRemovalOfResource AFTER INSERT ON resource BEGIN
            DELETE FROM removal WHERE sha256 = new.sha256;
        END;
        CREATE TRIGGER noRemovalOfFormerEdit AFTER INSERT ON formerEditFile BEGIN
            DELETE FROM removal WHERE sha256 = new.sha256;
        END;

        ALTER TABLE placement ADD COLUMN readDate REAL;
        ALTER TABLE placement ADD COLUMN needsCheck INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX placementToCheck ON placement(id) WHERE needsCheck = 1;
        """
}
