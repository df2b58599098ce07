import AlbumenTestSupport
import BlobStore
import Foundation
import Records

/// The rows of recorded catalogs: those that each version added to its new tables and columns.
enum EarlierCatalogRows {
    static func statements(for version: Int) throws -> String? {
        let digests = try EarlierCatalog.originals.map { try BlobDigest(hashing: $0).hexadecimal }
        let video = try BlobDigest(hashing: Data("video 1".utf8)).hexadecimal
        return try statements(for: version, digests, video: video)
    }

    private static func asset(_ number: Int, favorite: Int = 0, trashed: String = "NULL", shown: Int = 1) -> String {
        let uuid = "0000000\(number)-0000-4000-8000-000000000000"
        return """
            INSERT INTO asset (uuid, mediaType, mediaSubtypes, playbackStyle, pixelWidth, pixelHeight, duration, creationDate,
                modificationDate, addedDate, latitude, longitude, isFavorite, isHidden, trashedDate, representsBurst,
                burstSelectionTypes, sourceType, isRAW, isSelfPortrait, isShown, utcOffset, dateSource)
            VALUES ('\(uuid)', 1, 0, 1, 4000, 3000, 0, 70000000\(number).5, 700000010, 700000020, 52.5, 13.4, \(favorite), 0,
                \(trashed), 0, 0, 1, 0, 0, \(shown), 7200, 'exif');

            """
    }

    private static func resource(
        of asset: Int, type: Int, _ digest: String, size: Int, _ name: String, _ identifier: String = "public.jpeg"
    ) -> String {
        """
        INSERT INTO resource (assetId, type, sha256, fileSize, originalFilename, uniformTypeIdentifier, pixelWidth,
            pixelHeight) VALUES (\(asset), \(type), x'\(digest)', \(size), '\(name)', '\(identifier)', 4000, 3000);

        """
    }

    /// The image of an asset before or after a change.
    private static func image(change: Int, of asset: Int, isAfter: Int, favorite: Int) -> String {
        """
        INSERT INTO assetImage (changeId, id, isAfter, uuid, mediaType, mediaSubtypes, playbackStyle, pixelWidth, pixelHeight,
            duration, creationDate, addedDate, isFavorite, isHidden, representsBurst, burstSelectionTypes, sourceType, isRAW,
            isSelfPortrait, isShown)
        SELECT \(change), id, \(isAfter), uuid, mediaType, mediaSubtypes, playbackStyle, pixelWidth, pixelHeight, duration,
            creationDate, addedDate, \(favorite), isHidden, representsBurst, burstSelectionTypes, sourceType, isRAW,
            isSelfPortrait, isShown FROM asset WHERE id = \(asset);

        """
    }

    private static func first(_ digests: [String]) -> String {
        let assets = asset(1) + asset(2, favorite: 1) + asset(3, trashed: "700000100", shown: 0)
        let files =
            resource(of: 1, type: 1, digests[0], size: 27, "IMG_0001.JPG")
            + resource(of: 2, type: 1, digests[1], size: 7, "IMG_0002.JPG")
            + resource(of: 3, type: 1, digests[2], size: 7, "IMG_0003.JPG")
        return assets + files + """
            INSERT INTO assetMetadata (assetId, cameraMake, cameraModel, caption, keywords, rating)
                VALUES (1, 'Canon', 'EOS R5', 'Häuser am See', '["lake","été"]', 4);
            INSERT INTO change (date, author) VALUES (700000020, 'import'), (700000030, 'command');
            INSERT INTO createdRange VALUES (1, 1, 3);
            \(image(change: 2, of: 2, isAfter: 0, favorite: 0))\(image(change: 2, of: 2, isAfter: 1, favorite: 1))
            INSERT INTO tombstone VALUES (4, '00000004-0000-4000-8000-000000000000', 1, 10, 10, 5, NULL, 700000000, 700000040);
            INSERT INTO clientGrant VALUES ('org.example.frame', 2, 4, 700000050);
            INSERT INTO grants VALUES ('org.example.frame', 1);
            INSERT INTO importedFile VALUES ('/media/card', 'IMG_0001.JPG', 27, 5, 'imported', NULL, x'\(digests[0])', 1, 1);
            """
    }

