internal import Foundation

/// The part of an item's document that stays in memory.
struct TakeoutBrief {
    var title: String?
    /// Seconds since 1970, or `nil` if the document has no date.
    var timestamp: Int64?
    var isTrashed: Bool
    var isArchived: Bool
    var isOfPartner: Bool

    /// The longest title, in bytes.
    private static let titleLimit = 4_096

    init(_ document: TakeoutItemDocument) {
        title = document.title.flatMap { $0.utf8.count <= Self.titleLimit ? $0 : nil }
        timestamp = document.taken.date.map { Int64($0.timeIntervalSince1970) }
        (isTrashed, isArchived, isOfPartner) = (document.isTrashed, document.isArchived, document.isOfPartner)
    }
}
