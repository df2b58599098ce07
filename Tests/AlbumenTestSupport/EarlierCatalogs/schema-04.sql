CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" (identifier) VALUES ('1 assets, resources, history, grants');
INSERT INTO "grdb_migrations" (identifier) VALUES ('2 placeholders');
INSERT INTO "grdb_migrations" (identifier) VALUES ('3 timelines');
INSERT INTO "grdb_migrations" (identifier) VALUES ('4 collections');
CREATE TABLE asset (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid TEXT NOT NULL,
mediaType INTEGER NOT NULL,
mediaSubtypes INTEGER NOT NULL,
playbackStyle INTEGER NOT NULL,
pixelWidth INTEGER NOT NULL,
pixelHeight INTEGER NOT NULL,
duration REAL NOT NULL,
creationDate REAL,
modificationDate REAL,
addedDate REAL NOT NULL,
latitude REAL,
longitude REAL,
isFavorite INTEGER NOT NULL,
isHidden INTEGER NOT NULL,
trashedDate REAL,
burstIdentifier TEXT,
representsBurst INTEGER NOT NULL,
burstSelectionTypes INTEGER NOT NULL,
sourceType INTEGER NOT NULL,
isRAW INTEGER NOT NULL,
isSelfPortrait INTEGER NOT NULL,
isShown INTEGER NOT NULL CHECK (isShown = (
    trashedDate IS NULL AND isHidden = 0 AND sourceType = 1 AND (burstIdentifier IS NULL OR representsBurst = 1 OR burstSelectionTypes & 2 != 0))),
    utcOffset INTEGER,
    dateSource TEXT,
    altitude REAL,
    horizontalAccuracy REAL,
    damage TEXT
, userEdits INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "asset" (id, uuid, mediaType, mediaSubtypes, playbackStyle, pixelWidth, pixelHeight, duration, creationDate, modificationDate, addedDate, latitude, longitude, isFavorite, isHidden, trashedDate, burstIdentifier, representsBurst, burstSelectionTypes, sourceType, isRAW, isSelfPortrait, isShown, utcOffset, dateSource, altitude, horizontalAccuracy, damage, userEdits) VALUES (1, '00000001-0000-4000-8000-000000000000', 1, 0, 1, 4000, 3000, 0.0, 700000001.5, 700000010.0, 700000020.0, 52.5, 13.4, 0, 0, NULL, NULL, 0, 0, 1, 0, 0, 1, 7200, 'exif', NULL, NULL, NULL, 1);
INSERT INTO "asset" (id, uuid, mediaType, mediaSubtypes, playbackStyle, pixelWidth, pixelHeight, duration, creationDate, modificationDate, addedDate, latitude, longitude, isFavorite, isHidden, trashedDate, burstIdentifier, representsBurst, burstSelectionTypes, sourceType, isRAW, isSelfPortrait, isShown, utcOffset, dateSource, altitude, horizontalAccuracy, damage, userEdits) VALUES (2, '00000002-0000-4000-8000-000000000000', 1, 0, 1, 4000, 3000, 0.0, 700000002.5, 700000010.0, 700000020.0, 52.5, 13.4, 1, 0, NULL, NULL, 0, 0, 1, 0, 0, 1, 7200, 'exif', NULL, NULL, NULL, 0);
INSERT INTO "asset" (id, uuid, mediaType, mediaSubtypes, playbackStyle, pixelWidth, pixelHeight, duration, creationDate, modificationDate, addedDate, latitude, longitude, isFavorite, isHidden, trashedDate, burstIdentifier, representsBurst, burstSelectionTypes, sourceType, isRAW, isSelfPortrait, isShown, utcOffset, dateSource, altitude, horizontalAccuracy, damage, userEdits) VALUES (3, '00000003-0000-4000-8000-000000000000', 1, 0, 1, 4000, 3000, 0.0, 700000003.5, 700000010.0, 700000020.0, 52.5, 13.4, 0, 0, 700000100.0, NULL, 0, 0, 1, 0, 0, 0, 7200, 'exif', NULL, NULL, NULL, 0);
INSERT INTO "sqlite_sequence" (name, seq) VALUES ('asset', 3);
INSERT INTO "sqlite_sequence" (name, seq) VALUES ('resource', 3);
INSERT INTO "sqlite_sequence" (name, seq) VALUES ('change', 3);
INSERT INTO "sqlite_sequence" (name, seq) VALUES ('collection', 2);
CREATE TABLE assetMetadata (
    assetId INTEGER PRIMARY KEY REFERENCES asset(id) ON DELETE CASCADE,
    cameraMake TEXT,
    cameraModel TEXT,
    lensModel TEXT,
    frameRate REAL,
    videoCodec TEXT,
    title TEXT,
    caption TEXT,
    keywords TEXT,
    rating INTEGER,
    preservedFileName TEXT
) STRICT;
INSERT INTO "assetMetadata" (assetId, cameraMake, cameraModel, lensModel, frameRate, videoCodec, title, caption, keywords, rating, preservedFileName) VALUES (1, 'Canon', 'EOS R5', NULL, NULL, NULL, NULL, 'Häuser am See', '["lake","été"]', 4, NULL);
CREATE TABLE resource (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    assetId INTEGER NOT NULL REFERENCES asset(id) ON DELETE CASCADE,
    type INTEGER NOT NULL,
    sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
    fileSize INTEGER NOT NULL,
    originalFilename TEXT NOT NULL,
    uniformTypeIdentifier TEXT NOT NULL,
    pixelWidth INTEGER NOT NULL,
    pixelHeight INTEGER NOT NULL,
    contentIdentifier TEXT
) STRICT;
INSERT INTO "resource" (id, assetId, type, sha256, fileSize, originalFilename, uniformTypeIdentifier, pixelWidth, pixelHeight, contentIdentifier) VALUES (1, 1, 1, X'EFE3CF03B26179BA5DA3916ED972A3D3F588711800BF5EEB043CB65E8F1A502C', 27, 'IMG_0001.JPG', 'public.jpeg', 4000, 3000, NULL);
INSERT INTO "resource" (id, assetId, type, sha256, fileSize, originalFilename, uniformTypeIdentifier, pixelWidth, pixelHeight, contentIdentifier) VALUES (2, 2, 1, X'9B73CE2E5C72E9C8EB35AE3F509EF901B26ED3E9811F0782F3633CCEAB140918', 7, 'IMG_0002.JPG', 'public.jpeg', 4000, 3000, NULL);
INSERT INTO "resource" (id, assetId, type, sha256, fileSize, originalFilename, uniformTypeIdentifier, pixelWidth, pixelHeight, contentIdentifier) VALUES (3, 3, 1, X'73FB47247808EEFA92140859D5AEEE8955CCA452B9F6873E67ECBEBA9276A3F4', 7, 'IMG_0003.JPG', 'public.jpeg', 4000, 3000, NULL);
CREATE TABLE change (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    date REAL NOT NULL,
    author TEXT NOT NULL
) STRICT;
INSERT INTO "change" (id, date, author) VALUES (1, 700000020.0, 'import');
INSERT INTO "change" (id, date, author) VALUES (2, 700000030.0, 'command');
INSERT INTO "change" (id, date, author) VALUES (3, 700000060.0, 'command');
CREATE TABLE createdRange (
    changeId INTEGER NOT NULL REFERENCES change(id) ON DELETE CASCADE,
    firstAssetId INTEGER NOT NULL,
    lastAssetId INTEGER NOT NULL,
    PRIMARY KEY (changeId, firstAssetId)
) STRICT, WITHOUT ROWID;
INSERT INTO "createdRange" (changeId, firstAssetId, lastAssetId) VALUES (1, 1, 3);
CREATE TABLE assetImage (
    changeId INTEGER NOT NULL REFERENCES change(id) ON DELETE CASCADE,
    id INTEGER NOT NULL,
    isAfter INTEGER NOT NULL,
    uuid TEXT NOT NULL,
mediaType INTEGER NOT NULL,
mediaSubtypes INTEGER NOT NULL,
playbackStyle INTEGER NOT NULL,
pixelWidth INTEGER NOT NULL,
pixelHeight INTEGER NOT NULL,
duration REAL NOT NULL,
creationDate REAL,
modificationDate REAL,
addedDate REAL NOT NULL,
latitude REAL,
longitude REAL,
isFavorite INTEGER NOT NULL,
isHidden INTEGER NOT NULL,
trashedDate REAL,
burstIdentifier TEXT,
representsBurst INTEGER NOT NULL,
burstSelectionTypes INTEGER NOT NULL,
sourceType INTEGER NOT NULL,
isRAW INTEGER NOT NULL,
isSelfPortrait INTEGER NOT NULL,
isShown INTEGER NOT NULL CHECK (isShown = (
    trashedDate IS NULL AND isHidden = 0 AND sourceType = 1 AND (burstIdentifier IS NULL OR representsBurst = 1 OR burstSelectionTypes & 2 != 0))),
    PRIMARY KEY (changeId, id, isAfter)
) STRICT, WITHOUT ROWID;
INSERT INTO "assetImage" (changeId, id, isAfter, uuid, mediaType, mediaSubtypes, playbackStyle, pixelWidth, pixelHeight, duration, creationDate, modificationDate, addedDate, latitude, longitude, isFavorite, isHidden, trashedDate, burstIdentifier, representsBurst, burstSelectionTypes, sourceType, isRAW, isSelfPortrait, isShown) VALUES (2, 2, 0, '00000002-0000-4000-8000-000000000000', 1, 0, 1, 4000, 3000, 0.0, 700000002.5, NULL, 700000020.0, NULL, NULL, 0, 0, NULL, NULL, 0, 0, 1, 0, 0, 1);
INSERT INTO "assetImage" (changeId, id, isAfter, uuid, mediaType, mediaSubtypes, playbackStyle, pixelWidth, pixelHeight, duration, creationDate, modificationDate, addedDate, latitude, longitude, isFavorite, isHidden, trashedDate, burstIdentifier, representsBurst, burstSelectionTypes, sourceType, isRAW, isSelfPortrait, isShown) VALUES (2, 2, 1, '00000002-0000-4000-8000-000000000000', 1, 0, 1, 4000, 3000, 0.0, 700000002.5, NULL, 700000020.0, NULL, NULL, 1, 0, NULL, NULL, 0, 0, 1, 0, 0, 1);
CREATE TABLE tombstone (
    assetId INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL UNIQUE,
    mediaType INTEGER NOT NULL,
    pixelWidth INTEGER NOT NULL,
    pixelHeight INTEGER NOT NULL,
    fileSize INTEGER NOT NULL,
    creationDate REAL,
    addedDate REAL NOT NULL,
    purgedDate REAL NOT NULL
) STRICT;
INSERT INTO "tombstone" (assetId, uuid, mediaType, pixelWidth, pixelHeight, fileSize, creationDate, addedDate, purgedDate) VALUES (4, '00000004-0000-4000-8000-000000000000', 1, 10, 10, 5, NULL, 700000000.0, 700000040.0);
CREATE TABLE clientGrant (
    client TEXT NOT NULL,
    accessLevel INTEGER NOT NULL,
    status INTEGER NOT NULL,
    date REAL NOT NULL,
    PRIMARY KEY (client, accessLevel)
) STRICT, WITHOUT ROWID;
INSERT INTO "clientGrant" (client, accessLevel, status, date) VALUES ('org.example.frame', 2, 4, 700000050.0);
CREATE TABLE grants (
    client TEXT NOT NULL,
    assetId INTEGER NOT NULL REFERENCES asset(id) ON DELETE CASCADE,
    PRIMARY KEY (client, assetId)
) STRICT, WITHOUT ROWID;
INSERT INTO "grants" (client, assetId) VALUES ('org.example.frame', 1);
CREATE TABLE importedFile (
    folder TEXT NOT NULL,
    name TEXT NOT NULL,
    fileSize INTEGER NOT NULL,
    modificationTime INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    reason TEXT,
    sha256 BLOB,
    assetId INTEGER,
    proberVersion INTEGER NOT NULL,
    PRIMARY KEY (folder, name)
) STRICT, WITHOUT ROWID;
INSERT INTO "importedFile" (folder, name, fileSize, modificationTime, outcome, reason, sha256, assetId, proberVersion) VALUES ('/media/card', 'IMG_0001.JPG', 27, 5, 'imported', NULL, X'EFE3CF03B26179BA5DA3916ED972A3D3F588711800BF5EEB043CB65E8F1A502C', 1, 1);
CREATE TABLE placeholder (
    assetId INTEGER PRIMARY KEY REFERENCES asset(id) ON DELETE CASCADE,
    hash BLOB NOT NULL
) STRICT;
INSERT INTO "placeholder" (assetId, hash) VALUES (1, X'0102');
CREATE TABLE collection (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid TEXT NOT NULL,
    kind INTEGER NOT NULL,
    subtype INTEGER NOT NULL,
    title TEXT NOT NULL,
    parentId INTEGER REFERENCES collection(id) CHECK (parentId IS NOT id),
    position INTEGER CHECK (parentId IS NULL OR position IS NOT NULL),
    creationDate REAL NOT NULL,
    modificationDate REAL NOT NULL,
    creator TEXT NOT NULL,
    shownCount INTEGER NOT NULL DEFAULT 0 CHECK (shownCount >= 0)
) STRICT;
INSERT INTO "collection" (id, uuid, kind, subtype, title, parentId, position, creationDate, modificationDate, creator, shownCount) VALUES (1, '0000000A-0000-4000-8000-000000000000', 2, 100, 'Trips', NULL, 1024, 700000060.0, 700000060.0, 'command', 0);
INSERT INTO "collection" (id, uuid, kind, subtype, title, parentId, position, creationDate, modificationDate, creator, shownCount) VALUES (2, '0000000B-0000-4000-8000-000000000000', 1, 2, 'Lake 2023', 1, 1024, 700000060.0, 700000060.0, 'command', 2);
CREATE TABLE albumMember (
    assetId INTEGER NOT NULL REFERENCES asset(id) ON DELETE CASCADE,
    collectionId INTEGER NOT NULL REFERENCES collection(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    PRIMARY KEY (assetId, collectionId)
) STRICT, WITHOUT ROWID;
INSERT INTO "albumMember" (assetId, collectionId, position) VALUES (1, 2, 1024);
INSERT INTO "albumMember" (assetId, collectionId, position) VALUES (2, 2, 2048);
CREATE TABLE collectionImage (
    changeId INTEGER NOT NULL REFERENCES change(id) ON DELETE CASCADE,
    id INTEGER NOT NULL,
    isAfter INTEGER NOT NULL,
    uuid TEXT NOT NULL,
    kind INTEGER NOT NULL,
    subtype INTEGER NOT NULL,
    title TEXT NOT NULL,
    parentId INTEGER,
    position INTEGER,
    creationDate REAL NOT NULL,
    modificationDate REAL NOT NULL,
    creator TEXT NOT NULL,
    PRIMARY KEY (changeId, id, isAfter)
) STRICT, WITHOUT ROWID;
INSERT INTO "collectionImage" (changeId, id, isAfter, uuid, kind, subtype, title, parentId, position, creationDate, modificationDate, creator) VALUES (3, 1, 1, '0000000A-0000-4000-8000-000000000000', 2, 100, 'Trips', NULL, 1024, 700000060.0, 700000060.0, 'command');
INSERT INTO "collectionImage" (changeId, id, isAfter, uuid, kind, subtype, title, parentId, position, creationDate, modificationDate, creator) VALUES (3, 2, 1, '0000000B-0000-4000-8000-000000000000', 1, 2, 'Lake 2023', 1, 1024, 700000060.0, 700000060.0, 'command');
CREATE TABLE albumMemberImage (
    changeId INTEGER NOT NULL REFERENCES change(id) ON DELETE CASCADE,
    collectionId INTEGER NOT NULL,
    assetId INTEGER NOT NULL,
    isAfter INTEGER NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (changeId, collectionId, assetId, isAfter)
) STRICT, WITHOUT ROWID;
INSERT INTO "albumMemberImage" (changeId, collectionId, assetId, isAfter, position) VALUES (3, 2, 1, 1, 1024);
CREATE TABLE albumMemberRange (
    changeId INTEGER NOT NULL REFERENCES change(id) ON DELETE CASCADE,
    collectionId INTEGER NOT NULL,
    firstAssetId INTEGER NOT NULL,
    lastAssetId INTEGER NOT NULL,
    firstPosition INTEGER NOT NULL,
    PRIMARY KEY (changeId, collectionId, firstAssetId)
) STRICT, WITHOUT ROWID;
INSERT INTO "albumMemberRange" (changeId, collectionId, firstAssetId, lastAssetId, firstPosition) VALUES (3, 2, 2, 2, 2048);
CREATE TABLE shownKind (
    mediaType INTEGER NOT NULL,
    mediaSubtypes INTEGER NOT NULL,
    playbackStyle INTEGER NOT NULL,
    isFavorite INTEGER NOT NULL,
    isRAW INTEGER NOT NULL,
    isSelfPortrait INTEGER NOT NULL,
    representsBurst INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (mediaType, mediaSubtypes, playbackStyle, isFavorite, isRAW, isSelfPortrait, representsBurst)
) STRICT, WITHOUT ROWID;
INSERT INTO "shownKind" (mediaType, mediaSubtypes, playbackStyle, isFavorite, isRAW, isSelfPortrait, representsBurst, count) VALUES (1, 0, 1, 0, 0, 0, 0, 1);
INSERT INTO "shownKind" (mediaType, mediaSubtypes, playbackStyle, isFavorite, isRAW, isSelfPortrait, representsBurst, count) VALUES (1, 0, 1, 1, 0, 0, 0, 1);
CREATE UNIQUE INDEX assetByUUID ON asset(uuid);
CREATE INDEX assetRepresentingBurst ON asset(burstIdentifier) WHERE representsBurst = 1;
CREATE INDEX resourceByAsset ON resource(assetId);
CREATE INDEX resourceByHash ON resource(sha256);
CREATE INDEX resourceBySize ON resource(fileSize);
CREATE INDEX resourceByContentIdentifier ON resource(contentIdentifier) WHERE contentIdentifier IS NOT NULL;
CREATE INDEX grantsByAsset ON grants(assetId);
CREATE INDEX importedFileByAsset ON importedFile(assetId) WHERE assetId IS NOT NULL;
CREATE UNIQUE INDEX collectionByUUID ON collection(uuid);
CREATE INDEX collectionByParent ON collection(parentId, position);
CREATE INDEX albumMemberByPosition ON albumMember(collectionId, position);
CREATE INDEX assetByCreationDate ON asset(
    creationDate, uuid, isShown, mediaType, mediaSubtypes, playbackStyle, isFavorite, isRAW, isSelfPortrait,
    representsBurst, addedDate
);
CREATE INDEX assetByAddedDate ON asset(addedDate, uuid, isShown);
CREATE INDEX assetByBurst ON asset(burstIdentifier, creationDate, uuid) WHERE burstIdentifier IS NOT NULL;
CREATE INDEX assetFavorite ON asset(creationDate, uuid, isShown, isFavorite) WHERE isFavorite = 1;
CREATE INDEX assetHidden ON asset(creationDate, uuid, isHidden) WHERE isHidden = 1;
CREATE INDEX assetTrashed ON asset(trashedDate, uuid) WHERE trashedDate IS NOT NULL;
