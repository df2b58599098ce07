package import Records

extension SourceFacts {
    /// Takes the facts that are unknown here from a source with a lower precedence. Each fact counts by itself.
    package mutating func complete(with other: SourceFacts) {
        func complete<Value>(_ fact: WritableKeyPath<SourceFacts, SourceFact<Value>>) {
            if self[keyPath: fact] == .unknown { self[keyPath: fact] = other[keyPath: fact] }
        }
        complete(\.capture)
        complete(\.place)
        complete(\.title)
        complete(\.caption)
        complete(\.keywords)
        complete(\.rating)
        complete(\.burst)
        isFavorite = isFavorite ?? other.isFavorite
        isHidden = isHidden ?? other.isHidden
        addedDate = addedDate ?? other.addedDate
        trashedDate = trashedDate ?? other.trashedDate
        playsVideo = playsVideo ?? other.playsVideo
        usesRAW = usesRAW ?? other.usesRAW
        subtypes |= other.subtypes
        isSelfPortrait = isSelfPortrait || other.isSelfPortrait
    }
}
