/// The groups of a RAW and a JPEG or HEIC with the same name, which are one photo.
struct DigiKamPairs {
    /// An item (the subject) that is grouped behind another (the object).
    struct Relation {
        var subject: Int64
        var subjectName: String
        var object: Int64
        var objectName: String
    }

    struct Partner {
        var name: String
        /// Whether the partner is the RAW.
        var isRAW: Bool
    }

    /// The partners of the items that digiKam shows.
    private(set) var partners: [Int64: Partner] = [:]
    /// The names of the items that digiKam shows, by the items behind them.
    private(set) var leaders: [Int64: String] = [:]

    /// - Parameter relations: In the order of the objects, then of the subjects.
    init(_ relations: [Relation]) {
        for relation in relations where relation.subject != relation.object {
            let (subject, object) = (relation.subject, relation.object)
            guard partners[subject] == nil, leaders[subject] == nil, partners[object] == nil, leaders[object] == nil
            else { continue }
            let isRAW = FileExtensions.arePair(raw: relation.subjectName, compressed: relation.objectName)
            guard isRAW || FileExtensions.arePair(raw: relation.objectName, compressed: relation.subjectName) else {
                continue
            }
            partners[object] = Partner(name: relation.subjectName, isRAW: isRAW)
            leaders[subject] = relation.objectName
        }
    }
}
