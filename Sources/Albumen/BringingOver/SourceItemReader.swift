import BlobStore
import Foundation
import MediaRequests
import PhotoLibrary
import PhotoSources
import Records
import SystemCalls
import SystemPackage

/// Reads the files of a source's items, for an import.
struct SourceItemReader {
    let reader: FileReader
    /// A private folder for the members of archives in a dry run.
    let temporaryFolder: FilePath

    private var library: Library { reader.intake.library }

    /// Reads an item's files and stages their bytes. A file that can't be read is left out and becomes a difference; if
    /// it is the photo or video itself, the item isn't brought over. Several threads can call this at the same time.
    ///
    /// - Complexity: O(*n*) for *n* bytes, or O(1) for an item that an earlier import read and that has not changed.
    func read(_ item: SourceItem, known: AssetSourceRecord?, readsAgain: Bool = false) throws -> SourceItemReading {
        var reading = SourceItemReading(item: item, known: known)
        reading.item.limitFacts()
        if item.isTrashed || item.facts.trashedDate != nil {
            // Some sources don't say since when. The date of the first import stays.
            reading.item.facts.trashedDate = known?.facts.trashedDate ?? item.facts.trashedDate ?? library.now()
        }
        guard item.exclusion == nil else { return reading }
        if !readsAgain, let known, try isUnchanged(item, known) {
            reading.item.resolveCapture(
                file: known.files.captureTime(of: item.originals.first?.type), zone: zone(of: item))
            return reading
        }
        // Everything would have to be downloaded.
        if reader.intake.staging == nil, item.originals.contains(where: \.isRemote) { return reading }
        var marks: [SourceFileMark] = []
        var originals = try readOriginals(&reading, &marks)
        guard let first = originals.first else { return reading }
        if AssetFiles(originals)[.pairedVideo] == nil, let video = try reader.intake.motionVideo(of: first) {
            originals.append(video)
        } else if item.isLivePhotoByVideoWithin, reader.intake.staging != nil {
            reading.item.facts.playsVideo = nil
            reading.item.differences.append(SourceDifference(.livePhotos, .unreadable, detail: first.originalFilename))
        }
        reading.damage = first.probe.damage
        let time = first.probe.captureDate?.fileTime
        reading.item.resolveCapture(file: time, zone: zone(of: item))
        marks[0].localTime = time?.localTime
        marks[0].utcOffset = time?.utcOffset
        let edit = try readEdit(&reading, &marks, of: originals)
        let slowMotion = try readSlowMotion(&reading, &marks)
        guard reader.intake.staging != nil,
            var creation = AssetCreation(originals, edit: edit, slowMotion: slowMotion, now: library.now())
        else { return reading }
        creation.placeholder = reading.made.first { $0.digest == first.blob.digest }?.placeholder
        var content = SourceArrival.Content(creation, files: SourceFileMarks(marks))
        content.keepsEdit = edit == nil && reading.item.differences.contains { $0.fact == .edits }
        reading.content = content
        return reading
    }

    /// Returns whether the files have the sizes and times that they had, and the library still has the originals.
    private func isUnchanged(_ item: SourceItem, _ known: AssetSourceRecord) throws -> Bool {
        guard
            known.files.isUnchanged(
                item.files.map { (type: $0.type, size: $0.size, modificationTime: $0.modificationTime) })
        else { return false }
        return try known.files.files.filter { Self.originalTypes.contains($0.type) }
            .allSatisfy { try library.originals.keeps($0.sha256, byteCount: $0.size) }
    }

    /// Returns the time zone of the source's place. The place of a file is looked up when the asset is stored.
    private func zone(of item: SourceItem) -> TimeZone? {
        guard item.hasMomentOnly, case .known(let place) = item.facts.place else { return nil }
        return library.timeZone(latitude: place.latitude, longitude: place.longitude)
    }

    private static let originalTypes: Set<ResourceType> = [.photo, .video, .pairedVideo, .alternatePhoto]

    // MARK: Parts

    private func readOriginals(
        _ reading: inout SourceItemReading, _ marks: inout [SourceFileMark]
    ) throws -> [TakenFile] {
        var taken: [TakenFile] = []
        for (index, file) in reading.item.originals.enumerated() {
            do {
                // The extension of a single file can be wrong.
                let isSingle = reading.item.files.count == 1
                let (new, made) = try read(file, showsItem: index == 0, takesTypeOfBytes: isSingle)
                marks.append(SourceFileMark(file, new.blob.digest))
                taken.append(new)
                if let made { reading.made.append(made) }
            } catch let failure as UnreadableFile {
                guard index > 0 else {
                    reading.item.exclusion = .unreadable
                    reading.item.exclusionDetail = failure.reason
                    return []
                }
                reading.item.originals.removeAll { $0 == file }
                let fact: SourceDifference.Fact = file.type == .pairedVideo ? .livePhotos : .rawPairs
                reading.item.differences.append(SourceDifference(fact, .unreadable, detail: failure.reason))
            }
        }
        return taken
    }

