import AlbumenTestSupport
import Foundation
import MediaRequests
import MediaWork
import Pixels
import Testing

/// A HEIF file whose picture begins in the file and ends far beyond it: libheif 1.15 asserts that it can be read.
@Suite struct LongExtentTests {
    @Test(arguments: [160 << 20, 65 << 20, 400 << 20])
    func `a picture that is mostly missing is refused, and the worker keeps working`(_ length: Int) throws {
        let pool = WorkerPool(executable: try WorkerLocation.find(), limit: 1)
        let file = try Self.file(extentLength: length)
        let request = RenderRequest(filename: "a.heic", sizes: [.longSide(64)])
        let whole = try SampleHEIC.picture(width: 64, height: 48, [200, 100, 50])
        #expect(try pool.render(whole, request).pictures.first?.width == 64)
        let worker = pool.idleProcessIdentifiers
        let error = #expect(throws: MediaError.self) { try pool.render(file, request) }
        #expect(error?.code == .unreadable)
        #expect(error?.message.contains("may be damaged") == true)
        #expect(try pool.probe(file, filename: "a.heic").damage != nil)
        #expect(pool.idleProcessIdentifiers == worker)
    }

    /// Gives the only item's only extent another length, and the last box room for it.
    private static func file(extentLength: Int) throws -> Data {
        var file = try SampleHEIC.picture(width: 64, height: 48, [200, 100, 50])
        let locations = try #require(file.firstRange(of: Data("iloc".utf8)))
        let fields = locations.upperBound
        // Version 0, or 1 with a method for each item. Offsets and lengths have four bytes each. There is no index. The
        // length is that of the first item's first extent.
        let version = file[fields]
        try #require(version <= 1 && file[fields + 4] == 0x44 && file[fields + 5] & 0x0F == 0)
        let baseSize = Int(file[fields + 5] >> 4)
        let length = fields + 8 + 2 + (version == 1 ? 2 : 0) + 2 + baseSize + 2 + 4
        file.replaceSubrange(length..<length + 4, with: SampleMedia.bigEndian32(extentLength))
        let data = try #require(file.range(of: Data("mdat".utf8), options: .backwards))
        file.replaceSubrange(
            data.lowerBound - 4..<data.lowerBound, with: SampleMedia.bigEndian32(512 << 20))
        return file
    }
}
