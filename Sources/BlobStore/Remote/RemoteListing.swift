package import Foundation

/// An object in a place.
package struct RemoteObject: Hashable, Sendable {
    package let name: RemoteName
    /// The size in bytes.
    package let size: Int64

    package init(_ name: RemoteName, size: Int64) {
        self.name = name
        self.size = size
    }
}

/// An upload that a place has kept the parts of.
package struct UnfinishedUpload: Hashable, Sendable {
    /// The object's name, or `documents` for a document in a folder.
    package let name: RemoteName
    /// The place's name for the upload, as in `RemoteUpload.reference`.
    package let reference: String
    /// The time of its start by the place's clock, or `nil` if it's unknown.
    package let start: Date?

    package init(_ name: RemoteName, reference: String, start: Date?) {
        self.name = name
        self.reference = reference
        self.start = start
    }
}

/// A part of a listing.
package struct RemotePage<Element: Hashable & Sendable>: Hashable, Sendable {
    package var elements: [Element] = []
    /// The number of listed objects whose names Albumen never creates. They aren't in `elements`.
    package var foreignCount = 0
    /// The position of the next page, or `nil` after the last page.
    package var next: String?

    /// The largest number of pages of a listing.
    private static var pageLimit: Int { 100_000 }
    /// The largest number of empty pages in succession.
    private static var emptyPageLimit: Int { 100 }

    /// Calls the body with each page of a listing.
    ///
    /// - Parameters:
    ///   - address: The place, for the error.
    ///   - page: Returns the page at a position.
    /// - Throws: `misbehaving` if the listing goes round, or doesn't end.
    package static func forEach(
        of address: String, _ page: (_ position: String?) throws -> RemotePage, _ body: (RemotePage) throws -> Void
    ) throws {
        var positions: Set<Int> = []
        var (position, emptyCount) = (String?.none, 0)
        repeat {
            let found = try page(position)
            try body(found)
            position = found.next
            emptyCount = found.elements.isEmpty && found.foreignCount == 0 ? emptyCount + 1 : 0
            let isNew = position.map { positions.insert($0.hashValue).inserted } ?? true
            guard isNew, positions.count < pageLimit, emptyCount < emptyPageLimit else {
                throw RemoteBlobError(
                    .misbehaving,
                    "The list of objects of \(address) doesn't end. Ask its operator, or use another place.")
            }
        } while position != nil
    }

    package init(_ elements: [Element] = [], foreignCount: Int = 0, next: String? = nil) {
        self.elements = elements
        self.foreignCount = foreignCount
        self.next = next
    }
}
