package import Records

extension SidecarFacts {
    /// The facts of the file that a sidecar belongs to, which decide what the sidecar's facts mean.
    package struct File: Sendable, Equatable {
        /// The SHA-256 of the bytes, or `nil` if it isn't known yet. Then Albumen's own facts don't count.
        package var digest: BlobDigest?
        /// The date in the file.
        package var capture: SourceFacts.Capture?
        /// The place in the file.
        package var place: SourceFacts.Place?

        package init(
            digest: BlobDigest? = nil, capture: SourceFacts.Capture? = nil, place: SourceFacts.Place? = nil
        ) {
            self.digest = digest
            self.capture = capture
            self.place = place
        }
    }

    /// Returns the facts of the photo.
    ///
    /// - A date that equals the file's keeps the file's time zone: see `SidecarDate.capture(ofFile:)`.
    /// - Albumen's own facts count if they were written for the same bytes. Properties that another program changed
    ///   later beat them.
    package func facts(for file: File) -> SourceFacts {
        var facts = facts
        if let date { facts.capture = .known(date.capture(ofFile: file.capture)) }
        guard let own else { return facts }
        guard self.own(for: file) != nil else {
            // Former exports don't name the bytes. Their two facts do no harm to other bytes.
            if own.original == nil {
                facts.isHidden = own.isHidden
                facts.usesRAW = own.originalChoice == .raw ? true : nil
            }
            return facts
        }
        applyFlags(of: own, to: &facts)
        applyDate(of: own, to: &facts)
        if own.isPlaceRemoved, Self.isCopy(facts.place.value, of: file.place) { facts.place = .none }
        applyCleared(own.cleared, to: &facts, file)
        return facts
    }

    /// Returns what isn't taken, with Albumen's own facts that don't count because the file has other bytes.
    package func differences(for file: File) -> [SourceDifference] {
        guard let own, own.original != nil, self.own(for: file) == nil else { return differences }
        let detail = "written for another file"
        var others: [SourceDifference] = []
        if own.isHidden == true { others.append(SourceDifference(.hidden, .contradiction, detail: detail)) }
        if own.burstIdentifier != nil { others.append(SourceDifference(.bursts, .contradiction, detail: detail)) }
        if own.isPlaceRemoved { others.append(SourceDifference(.places, .contradiction, detail: detail)) }
        if own.dateSource == AlbumenSidecar.userSource {
            others.append(SourceDifference(.dates, .contradiction, detail: detail))
        }
        return differences + others
    }

    /// Returns Albumen's own facts, such as the identifier, or `nil` if they weren't written for the file's bytes.
    package func own(for file: File) -> AlbumenSidecar? {
        own?.original != nil && own?.original == file.digest ? own : nil
    }

    // MARK: Own facts

    private func applyFlags(of own: AlbumenSidecar, to facts: inout SourceFacts) {
        facts.isFavorite = facts.isFavorite ?? own.isFavorite
        facts.isHidden = own.isHidden
        facts.addedDate = own.addedDate
        facts.playsVideo = own.playsVideo
        if let choice = own.originalChoice { facts.usesRAW = choice == .raw }
        if let identifier = own.burstIdentifier {
            facts.burst = .known(
                SourceFacts.Burst(
                    identifier: identifier, isKeyPhoto: own.burstPick.contains(.key),
                    isAutomaticPick: own.burstPick.contains(.auto), isUserPick: own.burstPick.contains(.user)))
        }
    }

    /// Takes Albumen's date with its zone, unless another program changed the standard date.
    private func applyDate(of own: AlbumenSidecar, to facts: inout SourceFacts) {
        guard let ownDate = own.date, let local = own.localDate else { return }
        if let date {
            guard date.contains(localMicroseconds: local.localMicroseconds) else { return }
            // Programs often drop the time zone, but one that differs is a change.
            if let offset = date.utcOffset {
                // Standard dates have offsets in whole minutes.
                guard case .offset(let ownOffset) = own.timeZone, abs(offset - ownOffset) < 60 else { return }
            }
        } else if own.cleared.contains(.date) {
            return
        }
        var capture = SourceFacts.Capture(date: ownDate, utcOffset: nil)
        if case .offset(let offset) = own.timeZone { capture.utcOffset = offset }
        capture.isChosen = own.dateSource == AlbumenSidecar.userSource
        facts.capture = .known(capture)
    }

    private func applyCleared(
        _ cleared: Set<AlbumenSidecar.ClearedValue>, to facts: inout SourceFacts, _ file: File
    ) {
        if cleared.contains(.title), facts.title == .unknown { facts.title = .none }
        if cleared.contains(.caption), facts.caption == .unknown || hasCopiedCaption { facts.caption = .none }
        if cleared.contains(.keywords), facts.keywords == .unknown { facts.keywords = .none }
        if cleared.contains(.rating), facts.rating == .unknown { facts.rating = .none }
        if cleared.contains(.date) {
            // A date that equals the file's is a copy of it.
            let isCopy = file.capture != nil && facts.capture.value?.isChosen == false
            if facts.capture == .unknown || isCopy { facts.capture = .none }
        }
    }

    /// Whether there is no place, or only that of the file, which some programs copy to sidecars.
    private static func isCopy(_ place: SourceFacts.Place?, of file: SourceFacts.Place?) -> Bool {
        guard let place else { return true }
        guard let file else { return false }
        return abs(place.latitude - file.latitude) < 0.000_01 && abs(place.longitude - file.longitude) < 0.000_01
    }
}
