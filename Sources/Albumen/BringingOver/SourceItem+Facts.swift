import Foundation
import PhotoLibrary
import PhotoSources
import Records
import SystemCalls
import SystemPackage

extension SourceItem {
    /// All files of the item that are here.
    var files: [SourceFile] {
        originals + (edit.map { $0.renderings + $0.bases + [$0.recipeFile].compactMap(\.self) } ?? [])
            + [slowMotion].compactMap(\.self)
    }

    /// Bytes.
    var size: Int64 { files.reduce(0) { $1.size.addingSaturating(to: $0) } }

    /// The path of the item in reports.
    var path: String { originals.first?.label ?? name }

    /// The kinds of facts that the item has.
    var carriedFacts: [SourceDifference.Fact] {
        var carried: [SourceDifference.Fact] = [isVideo ? .videos : .photos]
        let types = Set(originals.map(\.type))
        if types.contains(.pairedVideo) { carried.append(.livePhotos) }
        if types.contains(.alternatePhoto) { carried.append(.rawPairs) }
        if facts.burst.value != nil { carried.append(.bursts) }
        if slowMotion != nil { carried.append(.slowMotion) }
        if edit != nil { carried.append(.edits) }
        if facts.capture.value != nil { carried.append(.dates) }
        if facts.place.value != nil { carried.append(.places) }
        if facts.title.value != nil { carried.append(.titles) }
        if facts.caption.value != nil { carried.append(.captions) }
        if facts.keywords.value?.isEmpty == false { carried.append(.keywords) }
        if facts.rating.value != nil { carried.append(.ratings) }
        if facts.isFavorite == true { carried.append(.favorites) }
        if facts.isHidden == true { carried.append(.hidden) }
        return carried
    }

    /// Leaves out facts that an asset can't have, and lists them as invalid.
    mutating func limitFacts() {
        func isValid(_ change: AssetChange) -> Bool { (try? change.validate()) != nil }
        if case .known(let capture) = facts.capture {
            var change = AssetChange()
            change.creationDate = capture.date
            change.utcOffset = capture.utcOffset
            if !isValid(change) {
                facts.capture = .unknown
                differences.append(SourceDifference(.dates, .invalid))
            }
        }
        if case .known(let place) = facts.place {
            var change = AssetChange()
            change.location = AssetLocation(
                latitude: place.latitude, longitude: place.longitude, altitude: place.altitude,
                horizontalAccuracy: place.horizontalAccuracy)
            if !isValid(change) {
                facts.place = .unknown
                differences.append(SourceDifference(.places, .invalid))
            }
        }
        if case .known(let rating) = facts.rating, !(1...5).contains(rating) {
            facts.rating = .unknown
            differences.append(SourceDifference(.ratings, .invalid))
        }
        limitTexts(isValid)
    }

    private mutating func limitTexts(_ isValid: (AssetChange) -> Bool) {
        for (fact, text) in [(SourceDifference.Fact.titles, \SourceFacts.title), (.captions, \.caption)] {
            guard case .known(let value) = facts[keyPath: text] else { continue }
            var change = AssetChange()
            change.caption = value
            if !isValid(change) {
                facts[keyPath: text] = .unknown
                differences.append(SourceDifference(fact, .invalid))
            }
        }
        if case .known(let keywords) = facts.keywords {
            var change = AssetChange()
            change.keywords = keywords
            if !isValid(change) {
                facts.keywords = .unknown
                differences.append(SourceDifference(.keywords, .invalid))
            }
        }
    }
}

extension SourceFile {
    /// The path for people. A file in an archive follows the archive's path.
    var label: String { member == nil || isRemote ? path.text : "\(path.text)/\(name)" }

    /// The file as an intake reads it.
    var importSource: ImportSource {
        var source = ImportSource(
            folder: path.removingLastComponent().text, name: name, size: size, modificationTime: modificationTime,
            location: path)
        source.identity = identity
        return source
    }
}
