/// The body of a search. Servers ignore the names that they don't know.
struct ImmichSearch: Encodable, Equatable {
    var page = 1
    var size: Int
    /// From the oldest to the newest, so that photos that arrive meanwhile are on the last page.
    let order = "asc"
    var withExif: Bool
    var withPeople: Bool
    let withStacked = true
    let withDeleted = true
    /// In versions with visibilities.
    var visibility: String?
    /// In earlier versions.
    var withArchived: Bool?
    var isVisible: Bool?
    var type: String?
    var tagIds: [String]?
    var albumIds: [String]?
}
