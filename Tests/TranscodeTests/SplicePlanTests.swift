import AlbumenTestSupport
import Testing

@testable import Video

/// The choice of copied packets, for random orders of pictures.
@Suite struct SplicePlanTests {
    private static let frameCount = 90

    /// Packets of pictures in a random order of decoding, one unit of time each. Pictures of a group aren't shown before
    /// those of an earlier group, except for pictures that precede the keyframe of an open group.
    private static func packets(_ random: inout SeededGenerator) -> [SpliceScan.Packet] {
        var packets: [SpliceScan.Packet] = []
        var time: Int64 = 0
        let depth = Int64.random(in: 0...5, using: &random)
        while packets.count < frameCount {
            // The keyframe is decoded before `leading` pictures that are shown before it.
            let isOpen = depth > 0 && !packets.isEmpty && Bool.random(using: &random)
            let leading = isOpen ? Int64.random(in: 0...depth, using: &random) : 0
            let length = Int64.random(in: 1...20, using: &random)
            let resets = Int.random(in: 0..<5, using: &random) > 0
            packets.append(packet(time + leading, isKeyframe: true, resets: resets))
            for before in 0..<leading { packets.append(packet(time + before)) }
            time += leading + 1
            // Runs of pictures whose last one is decoded first.
            let end = time + length
            while time < end {
                let run = min(end - time, Int64.random(in: 1...depth + 1, using: &random))
                let times = (time..<time + run - 1).shuffled(using: &random)
                packets.append(packet(time + run - 1))
                packets += times.map { packet($0) }
                time += run
            }
        }
        for index in packets.indices { packets[index].decodeTime = Int64(index) - depth - 2 }
        return packets
    }

    private static func packet(_ time: Int64, isKeyframe: Bool = false, resets: Bool = false) -> SpliceScan.Packet {
        SpliceScan.Packet(decodeTime: 0, time: time, duration: 1, isKeyframe: isKeyframe, resets: resets)
    }

    @Test func `each frame is copied or encoded once, and no copied one needs a missing one`() throws {
        let seed = UInt64.random(in: 0..<1_000_000)
        var planned = 0
        for index in 0..<TestLength.cases(2000) {
            var random = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(index))
            let all = Self.packets(&random)
            let start = Int64.random(in: 0..<60, using: &random)
            let end = start + Int64.random(in: 1..<60, using: &random)
            // A scan starts with a keyframe before the range, and ends with the first packet that is decoded behind it.
            let key = all.lastIndex { $0.isKeyframe && $0.time <= start } ?? 0
            let packets = Array(all[key...].prefix { $0.decodeTime < end })
            guard
                let plan = SplicePlan(
                    packets, hasMore: packets.count < all.count - key, start: start,
                    range: Double(start)..<Double(end), seconds: Double.init)
            else { continue }
            planned += 1
            let facts: Comment = "seed \(seed), case \(index)"
            let first = try #require(packets.first { $0.decodeTime == plan.first })
            #expect(first.resets && first.time == plan.firstTime, facts)
            let isCopied = { (packet: SpliceScan.Packet) in
                packet.decodeTime == plan.first
                    || packet.decodeTime >= plan.afterLeading && packet.decodeTime < plan.cut
            }
            let copied = packets.filter(isCopied)
            #expect(copied.allSatisfy { $0.time >= first.time && $0.time < end }, facts)
            // Pictures behind the cut may refer to copied ones, but not the other way round.
            let latest = try #require(copied.map(\.time).max())
            let further = packets.filter { $0.decodeTime >= plan.cut }
            #expect(further.allSatisfy { $0.time > latest }, facts)
            // The frame that plays at the start is the first.
            let shown = packets.map(\.time).filter { $0 <= start }.max() ?? start
            for packet in packets where packet.time >= shown && packet.time < end {
                let isHead = plan.hasHead && packet.time < plan.firstTime
                let isTail = plan.tail.map { packet.time >= $0.time } ?? false
                let uses = [isHead, isCopied(packet), isTail].filter { $0 }.count
                #expect(uses == 1, "\(facts): the frame at \(packet.time) is used \(uses) times")
            }
            if let tail = plan.tail {
                let keyframe = try #require(packets.first { $0.decodeTime == tail.keyframe })
                #expect(keyframe.isKeyframe && keyframe.time <= tail.time, facts)
            }
        }
        #expect(planned > 300, "seed \(seed): \(planned) plans")
    }
}