    private func readEdit(
        _ reading: inout SourceItemReading, _ marks: inout [SourceFileMark], of originals: [TakenFile]
    ) throws -> TakenEdit? {
        guard let edit = reading.item.edit else { return nil }
        var (renderings, bases): ([TakenFile], [TakenFile]) = ([], [])
        do {
            var editMarks: [SourceFileMark] = []
            var made: Derivatives.Made?
            for file in edit.renderings + edit.bases {
                let isRendering = file.type.baseOfNextEdit != nil
                let (new, derivatives) = try read(
                    file, showsItem: isRendering && file.type != .fullSizePairedVideo)
                if isRendering { renderings.append(new) } else { bases.append(new) }
                editMarks.append(SourceFileMark(file, new.blob.digest))
                made = made ?? derivatives
            }
            guard let staging = reader.intake.staging else { return nil }
            let (data, document, isKnown) = try document(of: edit)
            if !isKnown { reading.item.differences.append(SourceDifference(.edits, .noRecipe)) }
            let blob = try staging.stage(data)
            if let file = edit.recipeFile { editMarks.append(SourceFileMark(file, blob.digest)) }
            var taken = TakenEdit(
                document: TakenDocument(blob: blob, document: document), renderings: renderings, bases: bases,
                made: made)
            guard taken.fits(originals) else {
                reader.intake.release([blob])
                throw UnreadableFile(reason: "the edited files don't fit the original")
            }
            taken.playbackVariation = try reader.intake.playbackVariation(of: taken)
            if let made { reading.made.append(made) }
            marks += editMarks
            return taken
        } catch let failure as UnreadableFile {
            reader.intake.release((renderings + bases).map(\.blob))
            reading.item.edit = nil
            reading.item.differences.append(SourceDifference(.edits, .unreadable, detail: failure.reason))
            return nil
        }
    }

    /// Returns the document of an edit: the source's own file, or one made of the recipe, or one that says that there is
    /// no recipe.
    ///
    /// - Returns: The document. `isKnown` is `false` if the source has a recipe that can't be used.
    private func document(of edit: SourceEdit) throws -> (Data, AdjustmentDocument, isKnown: Bool) {
        if let file = edit.recipeFile, let data = try readData(file, limit: AdjustmentDocument.byteLimit) {
            if let document = AdjustmentDocument(parsing: data) { return (data, document, true) }
            if let recipe = edit.recipe {
                return (data, AdjustmentDocument(AdjustmentData(recipe), timestamp: edit.date, editor: nil), true)
            }
        }
        let adjustment = edit.recipe.map { AdjustmentData($0) } ?? .renderingOnly
        let document = AdjustmentDocument(adjustment, timestamp: edit.date, editor: nil)
        return (try document.encoded(), document, edit.recipeFile == nil || edit.recipe != nil)
    }

    private func readSlowMotion(
        _ reading: inout SourceItemReading, _ marks: inout [SourceFileMark]
    ) throws -> TakenDocument? {
        guard let file = reading.item.slowMotion else { return nil }
        guard let data = try readData(file, limit: SlowMotionAdjustment.byteLimit),
            SlowMotionAdjustment.slowMotion(in: data) != nil, let document = AdjustmentDocument(parsing: data)
        else {
            reading.item.slowMotion = nil
            reading.item.differences.append(SourceDifference(.slowMotion, .unreadable, detail: file.label))
            return nil
        }
        guard let staging = reader.intake.staging else { return nil }
        let blob = try staging.stage(data)
        marks.append(SourceFileMark(file, blob.digest))
        return TakenDocument(blob: blob, document: document, slowMotionFilename: file.name)
    }

    // MARK: Files

    /// - Parameters:
    ///   - showsItem: Whether the file is the item's picture or video, whose derivatives are made.
    ///   - takesTypeOfBytes: Whether a picture may be called a video, and the reverse.
    /// - Throws: `UnreadableFile`, or an error that concerns all files.
    private func read(
        _ file: SourceFile, showsItem: Bool, takesTypeOfBytes: Bool = false
    ) throws -> (taken: TakenFile, made: Derivatives.Made?) {
        try readable(file) { source in
            let probe = try reader.intake.probe(source)
            let isAsNamed = (file.type.mediaType == .image) == (probe.kind == .image)
            guard isAsNamed || takesTypeOfBytes else {
                throw UnreadableFile(reason: "\(file.label) is \(probe.kind == .image ? "a picture" : "a video")")
            }
            let type = isAsNamed ? file.type : nil
            guard reader.intake.staging != nil else {
                let blob = StagedBlob(digest: .zero, size: source.size, intake: UUID(), number: 0)
                return (TakenFile(type: type, blob: blob, originalFilename: file.name, probe: probe), nil)
            }
            var taken = try reader.intake.stage(source, probe, as: type, named: file.name)
            guard file.hasDigest(taken.blob.digest) else {
                reader.intake.release([taken.blob])
                throw UnreadableFile(reason: "\(file.label) is damaged: its SHA-256 isn't the recorded one")
            }
            guard showsItem else { return (taken, nil) }
            let picture = try reader.picture(source, taken)
            taken.probe.damage = probe.damage ?? picture.damage
            return (taken, picture.made)
        }
    }

