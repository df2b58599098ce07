import Foundation
import Testing

/// `ARCHITECTURE.md`, `README.md` and the other documents for users and contributors.
@Suite struct DocumentTests {
    @Test func `the map of the code has at most 1,500 words`() throws {
        let words = try Document(path: "ARCHITECTURE.md").text.split(whereSeparator: \.isWhitespace)
        #expect(words.count <= 1500)
    }

    @Test func `each path and each link leads to a file`() throws {
        for document in try Document.all() {
            #expect(document.missingLinks == [], "\(document.path)")
            // The README shows files of a client's package, too.
            guard document.path != "README.md" else { continue }
            #expect(document.missingPaths == [], "\(document.path)")
        }
    }

    @Test func `each type in the documents for contributors is declared`() throws {
        let declared = try Document.declaredNames()
        for document in try Document.all() where document.isForContributors {
            #expect(document.namedTypes.subtracting(declared).sorted() == [], "\(document.path)")
        }
    }

    @Test func `a line has at most 120 characters unless it contains an address`() throws {
        for document in try Document.all() {
            let lines = document.text.split(separator: "\n").filter { $0.count > 120 && !$0.contains("://") }
            #expect(lines == [], "\(document.path)")
        }
    }
}
