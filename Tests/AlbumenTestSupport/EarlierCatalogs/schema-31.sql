CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" (identifier) VALUES ('1 assets, resources, history, grants');
INSERT INTO "grdb_migrations" (identifier) VALUES ('2 placeholders');
INSERT INTO "grdb_migrations" (identifier) VALUES ('3 timelines');
INSERT INTO "grdb_migrations" (identifier) VALUES ('4 collections');
INSERT INTO "grdb_migrations" (identifier) VALUES ('5 observing');
INSERT INTO "grdb_migrations" (identifier) VALUES ('6 secrets');
INSERT INTO "grdb_migrations" (identifier) VALUES ('7 grants and metadata history');
INSERT INTO "grdb_migrations" (identifier) VALUES ('8 original values');
INSERT INTO "grdb_migrations" (identifier) VALUES ('9 burst frames');
INSERT INTO "grdb_migrations" (identifier) VALUES ('10 album descriptions');
INSERT INTO "grdb_migrations" (identifier) VALUES ('11 exposure');
INSERT INTO "grdb_migrations" (identifier) VALUES ('12 editing');
INSERT INTO "grdb_migrations" (identifier) VALUES ('13 former edits');
INSERT INTO "grdb_migrations" (identifier) VALUES ('14 search');
INSERT INTO "grdb_migrations" (identifier) VALUES ('15 grants in history');
INSERT INTO "grdb_migrations" (identifier) VALUES ('16 questions');
INSERT INTO "grdb_migrations" (identifier) VALUES ('17 client tokens');
INSERT INTO "grdb_migrations" (identifier) VALUES ('18 placements');
INSERT INTO "grdb_migrations" (identifier) VALUES ('19 unable to upload');
INSERT INTO "grdb_migrations" (identifier) VALUES ('20 removals');
INSERT INTO "grdb_migrations" (identifier) VALUES ('21 movement');
INSERT INTO "grdb_migrations" (identifier) VALUES ('22 album covers');
INSERT INTO "grdb_migrations" (identifier) VALUES ('23 moments');
INSERT INTO "grdb_migrations" (identifier) VALUES ('24 original choice');
INSERT INTO "grdb_migrations" (identifier) VALUES ('25 playback');
INSERT INTO "grdb_migrations" (identifier) VALUES ('26 sources');
INSERT INTO "grdb_migrations" (identifier) VALUES ('27 containers');
INSERT INTO "grdb_migrations" (identifier) VALUES ('28 epochs');
INSERT INTO "grdb_migrations" (identifier) VALUES ('29 durable places');
INSERT INTO "grdb_migrations" (identifier) VALUES ('30 watched folders');
INSERT INTO "grdb_migrations" (identifier) VALUES ('31 names of places');
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
, userEdits INTEGER NOT NULL DEFAULT 0, hasAdjustments INTEGER NOT NULL DEFAULT 0, adjustmentFormatIdentifier TEXT, adjustmentTimestamp REAL, creator TEXT, isUnableToUpload INTEGER NOT NULL DEFAULT 0, movement TEXT, originalChoice INTEGER NOT NULL DEFAULT 0, playbackVariation INTEGER NOT NULL DEFAULT 0, isVideoPlaybackOff INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "asset" (id, uuid, mediaType, mediaSubtypes, playbackStyle, pixelWidth, pixelHeight, duration, creationDate, modificationDate, addedDate, latitude, longitude, isFavorite, isHidden, trashedDate, burstIdentifier, representsBurst, burstSelectionTypes, sourceType, isRAW, isSelfPortrait, isShown, utcOffset, dateSource, altitude, horizontalAccuracy, damage, userEdits, hasAdjustments, adjustmentFormatIdentifier, adjustmentTimestamp, creator, isUnableToUpload, movement, originalChoice, playbackVariation, isVideoPlaybackOff) VALUES (1, '00000001-0000-4000-8000-000000000000', 1, 0, 1, 4000, 3000, 0.0, 700000001.5, 700000010.0, 700000020.0, 52.5, 13.4, 0, 0, NULL, NULL, 0, 0, 1, 0, 0, 1, 7200, 'exif', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, 0, '{"course":10,"courseAccuracy":1,"speed":2,"speedAccuracy":1,"timestamp":700000000,"verticalAccuracy":3}', 0, 0, 0);
INSERT INTO "asset" (id, uuid, mediaType, mediaSubtypes, playbackStyle, pixelWidth, pixelHeight, duration, creationDate, modificationDate, addedDate, latitude, longitude, isFavorite, isHidden, trashedDate, burstIdentifier, representsBurst, burstSelectionTypes, sourceType, isRAW, isSelfPortrait, isShown, utcOffset, dateSource, altitude, horizontalAccuracy, damage, userEdits, hasAdjustments, adjustmentFormatIdentifier, adjustmentTimestamp, creator, isUnableToUpload, movement, originalChoice, playbackVariation, isVideoPlaybackOff) VALUES (2, '00000002-0000-4000-8000-000000000000', 1, 0, 1, 4000, 3000, 0.0, 700000002.5, 700000010.0, 700000020.0, 52.5, 13.4, 1, 0, NULL, NULL, 0, 0, 1, 0, 0, 1, 7200, 'exif', NULL, NULL, NULL, 0, 1, 'org.example.editor', 700000075.0, 'client:org.example.frame', 0, NULL, 0, 0, 0);
INSERT INTO "asset" (id, uuid, mediaType, mediaSubtypes, playbackStyle, pixelWidth, pixelHeight, duration, creationDate, modificationDate, addedDate, latitude, longitude, isFavorite, isHidden, trashedDate, burstIdentifier, representsBurst, burstSelectionTypes, sourceType, isRAW, isSelfPortrait, isShown, utcOffset, dateSource, altitude, horizontalAccuracy, damage, userEdits, hasAdjustments, adjustmentFormatIdentifier, adjustmentTimestamp, creator, isUnableToUpload, movement, originalChoice, playbackVariation, isVideoPlaybackOff) VALUES (3, '00000003-0000-4000-8000-000000000000', 1, 0, 1, 4000, 3000, 0.0, 700000003.5, 700000010.0, 700000020.0, 52.5, 13.4, 0, 0, 700000100.0, NULL, 0, 0, 1, 0, 0, 0, 7200, 'exif', NULL, NULL, NULL, 0, 0, NULL, NULL, NULL, 0, NULL, 0, 0, 0);
INSERT INTO "sqlite_sequence" (name, seq) VALUES ('asset', 3);
INSERT INTO "sqlite_sequence" (name, seq) VALUES ('resource', 6);
INSERT INTO "sqlite_sequence" (name, seq) VALUES ('change', 7);
INSERT INTO "sqlite_sequence" (name, seq) VALUES ('collection', 2);
INSERT INTO "sqlite_sequence" (name, seq) VALUES ('formerEdit', 1);
INSERT INTO "sqlite_sequence" (name, seq) VALUES ('formerEditFile', 1);
INSERT INTO "sqlite_sequence" (name, seq) VALUES ('question', 1);
INSERT INTO "sqlite_sequence" (name, seq) VALUES ('confirmedPick', 1);
INSERT INTO "sqlite_sequence" (name, seq) VALUES ('placement', 3);
INSERT INTO "sqlite_sequence" (name, seq) VALUES ('watchedFolder', 1);
INSERT INTO "sqlite_sequence" (name, seq) VALUES ('namedPlace', 1);
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
, exposureTime REAL, aperture REAL, iso INTEGER, focalLength REAL, focalLengthIn35mmFilm INTEGER, metadataVersion INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "assetMetadata" (assetId, cameraMake, cameraModel, lensModel, frameRate, videoCodec, title, caption, keywords, rating, preservedFileName, exposureTime, aperture, iso, focalLength, focalLengthIn35mmFilm, metadataVersion) VALUES (1, 'Canon', 'EOS R5', NULL, NULL, NULL, NULL, 'Häuser am See', '["lake","été"]', 4, NULL, 0.004, 2.8, 100, 35.0, 35, 1);
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
, isUsedAsOriginal INTEGER NOT NULL DEFAULT 0, containerSha256 BLOB, containerOffset INTEGER) STRICT;
INSERT INTO "resource" (id, assetId, type, sha256, fileSize, originalFilename, uniformTypeIdentifier, pixelWidth, pixelHeight, contentIdentifier, isUsedAsOriginal, containerSha256, containerOffset) VALUES (1, 1, 1, X'EFE3CF03B26179BA5DA3916ED972A3D3F588711800BF5EEB043CB65E8F1A502C', 27, 'IMG_0001.JPG', 'public.jpeg', 4000, 3000, NULL, 0, NULL, NULL);
INSERT INTO "resource" (id, assetId, type, sha256, fileSize, originalFilename, uniformTypeIdentifier, pixelWidth, pixelHeight, contentIdentifier, isUsedAsOriginal, containerSha256, containerOffset) VALUES (2, 2, 1, X'9B73CE2E5C72E9C8EB35AE3F509EF901B26ED3E9811F0782F3633CCEAB140918', 7, 'IMG_0002.JPG', 'public.jpeg', 4000, 3000, NULL, 0, NULL, NULL);
INSERT INTO "resource" (id, assetId, type, sha256, fileSize, originalFilename, uniformTypeIdentifier, pixelWidth, pixelHeight, contentIdentifier, isUsedAsOriginal, containerSha256, containerOffset) VALUES (3, 3, 1, X'73FB47247808EEFA92140859D5AEEE8955CCA452B9F6873E67ECBEBA9276A3F4', 7, 'IMG_0003.JPG', 'public.jpeg', 4000, 3000, NULL, 0, NULL, NULL);
INSERT INTO "resource" (id, assetId, type, sha256, fileSize, originalFilename, uniformTypeIdentifier, pixelWidth, pixelHeight, contentIdentifier, isUsedAsOriginal, containerSha256, containerOffset) VALUES (4, 2, 5, X'0DE6A95E10CA1767CCB58F60F16EF2932C4A5BF15B2947640C080458D8A2A92E', 11, 'FullSizeRender.jpg', 'public.jpeg', 4000, 3000, NULL, 0, NULL, NULL);
INSERT INTO "resource" (id, assetId, type, sha256, fileSize, originalFilename, uniformTypeIdentifier, pixelWidth, pixelHeight, contentIdentifier, isUsedAsOriginal, containerSha256, containerOffset) VALUES (5, 2, 7, X'DD1DCB4B3443DF417DD5065E335BB8A9927EA94F4A19E2D3DF1BBAD1777CBEE0', 12, 'Adjustments.plist', 'com.apple.property-list', 4000, 3000, NULL, 0, NULL, NULL);
INSERT INTO "resource" (id, assetId, type, sha256, fileSize, originalFilename, uniformTypeIdentifier, pixelWidth, pixelHeight, contentIdentifier, isUsedAsOriginal, containerSha256, containerOffset) VALUES (6, 1, 9, X'3B857B8441D7C9E734535D6B82F69A34C6FCD63ED0EF989FF03808ECB29A2F1F', 7, 'IMG_0001.MP4', 'public.mpeg-4', 1920, 1440, NULL, 0, X'EFE3CF03B26179BA5DA3916ED972A3D3F588711800BF5EEB043CB65E8F1A502C', 20);
CREATE TABLE change (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    date REAL NOT NULL,
    author TEXT NOT NULL
, rowCount INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "change" (id, date, author, rowCount) VALUES (1, 700000020.0, 'import', 1);
INSERT INTO "change" (id, date, author, rowCount) VALUES (2, 700000030.0, 'command', 2);
INSERT INTO "change" (id, date, author, rowCount) VALUES (3, 700000060.0, 'command', 4);
INSERT INTO "change" (id, date, author, rowCount) VALUES (4, 700000070.0, 'command', 3);
INSERT INTO "change" (id, date, author, rowCount) VALUES (5, 700000080.0, 'command', 1);
INSERT INTO "change" (id, date, author, rowCount) VALUES (6, 700000090.0, 'command', 1);
INSERT INTO "change" (id, date, author, rowCount) VALUES (7, 700000110.0, 'command', 2);
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
    trashedDate IS NULL AND isHidden = 0 AND sourceType = 1 AND (burstIdentifier IS NULL OR representsBurst = 1 OR burstSelectionTypes & 2 != 0))), isUnableToUpload INTEGER NOT NULL DEFAULT 0, utcOffset INTEGER, originalChoice INTEGER NOT NULL DEFAULT 0, playbackVariation INTEGER NOT NULL DEFAULT 0, isVideoPlaybackOff INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (changeId, id, isAfter)
) STRICT, WITHOUT ROWID;
INSERT INTO "assetImage" (changeId, id, isAfter, uuid, mediaType, mediaSubtypes, playbackStyle, pixelWidth, pixelHeight, duration, creationDate, modificationDate, addedDate, latitude, longitude, isFavorite, isHidden, trashedDate, burstIdentifier, representsBurst, burstSelectionTypes, sourceType, isRAW, isSelfPortrait, isShown, isUnableToUpload, utcOffset, originalChoice, playbackVariation, isVideoPlaybackOff) VALUES (2, 2, 0, '00000002-0000-4000-8000-000000000000', 1, 0, 1, 4000, 3000, 0.0, 700000002.5, NULL, 700000020.0, NULL, NULL, 0, 0, NULL, NULL, 0, 0, 1, 0, 0, 1, 0, 7200, 0, 0, 0);
INSERT INTO "assetImage" (changeId, id, isAfter, uuid, mediaType, mediaSubtypes, playbackStyle, pixelWidth, pixelHeight, duration, creationDate, modificationDate, addedDate, latitude, longitude, isFavorite, isHidden, trashedDate, burstIdentifier, representsBurst, burstSelectionTypes, sourceType, isRAW, isSelfPortrait, isShown, isUnableToUpload, utcOffset, originalChoice, playbackVariation, isVideoPlaybackOff) VALUES (2, 2, 1, '00000002-0000-4000-8000-000000000000', 1, 0, 1, 4000, 3000, 0.0, 700000002.5, NULL, 700000020.0, NULL, NULL, 1, 0, NULL, NULL, 0, 0, 1, 0, 0, 1, 0, 7200, 0, 0, 0);
INSERT INTO "assetImage" (changeId, id, isAfter, uuid, mediaType, mediaSubtypes, playbackStyle, pixelWidth, pixelHeight, duration, creationDate, modificationDate, addedDate, latitude, longitude, isFavorite, isHidden, trashedDate, burstIdentifier, representsBurst, burstSelectionTypes, sourceType, isRAW, isSelfPortrait, isShown, isUnableToUpload, utcOffset, originalChoice, playbackVariation, isVideoPlaybackOff) VALUES (4, 2, 0, '00000002-0000-4000-8000-000000000000', 1, 0, 1, 4000, 3000, 0.0, 700000002.5, NULL, 700000020.0, NULL, NULL, 1, 0, NULL, NULL, 0, 0, 1, 0, 0, 1, 0, 7200, 0, 0, 0);
INSERT INTO "assetImage" (changeId, id, isAfter, uuid, mediaType, mediaSubtypes, playbackStyle, pixelWidth, pixelHeight, duration, creationDate, modificationDate, addedDate, latitude, longitude, isFavorite, isHidden, trashedDate, burstIdentifier, representsBurst, burstSelectionTypes, sourceType, isRAW, isSelfPortrait, isShown, isUnableToUpload, utcOffset, originalChoice, playbackVariation, isVideoPlaybackOff) VALUES (4, 2, 1, '00000002-0000-4000-8000-000000000000', 1, 0, 1, 4000, 3000, 0.0, 700000002.5, NULL, 700000020.0, NULL, NULL, 1, 0, NULL, NULL, 0, 0, 1, 0, 0, 1, 0, 7200, 0, 0, 0);
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
INSERT INTO "grants" (client, assetId) VALUES ('org.example.frame', 2);
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
, description TEXT NOT NULL DEFAULT '', coverId INTEGER CHECK (coverId IS NULL OR kind = 1)) STRICT;
INSERT INTO "collection" (id, uuid, kind, subtype, title, parentId, position, creationDate, modificationDate, creator, shownCount, description, coverId) VALUES (1, '0000000A-0000-4000-8000-000000000000', 2, 100, 'Trips', NULL, 1024, 700000060.0, 700000060.0, 'command', 0, '', NULL);
INSERT INTO "collection" (id, uuid, kind, subtype, title, parentId, position, creationDate, modificationDate, creator, shownCount, description, coverId) VALUES (2, '0000000B-0000-4000-8000-000000000000', 1, 2, 'Lake 2023', 1, 1024, 700000060.0, 700000060.0, 'command', 2, 'With the boat', 1);
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
    creator TEXT NOT NULL, description TEXT NOT NULL DEFAULT '', coverId INTEGER,
    PRIMARY KEY (changeId, id, isAfter)
) STRICT, WITHOUT ROWID;
INSERT INTO "collectionImage" (changeId, id, isAfter, uuid, kind, subtype, title, parentId, position, creationDate, modificationDate, creator, description, coverId) VALUES (3, 1, 1, '0000000A-0000-4000-8000-000000000000', 2, 100, 'Trips', NULL, 1024, 700000060.0, 700000060.0, 'command', '', NULL);
INSERT INTO "collectionImage" (changeId, id, isAfter, uuid, kind, subtype, title, parentId, position, creationDate, modificationDate, creator, description, coverId) VALUES (3, 2, 1, '0000000B-0000-4000-8000-000000000000', 1, 2, 'Lake 2023', 1, 1024, 700000060.0, 700000060.0, 'command', '', NULL);
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
CREATE TABLE contentChange (
    changeId INTEGER NOT NULL REFERENCES change(id) ON DELETE CASCADE,
    assetId INTEGER NOT NULL,
    PRIMARY KEY (changeId, assetId)
) STRICT, WITHOUT ROWID;
INSERT INTO "contentChange" (changeId, assetId) VALUES (4, 2);
CREATE TABLE purgedGrant (
    client TEXT NOT NULL,
    assetId INTEGER NOT NULL,
    PRIMARY KEY (client, assetId)
) STRICT, WITHOUT ROWID;
INSERT INTO "purgedGrant" (client, assetId) VALUES ('org.example.frame', 4);
CREATE TABLE secret (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL CHECK (length(value) = 32)
) STRICT, WITHOUT ROWID;
INSERT INTO "secret" (name, value) VALUES ('changeToken', X'5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A');
CREATE TABLE grantChange (
    changeId INTEGER PRIMARY KEY REFERENCES change(id) ON DELETE CASCADE,
    client TEXT NOT NULL
, imageCount INTEGER) STRICT;
INSERT INTO "grantChange" (changeId, client, imageCount) VALUES (5, 'org.example.frame', NULL);
INSERT INTO "grantChange" (changeId, client, imageCount) VALUES (7, 'org.example.frame', 1);
CREATE TABLE metadataImage (
    assetId INTEGER NOT NULL,
    changeId INTEGER NOT NULL REFERENCES change(id) ON DELETE CASCADE,
    caption TEXT,
    keywords TEXT,
    rating INTEGER,
    PRIMARY KEY (assetId, changeId)
) STRICT, WITHOUT ROWID;
INSERT INTO "metadataImage" (assetId, changeId, caption, keywords, rating) VALUES (1, 6, 'Lake', '["lake"]', 3);
CREATE TABLE originalDate (
    assetId INTEGER PRIMARY KEY REFERENCES asset(id) ON DELETE CASCADE,
    creationDate REAL,
    utcOffset INTEGER,
    dateSource TEXT
) STRICT;
INSERT INTO "originalDate" (assetId, creationDate, utcOffset, dateSource) VALUES (1, 700000001.5, 3600, 'exif');
CREATE TABLE originalLocation (
    assetId INTEGER PRIMARY KEY REFERENCES asset(id) ON DELETE CASCADE,
    latitude REAL,
    longitude REAL,
    altitude REAL,
    horizontalAccuracy REAL
) STRICT;
INSERT INTO "originalLocation" (assetId, latitude, longitude, altitude, horizontalAccuracy) VALUES (1, 52.0, 13.0, 30.0, 5.0);
CREATE TABLE unadjustedAsset (
    assetId INTEGER PRIMARY KEY REFERENCES asset(id) ON DELETE CASCADE,
    mediaSubtypes INTEGER NOT NULL,
    playbackStyle INTEGER NOT NULL,
    pixelWidth INTEGER NOT NULL,
    pixelHeight INTEGER NOT NULL,
    duration REAL NOT NULL,
    damage TEXT,
    placeholder BLOB
) STRICT;
INSERT INTO "unadjustedAsset" (assetId, mediaSubtypes, playbackStyle, pixelWidth, pixelHeight, duration, damage, placeholder) VALUES (2, 0, 1, 4000, 3000, 0.0, NULL, X'03');
CREATE TABLE formerEdit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    assetId INTEGER NOT NULL REFERENCES asset(id) ON DELETE CASCADE,
    removedDate REAL NOT NULL,
    adjustmentFormatIdentifier TEXT,
    adjustmentTimestamp REAL,
    mediaSubtypes INTEGER NOT NULL,
    playbackStyle INTEGER NOT NULL,
    pixelWidth INTEGER NOT NULL,
    pixelHeight INTEGER NOT NULL,
    duration REAL NOT NULL,
    damage TEXT,
    placeholder BLOB
