import Albumen
import BlobStore
import Foundation
import Records

/// The properties of an asset as text, for `info`.
struct AssetDescription {
    let entry: AssetEntry
    let metadata: MetadataRecord
    let adjustment: AdjustmentSummaryDocument?
    let replaced: ReplacedValues
    let origins: FactOrigins
    /// The frames of the asset's burst in the order in which they were taken.
    let burst: [AssetEntry]
    /// The tracks of a video, or of a Live Photo's video, or the reason why they're unknown.
    let tracks: Result<[TrackDocument], any Error>
    /// Returns the path of a resource's bytes, or `nil` if they aren't in the library's folder.
    let location: (BlobDigest) -> URL?

    var lines: [String] {
        [PrintableText.line(entry.primaryResource?.originalFilename ?? entry.localIdentifier)]
            + facts.compactMap { label, value in
                value.map { "  \(label.padding(toLength: 11, withPad: " ", startingAt: 0))  \(PrintableText.line($0))" }
            } + burstLines + trackLines + resourceLines
    }

    private var asset: AssetRecord { entry.asset }

    private var facts: [(String, String?)] {
        [
            ("identifier", entry.localIdentifier),
            ("kind", ([entry.mediaTypeName] + AssetMarks.of(entry)).joined(separator: ", ")),
            ("size", "\(asset.pixelWidth) x \(asset.pixelHeight) pixels"),
            ("duration", asset.duration > 0 ? duration : nil),
            ("taken", Self.taken(asset)),
            ("originally", replaced.date.map { Self.original($0, Self.taken) }),
            ("where", placeNames),
            ("place", Self.place(asset)),
            ("originally", replaced.location.map { Self.original($0, Self.place) }),
            ("camera", camera),
            ("lens", metadata.lensModel),
            ("exposure", ExposureText.text(metadata)),
            ("title", metadata.title),
            ("caption", metadata.caption),
            ("keywords", metadata.keywords.isEmpty ? nil : metadata.keywords.joined(separator: ", ")),
            ("rating", metadata.rating.map { "\($0) of 5" }),
            ("from", sources),
            ("burst", burstText),
            ("first name", metadata.preservedFileName),
            ("damaged", asset.damage),
            ("original", original),
            ("edited", adjustment?.text),
            ("added", Timestamp.utc(asset.addedDate)),
            ("changed", asset.modificationDate.flatMap(Timestamp.utc)),
            ("deleted", asset.trashedDate.flatMap(Timestamp.utc)),
        ]
    }

    /// The names of the place, or the reason why they can't be read.
    private var placeNames: String? {
        do {
            let names = try AssetPlace.names(of: asset)
            return names.isEmpty ? nil : names.joined(separator: ", ")
        } catch {
            return "not known: \(error)"
        }
    }

