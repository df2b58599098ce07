import BlobStore
import Foundation
import Testing

@Suite struct ListingTests {
    /// Reads a listing whose pages have these numbers of foreign objects, and returns the positions that it asked for.
    private func positions(
        limit: Int = .max, next: (String?) -> String?, foreignCount: Int = 1
    ) throws -> [String?] {
        var positions: [String?] = []
        try RemotePage<RemoteObject>.forEach(of: "test") { position in
            positions.append(position)
            if positions.count > limit { throw RemoteBlobError(.cancelled, "The listing wasn't ended.") }
            return RemotePage([], foreignCount: foreignCount, next: next(position))
        } _: { _ in
        }
        return positions
    }

    @Test func `each page is read once`() throws {
        let next: [String?: String] = [nil: "a", "a": "b"]
        #expect(try positions(next: { next[$0] }) == [nil, "a", "b"])
    }

    @Test func `a listing that goes round fails`() throws {
        let next: [String?: String] = [nil: "a", "a": "b", "b": "c", "c": "a"]
        let error = #expect(throws: RemoteBlobError.self) { try positions(limit: 10, next: { next[$0] }) }
        #expect(error?.code == .misbehaving)
    }

    @Test func `a listing of empty pages that doesn't end fails`() throws {
        let error = #expect(throws: RemoteBlobError.self) {
            try positions(limit: 1000, next: { String((Int($0 ?? "0") ?? 0) + 1) }, foreignCount: 0)
        }
        #expect(error?.code == .misbehaving)
    }
}
