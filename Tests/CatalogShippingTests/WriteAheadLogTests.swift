import Foundation
import Testing

@testable import CatalogShipping

@Suite struct WriteAheadLogTests {
    private let catalog: ShippedCatalog
    private let bytes: Data
    private let lastFrame: UInt32

    init() throws {
        catalog = try ShippedCatalog(pageSize: 512, assets: 3)
        lastFrame = try catalog.open().currentIndex().lastFrame
        bytes = try Data(contentsOf: URL(fileURLWithPath: catalog.path + "-wal"))
    }

    private func framesAreValid(_ bytes: Data) throws -> Bool {
        let path = catalog.folder.appending(path: "altered-wal")
        try bytes.write(to: path)
        let log = try WriteAheadLog(path: path.path)
        guard let header = try log.header() else { return false }
        return try log.scan(0..<lastFrame, following: header.sums, header) { _, _, _ in } != nil
    }

    @Test func allFramesOfTheIndexAreValid() throws {
        #expect(try framesAreValid(bytes))
        let log = try WriteAheadLog(path: catalog.path + "-wal")
        let header = try #require(try log.header())
        let sums = try log.scan(0..<lastFrame, following: header.sums, header) { _, _, _ in }
        #expect(sums == (try catalog.shipper?.currentIndex().sums))
        #expect(try log.frame(lastFrame - 1, pageSize: 512)?.commit ?? 0 > 0)
        #expect(try log.frame(1 << 30, pageSize: 512) == nil)
    }

    @Test func aTurnedBitIsRefused() throws {
        var random = SystemRandomNumberGenerator()
        let end = Int(WriteAheadLog.offset(of: lastFrame, pageSize: 512))
        for position in Array(0..<80) + (0..<200).map({ _ in Int.random(in: 80..<end, using: &random) }) {
            var altered = bytes
            altered[position] ^= 1 << UInt8.random(in: 0...7, using: &random)
            // The checkpoint's number is part of the header's checksums, too.
            #expect(try !framesAreValid(altered), "byte \(position)")
        }
    }

    @Test func aShorterWALIsRefused() throws {
        let end = Int(WriteAheadLog.offset(of: lastFrame, pageSize: 512))
        for count in [0, 1, 31, 32, 33, 32 + 24, 32 + 535, end - 512, end - 1] {
            #expect(try !framesAreValid(bytes.prefix(count)))
        }
    }
}