    private static let collections = """
        INSERT INTO collection (uuid, kind, subtype, title, position, creationDate, modificationDate, creator)
            VALUES ('0000000A-0000-4000-8000-000000000000', 2, 100, 'Trips', 1024, 700000060, 700000060, 'command');
        INSERT INTO collection (uuid, kind, subtype, title, parentId, position, creationDate, modificationDate, creator,
            shownCount)
            VALUES ('0000000B-0000-4000-8000-000000000000', 1, 2, 'Lake 2023', 1, 1024, 700000060, 700000060, 'command', 2);
        INSERT INTO albumMember VALUES (1, 2, 1024), (2, 2, 2048);
        INSERT INTO change (date, author) VALUES (700000060, 'command');
        INSERT INTO collectionImage (changeId, id, isAfter, uuid, kind, subtype, title, parentId, position, creationDate,
            modificationDate, creator) SELECT 3, id, 1, uuid, kind, subtype, title, parentId, position, creationDate,
            modificationDate, creator FROM collection;
        INSERT INTO albumMemberImage VALUES (3, 2, 1, 1, 1024);
        INSERT INTO albumMemberRange VALUES (3, 2, 2, 2, 2048);
        UPDATE asset SET userEdits = 1 WHERE id = 1;
        """

    private static func statements(for version: Int, _ digests: [String], video: String) throws -> String? {
        switch version {
        case 1: first(digests)
        case 2: "INSERT INTO placeholder VALUES (1, x'0102');"
        case 4: collections
        case 5:
            """
            INSERT INTO change (date, author, rowCount) VALUES (700000070, 'command', 3);
            INSERT INTO contentChange VALUES (4, 2);
            \(image(change: 4, of: 2, isAfter: 0, favorite: 1))\(image(change: 4, of: 2, isAfter: 1, favorite: 1))
            INSERT INTO purgedGrant VALUES ('org.example.frame', 4);
            """
        case 6: "UPDATE secret SET value = x'\(String(repeating: "5a", count: 32))';"
        case 7:
            """
            INSERT INTO change (date, author, rowCount) VALUES (700000080, 'command', 1), (700000090, 'command', 1);
            INSERT INTO grantChange (changeId, client) VALUES (5, 'org.example.frame');
            INSERT INTO metadataImage VALUES (1, 6, 'Lake', '["lake"]', 3);
            """
        case 8:
            """
            INSERT INTO originalDate VALUES (1, 700000001.5, 3600, 'exif');
            INSERT INTO originalLocation VALUES (1, 52.0, 13.0, 30.0, 5.0);
            """
        case 10: "UPDATE collection SET description = 'With the boat' WHERE id = 2;"
        case 11:
            """
            UPDATE assetMetadata SET exposureTime = 0.004, aperture = 2.8, iso = 100, focalLength = 35,
                focalLengthIn35mmFilm = 35, metadataVersion = 1;
            """
        case 12:
            resource(of: 2, type: 5, digests[3], size: 11, "FullSizeRender.jpg")
                + resource(of: 2, type: 7, digests[4], size: 12, "Adjustments.plist", "com.apple.property-list") + """
                    INSERT INTO unadjustedAsset VALUES (2, 0, 1, 4000, 3000, 0, NULL, x'03');
                    UPDATE asset SET hasAdjustments = 1, adjustmentFormatIdentifier = 'org.example.editor',
                        adjustmentTimestamp = 700000075, creator = 'client:org.example.frame' WHERE id = 2;
                    """
        case 13:
            """
            INSERT INTO formerEdit (assetId, removedDate, adjustmentFormatIdentifier, adjustmentTimestamp, mediaSubtypes,
                playbackStyle, pixelWidth, pixelHeight, duration)
                VALUES (1, 700000095, 'org.example.editor', 700000072, 0, 1, 4000, 3000, 0);
            INSERT INTO formerEditFile (editId, assetId, type, sha256, fileSize, originalFilename, uniformTypeIdentifier,
                pixelWidth, pixelHeight)
                VALUES (1, 1, 5, x'\(digests[5])', 6, 'FullSizeRender.jpg', 'public.jpeg', 4000, 3000);
            """
        default: later(version, digests, video: video)
        }
    }

