import AVFoundation
import Testing

@Suite struct AffineTransformTests {
    private func isNear(_ one: CGPoint, _ other: CGPoint) -> Bool {
        abs(one.x - other.x) < 1e-9 && abs(one.y - other.y) < 1e-9
    }

    @Test func `a transformation maps points, sizes and rectangles`() {
        let transform = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 360, ty: 0)
        #expect(CGPoint(x: 10, y: 20).applying(transform) == CGPoint(x: 340, y: 10))
        #expect(CGSize(width: 640, height: 360).applying(transform) == CGSize(width: -360, height: 640))
        #expect(
            CGRect(x: 0, y: 0, width: 640, height: 360).applying(transform)
                == CGRect(x: 0, y: 0, width: 360, height: 640))
    }

    @Test func `the later of two transformations is applied last`() {
        let scaled = CGAffineTransform(scaleX: 2, y: 3)
        let moved = CGAffineTransform(translationX: 10, y: 20)
        let point = CGPoint(x: 1, y: 1)
        #expect(point.applying(scaled.concatenating(moved)) == CGPoint(x: 12, y: 23))
        #expect(point.applying(scaled.translatedBy(x: 10, y: 20)) == CGPoint(x: 22, y: 63))
        #expect(point.applying(moved.scaledBy(x: 2, y: 3)) == CGPoint(x: 12, y: 23))
        #expect(
            isNear(CGPoint(x: 1, y: 0).applying(CGAffineTransform.identity.rotated(by: .pi / 2)), CGPoint(x: 0, y: 1)))
    }

    @Test func `an inverse undoes a transformation`() {
        let transform = CGAffineTransform(rotationAngle: 0.3).scaledBy(x: 2, y: -3).translatedBy(x: 5, y: 7)
        let point = CGPoint(x: 11, y: -13)
        #expect(isNear(point.applying(transform).applying(transform.inverted()), point))
        let flat = CGAffineTransform(scaleX: 1, y: 0)
        #expect(flat.inverted() == flat)
    }

    @Test func `a transformation is encoded as six numbers`() throws {
        let transform = CGAffineTransform(1, 2, 3, 4, 5, 6)
        let bytes = try JSONEncoder().encode(transform)
        #expect(String(decoding: bytes, as: UTF8.self) == "[1,2,3,4,5,6]")
        #expect(try JSONDecoder().decode(CGAffineTransform.self, from: bytes) == transform)
        #expect(CGAffineTransform.identity.isIdentity)
        #expect(!transform.isIdentity)
    }
}
