import AVFoundation
import AlbumenTestSupport
import Foundation
import Testing

@Suite struct PixelBufferTests {
    private func buffer(_ width: Int, _ height: Int, _ format: OSType = kCVPixelFormatType_32BGRA) throws
        -> CVPixelBuffer
    {
        var made: CVPixelBuffer?
        #expect(CVPixelBufferCreate(kCFAllocatorDefault, width, height, format, nil, &made) == kCVReturnSuccess)
        return try #require(made)
    }

    @Test func `rows start at multiples of 16 bytes`() throws {
        let buffer = try buffer(30, 20)
        #expect(CVPixelBufferGetBytesPerRow(buffer) == 128)
        #expect(CVPixelBufferGetDataSize(buffer) == 128 * 20)
        #expect(CVPixelBufferGetBaseAddress(buffer) != nil)
    }

    @Test func `impossible formats and sizes are errors`() {
        var made: CVPixelBuffer?
        #expect(CVPixelBufferCreate(nil, 4, 4, 0x7834_3230, nil, &made) == kCVReturnInvalidPixelFormat)
        #expect(CVPixelBufferCreate(nil, 0, 4, kCVPixelFormatType_32BGRA, nil, &made) == kCVReturnInvalidSize)
        #expect(CVPixelBufferCreate(nil, 4, 1 << 40, kCVPixelFormatType_32BGRA, nil, &made) == kCVReturnInvalidSize)
        #expect(made == nil)
    }

    @Test func `a buffer over the client's memory releases it once`() throws {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 400, alignment: 16)
        var made: CVPixelBuffer?
        let status = CVPixelBufferCreateWithBytes(
            nil, 10, 10, kCVPixelFormatType_32BGRA, memory, 40, { _, base in base?.deallocate() }, nil, nil, &made)
        #expect(status == kCVReturnSuccess)
        #expect(made.map(CVPixelBufferGetBaseAddress) == .some(memory))
        made = nil
    }

    @Test func `a pool makes buffers of its attributes`() throws {
        var pool: CVPixelBufferPool?
        let attributes: NSDictionary = [
            kCVPixelBufferWidthKey: 12, kCVPixelBufferHeightKey: 8,
            kCVPixelBufferPixelFormatTypeKey: NSNumber(value: kCVPixelFormatType_32ARGB),
        ]
        #expect(CVPixelBufferPoolCreate(nil, nil, attributes, &pool) == kCVReturnSuccess)
        var made: CVPixelBuffer?
        #expect(CVPixelBufferPoolCreatePixelBuffer(nil, try #require(pool), &made) == kCVReturnSuccess)
        #expect(made.map(CVPixelBufferGetWidth) == 12)
        #expect(made.map(CVPixelBufferGetPixelFormatType) == kCVPixelFormatType_32ARGB)
        #expect(CVPixelBufferPoolCreate(nil, nil, nil, &pool) == kCVReturnInvalidPixelBufferAttributes)
    }

    @Test func `an image of a buffer renders into another one`() throws {
        let source = try buffer(8, 6)
        let target = try buffer(8, 6, kCVPixelFormatType_32RGBA)
        let bytes = try #require(CVPixelBufferGetBaseAddress(source)).assumingMemoryBound(to: UInt8.self)
        for pixel in 0..<48 { (bytes[pixel * 4], bytes[pixel * 4 + 2], bytes[pixel * 4 + 3]) = (10, 200, 255) }
        let image = CIImage(cvPixelBuffer: source)
        #expect(image.extent == CGRect(x: 0, y: 0, width: 8, height: 6))
        CIContext().render(image, to: target)
        let result = try #require(CVPixelBufferGetBaseAddress(target)).assumingMemoryBound(to: UInt8.self)
        #expect(abs(Int(result[0]) - 200) <= 1)
        #expect(abs(Int(result[2]) - 10) <= 1)
        #expect(result[3] == 255)
    }

    @Test func `a copy with new times keeps the image`() throws {
        let image = try buffer(4, 4)
        let format = try CMFormatDescription(imageBuffer: image)
        var times = CMSampleTimingInfo(
            duration: CMTime(value: 1, timescale: 30), presentationTimeStamp: .zero, decodeTimeStamp: .invalid)
        var sample: CMSampleBuffer?
        CMSampleBufferCreateReadyWithImageBuffer(
            allocator: nil, imageBuffer: image, formatDescription: format, sampleTiming: &times,
            sampleBufferOut: &sample)
        times.presentationTimeStamp = CMTime(value: 7, timescale: 30)
        var copy: CMSampleBuffer?
        CMSampleBufferCreateCopyWithNewTiming(
            allocator: nil, sampleBuffer: try #require(sample), sampleTimingEntryCount: 1, sampleTimingArray: &times,
            sampleBufferOut: &copy)
        #expect(copy?.presentationTimeStamp == CMTime(value: 7, timescale: 30))
        #expect(copy?.imageBuffer === image)
        #expect(CMFormatDescriptionGetMediaSubType(format) == kCVPixelFormatType_32BGRA)
    }
}
