import AlbumenTestSupport
import Foundation
import MediaRequests
import Testing

/// What one file says has no part in how the next is read.
@Suite struct MetadataIsolationTests {
    @Test func `a file that redefines a known prefix does not affect later files`() throws {
        let packet = SampleMedia.xmpPacket([("GCamera:BurstID", "burst")])
        let impostor = packet.replacingOccurrences(
            of: "http://ns.google.com/photos/1.0/camera/", with: "http://example.org/other/")
        #expect(try Probing.picture(SampleMedia.jpeg(xmp: impostor)) != nil)
        #expect(try Probing.picture(SampleMedia.jpeg(xmp: packet))?.burstIdentifier == "burst")
    }
}