, playbackVariation INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "formerEdit" (id, assetId, removedDate, adjustmentFormatIdentifier, adjustmentTimestamp, mediaSubtypes, playbackStyle, pixelWidth, pixelHeight, duration, damage, placeholder, playbackVariation) VALUES (1, 1, 700000095.0, 'org.example.editor', 700000072.0, 0, 1, 4000, 3000, 0.0, NULL, NULL, 0);
CREATE TABLE formerEditFile (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    editId INTEGER NOT NULL REFERENCES formerEdit(id) ON DELETE CASCADE,
    assetId INTEGER NOT NULL,
    type INTEGER NOT NULL,
    sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
    fileSize INTEGER NOT NULL,
    originalFilename TEXT NOT NULL,
    uniformTypeIdentifier TEXT NOT NULL,
    pixelWidth INTEGER NOT NULL,
    pixelHeight INTEGER NOT NULL,
    contentIdentifier TEXT
, isUsedAsOriginal INTEGER NOT NULL DEFAULT 0, containerSha256 BLOB, containerOffset INTEGER) STRICT;
INSERT INTO "formerEditFile" (id, editId, assetId, type, sha256, fileSize, originalFilename, uniformTypeIdentifier, pixelWidth, pixelHeight, contentIdentifier, isUsedAsOriginal, containerSha256, containerOffset) VALUES (1, 1, 1, 5, X'9AD8E1A2E5BC908B639565211BC1331BCF56A335DC08F6AA0E12082C065A6C8E', 6, 'FullSizeRender.jpg', 'public.jpeg', 4000, 3000, NULL, 0, NULL, NULL);
CREATE VIRTUAL TABLE assetSearch USING fts5(text, tokenize = 'ascii', columnsize = 0);
CREATE VIRTUAL TABLE albumSearch USING fts5(text, tokenize = 'ascii', columnsize = 0);
INSERT INTO "albumSearch" (rowid, text) VALUES (2, 'lake 2023');
CREATE TABLE searchFill (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    lastFilled INTEGER NOT NULL,
    target INTEGER NOT NULL
) STRICT;
INSERT INTO "searchFill" (id, lastFilled, target) VALUES (1, 0, 3);
CREATE TABLE grantImage (
    client TEXT NOT NULL,
    assetId INTEGER NOT NULL,
    changeId INTEGER NOT NULL REFERENCES change(id) ON DELETE CASCADE,
    isGranted INTEGER NOT NULL,
    isTrashed INTEGER NOT NULL,
    PRIMARY KEY (client, assetId, changeId)
) STRICT, WITHOUT ROWID;
INSERT INTO "grantImage" (client, assetId, changeId, isGranted, isTrashed) VALUES ('org.example.frame', 2, 7, 1, 0);
CREATE TABLE chosenMemberCount (
    client TEXT NOT NULL,
    collectionId INTEGER NOT NULL REFERENCES collection(id) ON DELETE CASCADE,
    count INTEGER NOT NULL CHECK (count >= 0),
    PRIMARY KEY (client, collectionId)
) STRICT, WITHOUT ROWID;
INSERT INTO "chosenMemberCount" (client, collectionId, count) VALUES ('org.example.frame', 2, 2);
CREATE TABLE visibleCollection (
    client TEXT NOT NULL,
    collectionId INTEGER NOT NULL,
    uuid TEXT NOT NULL,
    kind INTEGER NOT NULL,
    PRIMARY KEY (client, collectionId)
) STRICT, WITHOUT ROWID;
INSERT INTO "visibleCollection" (client, collectionId, uuid, kind) VALUES ('org.example.frame', 1, '0000000A-0000-4000-8000-000000000000', 2);
INSERT INTO "visibleCollection" (client, collectionId, uuid, kind) VALUES ('org.example.frame', 2, '0000000B-0000-4000-8000-000000000000', 1);
CREATE TABLE visibilityImage (
    client TEXT NOT NULL,
    collectionId INTEGER NOT NULL,
    changeId INTEGER NOT NULL REFERENCES change(id) ON DELETE CASCADE,
    isVisible INTEGER NOT NULL,
    uuid TEXT NOT NULL,
    kind INTEGER NOT NULL,
    PRIMARY KEY (client, collectionId, changeId)
) STRICT, WITHOUT ROWID;
CREATE TABLE question (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    client TEXT NOT NULL,
    kind TEXT NOT NULL,
    accessLevel INTEGER,
    text TEXT,
    neededCount INTEGER,
    reason TEXT,
    program TEXT,
    presents INTEGER NOT NULL,
    process INTEGER NOT NULL,
    startTime INTEGER NOT NULL,
    boot TEXT NOT NULL,
    date REAL NOT NULL,
    answer TEXT
) STRICT;
INSERT INTO "question" (id, client, kind, accessLevel, text, neededCount, reason, program, presents, process, startTime, boot, date, answer) VALUES (1, 'org.example.frame', 'access', NULL, 'To show photos', NULL, NULL, NULL, 0, 99999999, 1, 'former', 700000120.0, NULL);
CREATE TABLE clientToken (
    client TEXT PRIMARY KEY,
    digest BLOB NOT NULL CHECK (length(digest) = 32),
    date REAL NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "clientToken" (client, digest, date) VALUES ('org.example.frame', X'A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1', 700000130.0);
CREATE TABLE clientUse (
    client TEXT PRIMARY KEY,
    date REAL NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "clientUse" (client, date) VALUES ('org.example.frame', 700000140.0);
CREATE TABLE confirmedPick (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    date REAL NOT NULL,
    origin TEXT,
    userId INTEGER,
    isOwner INTEGER NOT NULL,
    program TEXT,
    application TEXT,
    assetCount INTEGER NOT NULL
) STRICT;
INSERT INTO "confirmedPick" (id, date, origin, userId, isOwner, program, application, assetCount) VALUES (1, 700000150.0, 'http://localhost', 1000, 1, '/usr/bin/frame', 'Frame', 1);
CREATE TABLE confirmedPickAsset (
    pickId INTEGER NOT NULL REFERENCES confirmedPick(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    assetId INTEGER NOT NULL REFERENCES asset(id) ON DELETE CASCADE,
    PRIMARY KEY (pickId, position)
) STRICT, WITHOUT ROWID;
INSERT INTO "confirmedPickAsset" (pickId, position, assetId) VALUES (1, 0, 1);
CREATE TABLE place (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    address TEXT NOT NULL,
    date REAL NOT NULL
, isDurable INTEGER NOT NULL DEFAULT 0, obstacle TEXT) STRICT;
INSERT INTO "place" (id, address, date, isDurable, obstacle) VALUES (1, 'dir:/media/none/place', 700000160.0, 0, NULL);
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
, readDate REAL, needsCheck INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "placement" (id, sha256, fileSize, state, upload, attemptCount, firstFailureDate, nextAttemptDate, reason, verifiedDate, isDoubted, unnamedDate, readDate, needsCheck) VALUES (1, X'EFE3CF03B26179BA5DA3916ED972A3D3F588711800BF5EEB043CB65E8F1A502C', 27, 2, NULL, 1, NULL, NULL, NULL, 700000170.0, 0, NULL, 700000180.0, 0);
INSERT INTO "placement" (id, sha256, fileSize, state, upload, attemptCount, firstFailureDate, nextAttemptDate, reason, verifiedDate, isDoubted, unnamedDate, readDate, needsCheck) VALUES (2, X'9B73CE2E5C72E9C8EB35AE3F509EF901B26ED3E9811F0782F3633CCEAB140918', 7, 0, NULL, 0, NULL, NULL, NULL, NULL, 0, NULL, NULL, 0);
INSERT INTO "placement" (id, sha256, fileSize, state, upload, attemptCount, firstFailureDate, nextAttemptDate, reason, verifiedDate, isDoubted, unnamedDate, readDate, needsCheck) VALUES (3, X'3B857B8441D7C9E734535D6B82F69A34C6FCD63ED0EF989FF03808ECB29A2F1F', 7, 0, NULL, 0, NULL, NULL, NULL, NULL, 0, NULL, NULL, 0);
CREATE TABLE placementPieces (
    placementId INTEGER PRIMARY KEY REFERENCES placement(id) ON DELETE CASCADE,
    digests BLOB NOT NULL CHECK (length(digests) % 32 = 0)
) STRICT;
INSERT INTO "placementPieces" (placementId, digests) VALUES (1, X'EFE3CF03B26179BA5DA3916ED972A3D3F588711800BF5EEB043CB65E8F1A502C');
CREATE TABLE removal (
    sha256 BLOB NOT NULL PRIMARY KEY CHECK (length(sha256) = 32)
) STRICT, WITHOUT ROWID;
CREATE TABLE source (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    identifier TEXT NOT NULL,
    UNIQUE (kind, identifier)
) STRICT;
INSERT INTO "source" (id, kind, identifier) VALUES (1, 'photos', 'library-1');
CREATE TABLE assetSource (
    sourceId INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
    identifier TEXT NOT NULL,
    assetId INTEGER NOT NULL REFERENCES asset(id) ON DELETE CASCADE,
    facts TEXT NOT NULL,
    files TEXT NOT NULL,
    PRIMARY KEY (sourceId, identifier)
) STRICT, WITHOUT ROWID;
INSERT INTO "assetSource" (sourceId, identifier, assetId, facts, files) VALUES (1, 'item-1', 1, '{}', '[]');
CREATE TABLE collectionSource (
    sourceId INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
    identifier TEXT NOT NULL,
    collectionId INTEGER NOT NULL,
    title TEXT NOT NULL,
    members TEXT,
    cover TEXT,
    PRIMARY KEY (sourceId, identifier)
) STRICT, WITHOUT ROWID;
INSERT INTO "collectionSource" (sourceId, identifier, collectionId, title, members, cover) VALUES (1, 'album-1', 2, 'Lake 2023', NULL, NULL);
CREATE TABLE epoch (
    epoch INTEGER PRIMARY KEY CHECK (epoch BETWEEN 1 AND 65535),
    firstChange INTEGER NOT NULL
) STRICT;
INSERT INTO "epoch" (epoch, firstChange) VALUES (1, 5);
CREATE TABLE watchedFolder (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    path TEXT NOT NULL UNIQUE,
    makesAlbums INTEGER NOT NULL,
    addedDate REAL NOT NULL,
    lastCheck REAL,
    lastImport REAL,
    imported INTEGER NOT NULL,
    duplicates INTEGER NOT NULL,
    problem TEXT
) STRICT;
INSERT INTO "watchedFolder" (id, path, makesAlbums, addedDate, lastCheck, lastImport, imported, duplicates, problem) VALUES (1, '/home/anna/Camera', 1, 700000300.0, 700000310.0, NULL, 1, 0, NULL);
CREATE TABLE visitedFolder (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    albumUUID TEXT
) STRICT;
INSERT INTO "visitedFolder" (id, path, albumUUID) VALUES (1, '/home/anna/Camera', NULL);
CREATE TABLE visitedFile (
    folderId INTEGER NOT NULL REFERENCES visitedFolder(id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    fileSize INTEGER NOT NULL,
    modificationTime INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    reason TEXT,
    proberVersion INTEGER NOT NULL,
    PRIMARY KEY (folderId, name)
) STRICT, WITHOUT ROWID;
INSERT INTO "visitedFile" (folderId, name, fileSize, modificationTime, outcome, reason, proberVersion) VALUES (1, 'IMG_0001.JPG', 27, 700000290000000000, 'taken', NULL, 1);
CREATE TABLE namedPlace (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    reference BLOB NOT NULL UNIQUE CHECK (length(reference) = 16),
    countryCode TEXT NOT NULL,
    regionCode TEXT,
    names TEXT NOT NULL
) STRICT;
INSERT INTO "namedPlace" (id, reference, countryCode, regionCode, names) VALUES (1, X'00000000000000000000000000000000', 'DE', 'DE.16', '["Berlin", "Germany"]');
CREATE TABLE assetPlace (
    assetId INTEGER PRIMARY KEY REFERENCES asset(id) ON DELETE CASCADE,
    placeId INTEGER NOT NULL REFERENCES namedPlace(id)
) STRICT;
INSERT INTO "assetPlace" (assetId, placeId) VALUES (1, 1);
CREATE TABLE pendingPlace (
    assetId INTEGER PRIMARY KEY REFERENCES asset(id) ON DELETE CASCADE
) STRICT;
INSERT INTO "pendingPlace" (assetId) VALUES (2);
CREATE TABLE placeFill (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    dataVersion INTEGER NOT NULL,
    lastFilled INTEGER NOT NULL,
    target INTEGER NOT NULL,
    isRefill INTEGER NOT NULL
) STRICT;
INSERT INTO "placeFill" (id, dataVersion, lastFilled, target, isRefill) VALUES (1, 20260101, 1, 3, 0);
CREATE VIRTUAL TABLE placeSearch USING fts5(text, tokenize = 'ascii', columnsize = 0);
INSERT INTO "placeSearch" (rowid, text) VALUES (1, 'berlin germany');
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
CREATE INDEX assetByAddedDate ON asset(addedDate, uuid, isShown);
CREATE INDEX assetFavorite ON asset(creationDate, uuid, isShown, isFavorite) WHERE isFavorite = 1;
CREATE INDEX assetHidden ON asset(creationDate, uuid, isHidden) WHERE isHidden = 1;
CREATE INDEX assetTrashed ON asset(trashedDate, uuid) WHERE trashedDate IS NOT NULL;
CREATE INDEX metadataImageByChange ON metadataImage(changeId);
CREATE INDEX assetByBurst ON asset(burstIdentifier, creationDate, uuid, trashedDate, isHidden)
    WHERE burstIdentifier IS NOT NULL;
CREATE INDEX formerEditByAsset ON formerEdit(assetId);
CREATE INDEX formerEditByDate ON formerEdit(removedDate);
CREATE INDEX formerEditFileByEdit ON formerEditFile(editId);
CREATE INDEX formerEditFileByHash ON formerEditFile(sha256);
CREATE INDEX grantImageByChange ON grantImage(changeId);
CREATE INDEX chosenMemberCountByCollection ON chosenMemberCount(collectionId);
CREATE INDEX visibilityImageByChange ON visibilityImage(changeId);
CREATE UNIQUE INDEX clientTokenByDigest ON clientToken(digest);
CREATE INDEX confirmedPickAssetByAsset ON confirmedPickAsset(assetId);
CREATE INDEX placementPending ON placement(state, id) WHERE state != 2;
CREATE INDEX placementFailing ON placement(nextAttemptDate) WHERE state = 3;
CREATE INDEX placementVerified ON placement(verifiedDate) WHERE state = 2;
CREATE INDEX placementDoubted ON placement(id) WHERE isDoubted = 1;
CREATE INDEX placementUnnamed ON placement(unnamedDate) WHERE unnamedDate IS NOT NULL;
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
CREATE INDEX assetUnableToUpload ON asset(creationDate, uuid, isShown, isUnableToUpload)
    WHERE isUnableToUpload = 1;
CREATE INDEX placementFailed ON placement(firstFailureDate) WHERE firstFailureDate IS NOT NULL;
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
CREATE INDEX placementToCheck ON placement(id) WHERE needsCheck = 1;
CREATE INDEX assetByCreationDate ON asset(
    creationDate, uuid, isShown, mediaType, mediaSubtypes, playbackStyle, isFavorite, isRAW, isSelfPortrait,
    representsBurst, addedDate, utcOffset, latitude, longitude
);
CREATE INDEX assetLongExposure ON asset(creationDate, uuid, isShown, playbackVariation)
    WHERE playbackVariation = 3;
CREATE INDEX assetSourceByAsset ON assetSource(assetId, sourceId);
CREATE INDEX resourceByContainer ON resource(containerSha256) WHERE containerSha256 IS NOT NULL;
CREATE INDEX visitedFileWithReason ON visitedFile(folderId) WHERE reason IS NOT NULL;
CREATE INDEX assetPlaceByPlace ON assetPlace(placeId);
CREATE TRIGGER formerPlaceOfAsset AFTER UPDATE OF latitude, longitude ON asset
WHEN NEW.latitude IS NOT OLD.latitude OR NEW.longitude IS NOT OLD.longitude
BEGIN
    DELETE FROM assetPlace WHERE assetId = NEW.id;
    DELETE FROM pendingPlace WHERE assetId = NEW.id;
    INSERT INTO pendingPlace SELECT NEW.id WHERE NEW.latitude IS NOT NULL AND NEW.longitude IS NOT NULL;
END;