    /// Names the programs that values come from, and which values the user set here. The others are the file's.
    private var sources: String? {
        var facts: [String: [String]] = [:]
        for fact in FactOrigins.Fact.allCases {
            switch origins.origins[fact] {
            case .source(let kind): facts[kind.title, default: []].append(fact.rawValue)
            case .user: facts["you", default: []].append(fact.rawValue)
            case .file, nil: break
            }
        }
        guard !facts.isEmpty else { return nil }
        return facts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.joined(separator: ", "))" }
            .joined(separator: "; ")
    }

    /// Names the chosen original of a RAW and JPEG.
    private var original: String? {
        entry.files.choosableOriginals.map { originals in
            let isRAW = asset.originalChoice == .raw
            let name = (isRAW ? originals.raw : originals.compressed).originalFilename
            return "\(name) (\(isRAW ? "raw" : "compressed"))"
        }
    }

    private var duration: String {
        var text = "\(Self.rounded(asset.duration)) s"
        if let rate = metadata.frameRate { text += ", \(Self.rounded(rate)) frames a second" }
        if let codec = metadata.videoCodec { text += ", \(codec)" }
        return text
    }

    private static func original(_ value: ReplacedValues.Original, _ text: (AssetRecord) -> String?) -> String {
        switch value {
        case .known(let asset): text(asset) ?? "not known"
        case .unread(let reason): "not known: \(reason)"
        }
    }

    private static func taken(_ asset: AssetRecord) -> String? {
        guard let date = asset.creationDate, let time = Timestamp.localTime(of: asset) else { return nil }
        var text = "\(time.dateText) \(time.timeText)\(time.fractionText)"
        if let offset = asset.utcOffset { text += " \(CivilTime.offsetText(offset))" }
        let notes = [
            asset.utcOffset == nil ? "the zone is not known" : Timestamp.utc(date),
            asset.dateSource.map { "from \($0)" },
            asset.utcOffsetSource == .place ? "time zone of the place" : nil,
        ]
        return text + " (\(notes.compactMap { $0 }.joined(separator: ", ")))"
    }

    private static func place(_ asset: AssetRecord) -> String? {
        guard let latitude = asset.latitude, let longitude = asset.longitude else { return nil }
        var text = "\(latitude), \(longitude)"
        if let altitude = asset.altitude { text += ", \(rounded(altitude)) m high" }
        if let accuracy = asset.horizontalAccuracy { text += ", within \(rounded(accuracy)) m" }
        return text
    }

    private var camera: String? {
        let make = metadata.cameraMake ?? ""
        let model = metadata.cameraModel ?? ""
        let name = model.lowercased().hasPrefix(make.lowercased()) ? model : "\(make) \(model)"
        let trimmed = name.trimmingCharacters(in: .whitespaces)
        return trimmed.isEmpty ? nil : trimmed
    }

    private var burstText: String? {
        guard let identifier = asset.burstIdentifier else { return nil }
        guard let place = burst.firstIndex(where: { $0.asset.id == asset.id }) else { return identifier }
        return "\(identifier), frame \(place + 1) of \(burst.count)"
    }

    private var burstLines: [String] {
        burst.enumerated().map { index, frame in
            var marks = frame.asset.representsBurst ? ["key photo"] : []
            if frame.asset.isKeptFrame { marks.append("kept") }
            let name = PrintableText.line(frame.primaryResource?.originalFilename ?? "-")
            return "  frame \(index + 1): \(frame.asset.uuid)  \(name)"
                + (marks.isEmpty ? "" : "  [\(marks.joined(separator: ", "))]")
        }
    }

    private var trackLines: [String] {
        switch tracks {
        case .success(let tracks):
            tracks.enumerated().map { "  track \($0 + 1): \(PrintableText.line($1.text))" }
        case .failure(let error):
            ["  tracks: not known: \(PrintableText.line("\(error)"))"]
        }
    }

    private var resourceLines: [String] {
        entry.resources.flatMap { resource in
            [
                "  \(resource.typeName): \(PrintableText.line(resource.originalFilename))",
                "    \(resource.uniformTypeIdentifier), \(resource.fileSize) bytes"
                    + (resource.type.mediaType == nil
                        ? "" : ", \(resource.pixelWidth) x \(resource.pixelHeight) pixels"),
                "    sha256 \(resource.sha256.hexadecimal)",
                "    " + place(of: resource),
            ]
        }
    }

    private func place(of resource: ResourceRecord) -> String {
        if let path = location(resource.sha256)?.path { return "stored at \(PrintableText.line(path))" }
        return resource.container.flatMap { location($0.container) } == nil
            ? "not in the library's folder" : "stored within the photo"
    }

    /// Returns the number with at most two decimal places.
    private static func rounded(_ number: Double) -> String {
        let hundredths = (number * 100).rounded() / 100
        return hundredths == hundredths.rounded() && abs(hundredths) < 1e15
            ? String(Int(hundredths)) : String(hundredths)
    }
}