    private static func later(_ version: Int, _ digests: [String], video: String) -> String? {
        switch version {
        case 15:
            """
            INSERT INTO change (date, author, rowCount) VALUES (700000110, 'command', 2);
            INSERT INTO grantChange VALUES (7, 'org.example.frame', 1);
            INSERT INTO grantImage VALUES ('org.example.frame', 2, 7, 1, 0);
            INSERT INTO grants VALUES ('org.example.frame', 2);
            UPDATE chosenMemberCount SET count = 2;
            """
        case 16:
            """
            INSERT INTO question (client, kind, text, presents, process, startTime, boot, date)
                VALUES ('org.example.frame', 'access', 'To show photos', 0, 99999999, 1, 'former', 700000120);
            """
        case 17:
            """
            INSERT INTO clientToken VALUES ('org.example.frame', x'\(String(repeating: "a1", count: 32))', 700000130);
            INSERT INTO clientUse VALUES ('org.example.frame', 700000140);
            INSERT INTO confirmedPick (date, origin, userId, isOwner, program, application, assetCount)
                VALUES (700000150, 'http://localhost', 1000, 1, '/usr/bin/frame', 'Frame', 1);
            INSERT INTO confirmedPickAsset VALUES (1, 0, 1);
            """
        case 18:
            """
            INSERT INTO place (id, address, date) VALUES (1, 'dir:/media/none/place', 700000160);
            INSERT INTO placement (sha256, fileSize, state, attemptCount, verifiedDate)
                VALUES (x'\(digests[0])', 27, 2, 1, 700000170), (x'\(digests[1])', 7, 0, 0, NULL);
            INSERT INTO placementPieces VALUES (1, x'\(digests[0])');
            """
        case 20: "UPDATE placement SET readDate = 700000180 WHERE id = 1;"
        case 21:
            """
            UPDATE asset SET movement = '{"course":10,"courseAccuracy":1,"speed":2,"speedAccuracy":1,"timestamp":700000000,\
            "verticalAccuracy":3}' WHERE id = 1;
            """
        case 22: "UPDATE collection SET coverId = 1 WHERE id = 2;"
        case 23: "UPDATE assetImage SET utcOffset = 7200;"
        case 26:
            """
            INSERT INTO source VALUES (1, 'photos', 'library-1');
            INSERT INTO assetSource VALUES (1, 'item-1', 1, '{}', '[]');
            INSERT INTO collectionSource VALUES (1, 'album-1', 2, 'Lake 2023', NULL, NULL);
            """
        case 27:
            """
            INSERT INTO resource (assetId, type, sha256, fileSize, originalFilename, uniformTypeIdentifier, pixelWidth,
                pixelHeight, containerSha256, containerOffset)
                VALUES (1, 9, x'\(video)', 7, 'IMG_0001.MP4', 'public.mpeg-4', 1920, 1440, x'\(digests[0])', 20);
            """
        case 28: "INSERT INTO epoch VALUES (1, 5);"
        case 29: "UPDATE place SET isDurable = 0, obstacle = NULL;"
        case 30:
            """
            INSERT INTO watchedFolder (path, makesAlbums, addedDate, lastCheck, imported, duplicates)
                VALUES ('/home/anna/Camera', 1, 700000300, 700000310, 1, 0);
            INSERT INTO visitedFolder VALUES (1, '/home/anna/Camera', NULL);
            INSERT INTO visitedFile VALUES (1, 'IMG_0001.JPG', 27, 700000290000000000, 'taken', NULL, 1);
            """
        case 31:
            """
            INSERT INTO namedPlace (reference, countryCode, regionCode, names)
                VALUES (zeroblob(16), 'DE', 'DE.16', '["Berlin", "Germany"]');
            INSERT INTO placeSearch (rowid, text) VALUES (1, 'berlin germany');
            INSERT INTO assetPlace VALUES (1, 1);
            INSERT INTO pendingPlace VALUES (2);
            UPDATE placeFill SET dataVersion = 20260101, lastFilled = 1;
            """
        case 32: "UPDATE asset SET utcOffsetSource = 'place' WHERE id = 1;"
        default: nil
        }
    }
}
