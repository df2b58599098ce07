import CLibAV
import Testing

@testable import MediaRequests

@Suite struct ContainerTests {
    @Test(arguments: MovieContainer.allCases)
    func `FFmpeg can write each codec that a container claims to hold`(_ container: MovieContainer) throws {
        let muxer = try #require(av_guess_format(container == .mov ? "mov" : "mp4", nil, nil))
        for name in container.videoCodecs.union(container.audioCodecs) {
            let codec = try #require(avcodec_descriptor_get_by_name(name), "\(name)")
            #expect(
                avformat_query_codec(muxer, codec.pointee.id, FF_COMPLIANCE_UNOFFICIAL) == 1, "\(name)")
        }
    }

    @Test func `a source without sound only needs its picture to be held`() {
        #expect(MovieContainer.m4v.holds(videoCodec: "h264", audioCodec: nil))
        #expect(!MovieContainer.m4v.holds(videoCodec: "h264", audioCodec: "pcm_s16le"))
        #expect(!MovieContainer.mov.holds(videoCodec: "wmv2", audioCodec: nil))
    }
}
