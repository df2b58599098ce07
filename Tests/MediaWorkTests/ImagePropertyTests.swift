import AlbumenTestSupport
import Foundation
import Pixels
import Testing

@testable import MediaRequests
@testable import MediaWork

/// Properties that cross to and from the worker.
@Suite struct ImagePropertyTests {
    private let value = ImageProperty.dictionary([
        "a": .integer(-3), "b": .real(0.25), "c": .text("Grüße"), "d": .boolean(true), "e": .data(Data([1, 2, 3])),
        "f": .list([.integer(1), .dictionary([:]), .removal]), "": .text(""),
    ])

    @Test func `bytes are read as they were written`() {
        #expect(ImageProperty(encoded: value.encoded) == value)
    }

    @Test func `damaged bytes result in no value or another one`() {
        var generator = SeededGenerator(seed: 3)
        let sound = value.encoded
        for count in 0..<sound.count { #expect(ImageProperty(encoded: sound.prefix(count)) == nil) }
        for _ in 0..<2000 {
            var bytes = sound
            bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
            if let value = ImageProperty(encoded: bytes) { #expect(ImageProperty(encoded: value.encoded) != nil) }
        }
    }

    @Test func `later changes have precedence`() {
        let first = ImageProperty.dictionary(["a": .dictionary(["x": .integer(1), "y": .integer(2)]), "b": .removal])
        let later = ImageProperty.dictionary(["a": .dictionary(["y": .removal]), "b": .dictionary([:])])
        #expect(
            first.merged(with: later)
                == .dictionary(["a": .dictionary(["x": .integer(1), "y": .removal]), "b": .dictionary([:])]))
    }

    @Test(arguments: ["cut", "more", "long", "empty", "no-images", "no-size", "deep"])
    func `an impossible description ends the worker`(deed: String) throws {
        let pool = HostileWorkers.pool()
        let error = #expect(throws: MediaError.self) { try pool.describeImage(Data([0]), filename: deed) }
        #expect(error?.code == .protocolViolation)
        #expect(try pool.describeImage(Data([0]), filename: "sound").type == "public.jpeg")
    }

    @Test func `an animation beyond the limits isn't sent`() {
        let pool = WorkerPool(executable: "/nonexistent")
        func code(_ width: Int, _ delays: [Double], _ loopCount: Int? = nil) -> MediaError.Code? {
            let request = AnimationRequest(
                type: .gif, size: .init(width: width, height: 1), delays: delays, loopCount: loopCount)
            return
                (#expect(throws: MediaError.self) {
                    try pool.encode(request) { _ throws(MediaError) in throw .cancelled }
                })?.code
        }
        #expect(code(70_000, [1]) == .limitExceeded)
        #expect(code(0, [1]) == .limitExceeded)
        #expect(code(1, []) == .limitExceeded)
        #expect(code(1, [.nan]) == .limitExceeded)
        #expect(code(1, [-1]) == .limitExceeded)
        #expect(code(1, [1], 70_000) == .limitExceeded)
        #expect(code(1, [1]) == .cancelled)
    }
}
