extension CatalogSchema {
    /// The places of assets, and the places' names. Both follow from coordinates, so they have no history.
    ///
    /// A place has a row for all its assets. `reference` has the numbers of its parts in one version of the gazetteer, and
    /// `names` their names in all languages, so that a search needs no gazetteer. A row never changes: another version
    /// makes other rows. An asset on the open sea has no row.
    ///
    /// `pendingPlace` has the assets whose location was stored without the gazetteer. `placeFill` has the newest
    /// version of the gazetteer that was used, and the row identifiers of the assets that it still has to look up.
    ///
    /// The trigger ensures that no asset has the place of a former location, whatever statement changes the location.
    static let placesOfAssets = """
        CREATE TABLE namedPlace (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            reference BLOB NOT NULL UNIQUE CHECK (length(reference) = 16),
            countryCode TEXT NOT NULL,
            regionCode TEXT,
            names TEXT NOT NULL
        ) STRICT;
        CREATE TABLE assetPlace (
            assetId INTEGER PRIMARY KEY REFERENCES asset(id) ON DELETE CASCADE,
            placeId INTEGER NOT NULL REFERENCES namedPlace(id)
        ) STRICT;
        CREATE INDEX assetPlaceByPlace ON assetPlace(placeId);
        CREATE TABLE pendingPlace (
            assetId INTEGER PRIMARY KEY REFERENCES asset(id) ON DELETE CASCADE
        ) STRICT;
        CREATE TABLE placeFill (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            dataVersion INTEGER NOT NULL,
            lastFilled INTEGER NOT NULL,
            target INTEGER NOT NULL,
            isRefill INTEGER NOT NULL
        ) STRICT;
        INSERT INTO placeFill (id, dataVersion, lastFilled, target, isRefill)
            SELECT 1, 0, 0, coalesce(max(id), 0), 0 FROM asset;
        CREATE TRIGGER formerPlaceOfAsset AFTER UPDATE OF latitude, longitude ON asset
        WHEN NEW.latitude IS NOT OLD.latitude OR NEW.longitude IS NOT OLD.longitude
        BEGIN
            DELETE FROM assetPlace WHERE assetId = NEW.id;
            DELETE FROM pendingPlace WHERE assetId = NEW.id;
            INSERT INTO pendingPlace SELECT NEW.id WHERE NEW.latitude IS NOT NULL AND NEW.longitude IS NOT NULL;
        END;
        """

    static let placeSearchTable = """
        CREATE VIRTUAL TABLE placeSearch USING fts5(text, tokenize = 'ascii', columnsize = 0);
        """
}