    /// Returns `nil` for a file that can't be read, is too large or is damaged.
    private func readData(_ file: SourceFile, limit: Int) throws -> Data? {
        do {
            let data: Data?
            if file.member == nil {
                data = try readable(file) { try $0.read(atMost: limit) }
            } else {
                data = try SourceFileReader().contents(of: file, limit: limit)
            }
            guard let data, file.hasDigest(try BlobDigest(hashing: data)) else { return nil }
            return data
        } catch is UnreadableFile {
            return nil
        } catch is SourceError {
            return nil
        }
    }

    private func readable<Value>(_ file: SourceFile, _ body: (IntakeSource) throws -> Value) throws -> Value {
        do {
            guard file.member != nil else { return try reader.intake.withFile(file.importSource, body) }
            return try withMember(file, body)
        } catch let failure as IntakeFailure {
            switch failure.finding(filename: file.name) {
            case .refused(let reason), .unreadable(let reason):
                throw UnreadableFile(reason: "\(file.label): \(reason)")
            default: throw UnreadableFile(reason: "\(file.label) is neither a photo nor a video")
            }
        } catch let error as SourceError {
            // If the archive was replaced, or the temporary folder is full, the other files can't be read either.
            if error.code == .busy || error.code == .temporaryFolder { throw error }
            throw UnreadableFile(reason: error.message)
        }
    }

    /// Reads a file in an archive: from its staged copy, or in a dry run from a temporary one.
    private func withMember<Value>(_ file: SourceFile, _ body: (IntakeSource) throws -> Value) throws -> Value {
        let archive = SourceFileReader()
        guard reader.intake.staging == nil else {
            return try reader.intake.withPieces(
                named: file.name, label: file.label, size: file.size,
                fileDate: Date(timeIntervalSince1970: Double(file.modificationTime) / 1_000_000_000),
                from: { append in try archive.read(file, append) }, body)
        }
        let path = temporaryFolder.appending(UUID().uuidString)
        defer { try? FileManager.default.removeItem(atPath: path.string) }
        do {
            let copy = try FileDescriptor.open(
                path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
            try copy.closeAfter { try archive.copy(file, to: copy) }
        } catch let error as Errno {
            throw SourceError(
                .temporaryFolder,
                "“\(file.name)” can't be copied to \(temporaryFolder.text): \(error). "
                    + "Set TMPDIR to a folder with more room.")
        }
        var source = file.importSource
        (source.location, source.identity) = (path, nil)
        return try reader.intake.withFile(source, body)
    }
}

/// A file that can't be read, while the others can.
private struct UnreadableFile: Error {
    let reason: String
}

extension MediaProbe.CaptureDate {
    /// The local time, without that of a file's name or of the file system.
    fileprivate var fileTime: SourceCapture.FileTime? {
        guard source != .filename, source != .file else { return nil }
        let date = Date(timeIntervalSinceReferenceDate: secondsSinceReferenceDate)
        return SourceCapture.FileTime(
            localTime: date.addingTimeInterval(Double(utcOffsetInSeconds ?? 0)), utcOffset: utcOffsetInSeconds)
    }
}

extension SourceFileMarks {
    /// The time in the file of a type, as an earlier import read it.
    fileprivate func captureTime(of type: ResourceType?) -> SourceCapture.FileTime? {
        files.first { $0.type == type }.flatMap { mark in
            mark.localTime.map { SourceCapture.FileTime(localTime: $0, utcOffset: mark.utcOffset) }
        }
    }
}

extension SourceFileMark {
    fileprivate init(_ file: SourceFile, _ digest: BlobDigest) {
        self.init(type: file.type, size: file.size, modificationTime: file.modificationTime, sha256: digest)
    }
}

extension AdjustmentData {
    fileprivate init(_ recipe: SourceEdit.Recipe) {
        self.init(
            formatIdentifier: recipe.formatIdentifier, formatVersion: recipe.formatVersion, data: recipe.data)
    }

    /// The recipe of an edit whose program kept none. No app can continue it.
    fileprivate static let renderingOnly = AdjustmentData(
        formatIdentifier: "org.albumen.rendering", formatVersion: "1", data: Data("{}".utf8))
}

extension SourceFile {
    /// Returns whether bytes with this digest are those of the file, as far as the source knows it.
    fileprivate func hasDigest(_ digest: BlobDigest) -> Bool { sha256 == nil || sha256 == digest }
}

extension SourceItem {
    /// Whether the source knows a Live Photo whose video has no file of its own, but is within the photo.
    fileprivate var isLivePhotoByVideoWithin: Bool {
        facts.playsVideo != nil && !originals.contains { $0.type == .pairedVideo }
            && !differences.contains { $0.fact == .livePhotos }
    }
}
