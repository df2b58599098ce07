internal import Foundation
internal import Records

extension ImmichAsset {
    /// Sets the facts of an item, and adds the ones that Albumen can't take to its differences.
    func setFacts(of item: inout SourceItem, keywords: [String], stack: ImmichStack.Part?, _ options: ImmichOptions) {
        if let taken = ImmichTaken(self) {
            item.facts.capture = .known(taken.capture)
            item.hasMomentOnly = taken.hasMomentOnly
            item.hasLocalTimeOnly = taken.hasLocalTimeOnly
        } else if ImmichTaken.isInvalid(self) {
            item.differences.append(SourceDifference(.dates, .invalid))
        }
        if let caption = ImmichText.text(metadata.description) { item.facts.caption = .known(caption) }
        setPlace(of: &item)
        setRating(of: &item)
        if isFavorite { item.facts.isFavorite = true }
        item.isTrashed = isTrashed
        if isEdited {
            item.differences.append(SourceDifference(.edits, .unsupported, detail: "edited in Immich"))
        }
        setKeywords(of: &item, keywords, options)
        if let stack { setStack(of: &item, stack, options) }
    }

    private func setPlace(of item: inout SourceItem) {
        guard metadata.latitude != nil || metadata.longitude != nil else { return }
        guard let latitude = metadata.latitude, let longitude = metadata.longitude, (-90...90).contains(latitude),
            (-180...180).contains(longitude)
        else {
            item.differences.append(SourceDifference(.places, .invalid))
            return
        }
        item.facts.place = .known(SourceFacts.Place(latitude: latitude, longitude: longitude))
    }

    private func setRating(of item: inout SourceItem) {
        guard let rating = metadata.rating, rating != 0 else { return }
        if let stars = Int(exactly: rating), (1...5).contains(stars) {
            item.facts.rating = .known(stars)
        } else {
            item.differences.append(
                rating == -1
                    ? SourceDifference(.ratings, .unsupported, detail: "rejected")
                    : SourceDifference(.ratings, .invalid))
        }
    }

    private func setKeywords(of item: inout SourceItem, _ tags: [String], _ options: ImmichOptions) {
        var keywords = ImmichTags.leafNames(tags + self.tags)
        if isArchived {
            switch options.archived {
            case .listed: item.differences.append(SourceDifference(.hidden, .notAsked, detail: "archived"))
            case .keyword(let keyword): keywords.append(keyword)
            case .hidden: item.facts.isHidden = true
            }
        }
        if options.personsAsKeywords {
            keywords += persons
        } else {
            item.differences += persons.map { SourceDifference(.persons, .notAsked, detail: $0) }
        }
        var known: Set<String> = []
        keywords = keywords.filter { known.insert($0).inserted }
        if !keywords.isEmpty { item.facts.keywords = .known(keywords) }
    }

    private func setStack(of item: inout SourceItem, _ stack: ImmichStack.Part, _ options: ImmichOptions) {
        guard options.stacksAsBursts, !isVideo else {
            let detail = "stack" + (stack.count.map { " of \($0)" } ?? "")
            item.differences.append(
                SourceDifference(.bursts, options.stacksAsBursts ? .unsupported : .notAsked, detail: detail))
            return
        }
        item.facts.burst = .known(
            SourceFacts.Burst(
                identifier: stack.stack.text, isKeyPhoto: stack.isPrimary, isAutomaticPick: false, isUserPick: false))
    }
}
