import AlbumenTestSupport
import Foundation
import Places
import ProgramFiles
import Testing

@Suite struct GazetteerFileTests {
    private let folder: TemporaryFolder
    private let original: Data

    init() throws {
        folder = try TemporaryFolder()
        original = try Data(contentsOf: try #require(ResourceLocation.find(Gazetteer.fileName)))
    }

    private func error(of bytes: Data) throws -> GazetteerError? {
        let file = folder.file("places.bin")
        try bytes.write(to: file)
        do {
            _ = try Gazetteer(contentsOf: file)
            return nil
        } catch let error as GazetteerError {
            #expect(error.message.contains(file.path))
            return error
        }
    }

    @Test func `a complete file is opened`() throws {
        #expect(try error(of: original) == nil)
        #expect(try Gazetteer.shared().settlementCount > 230_000)
        #expect(try Gazetteer.shared().version > 20_260_000)
    }

    @Test func `a file with a changed byte is damaged`() throws {
        for position in stride(from: 0, to: original.count, by: original.count / 40) {
            var bytes = original
            bytes[position] ^= 0x10
            let code = try error(of: bytes)?.code
            #expect(code == .damaged || (8..<12).contains(position) && code == .otherFormat, "\(position)")
        }
    }

    @Test func `a file that ends early is damaged`() throws {
        for count in [0, 1, 31, 32, 200, original.count / 2, original.count - 1] {
            #expect(try error(of: original.prefix(count))?.code == .damaged, "\(count)")
        }
        #expect(try error(of: original + [0])?.code == .damaged)
    }

    @Test func `a file of another format or kind names the remedy`() throws {
        var bytes = original
        bytes[8] = 2
        let error = try #require(try error(of: bytes))
        #expect(error.code == .otherFormat)
        #expect(error.message.contains("one version of Albumen"))
        #expect(try self.error(of: Data("{\"places\": []}".utf8) + Data(count: 100))?.code == .damaged)
    }

    @Test func `a missing file is unreadable`() throws {
        let file = folder.file("missing.bin")
        let error = #expect(throws: GazetteerError.self) { try Gazetteer(contentsOf: file) }
        #expect(error?.code == .unreadable)
        #expect(error?.message.contains(file.path) == true)
    }

    @Test func `threads look up places at the same time`() async throws {
        let gazetteer = try Gazetteer.shared()
        let answers = await withTaskGroup(of: [String?].self) { group in
            for _ in 0..<8 {
                group.addTask {
                    (0..<500).map { index in
                        gazetteer.place(latitude: Double(index % 140) - 60, longitude: Double(index) * 0.7 - 180)
                            .map { "\($0.country.name(in: .german)) \($0.settlement?.name() ?? "")" }
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(answers).count == 1)
    }
}
