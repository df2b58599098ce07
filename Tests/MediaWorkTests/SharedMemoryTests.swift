import AlbumenTestSupport
import Foundation
import Pixels
import Testing

@testable import MediaRequests

@Suite struct SharedMemoryTests {
    private let pictures = [
        SampleBitmap.gradient(width: 40, height: 30),
        SampleBitmap.plain(width: 3, height: 2, red: 200, green: 100, blue: 50, alpha: 128),
    ]

    /// Returns memory that is filled as a worker fills it.
    private func filled(_ pictures: [Bitmap]) throws -> Int32 {
        let memory = try SharedMemory.make(for: pictures.map { _ in .full })
        try SharedMemory.write(pictures, to: memory)
        return memory
    }

    @Test func `images are read as they were written`() throws {
        let memory = try filled(pictures)
        let layout = PictureLayout(Rendering(pictures: pictures, orientation: 6, damage: "cut short"))
        let received = try SharedMemory.pictures(in: memory, layout, for: [.full, .full])
        close(memory)
        for (received, sent) in zip(received, pictures) {
            #expect(received.size == sent.size)
            #expect(received.hasAlpha == sent.hasAlpha)
            #expect(received.withBytes { Array($0) } == sent.withBytes { Array($0) })
        }
        #expect(layout.orientation == 6)
        #expect(layout.damage == "cut short")
    }

    @Test func `writing removes padding between rows`() throws {
        let wide = SampleBitmap.gradient(width: 8, height: 2)
        let narrow = wide.withBytes { bytes in
            let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
            copy.copyMemory(from: bytes)
            return Bitmap(
                takingOver: UnsafeRawPointer(copy.baseAddress!), width: 5, height: 2, bytesPerRow: wide.bytesPerRow,
                hasAlpha: false, release: { $0.deallocate() })
        }
        let memory = try filled([narrow])
        defer { close(memory) }
        let layout = PictureLayout(Rendering(pictures: [narrow]))
        let received = try #require(try SharedMemory.pictures(in: memory, layout, for: [.full]).first)
        #expect(received.bytesPerRow == 20)
        #expect(received.colour(x: 4, y: 1) == wide.colour(x: 4, y: 1))
    }

    @Test func `sealed pixels are immutable`() throws {
        let memory = try filled(pictures)
        defer { close(memory) }
        let layout = PictureLayout(Rendering(pictures: pictures))
        _ = try SharedMemory.pictures(in: memory, layout, for: [.full, .full])
        #expect(write(memory, [0], 1) == -1)
        #expect(ftruncate(memory, 0) == -1)
        #expect(mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0) == MAP_FAILED)
    }

    @Test func `memory that cannot be sealed is rejected`() throws {
        let file = try TemporaryFolder().write(Data(count: 4800), to: "pixels")
        let descriptor = open(file.path, O_RDWR)
        defer { close(descriptor) }
        let layout = PictureLayout(Rendering(pictures: [pictures[0]]))
        #expect(throws: MediaError.self) { try SharedMemory.pictures(in: descriptor, layout, for: [.full]) }
    }

    @Test(arguments: [
        PictureLayout.Picture(offset: 1, width: 40, height: 30, hasAlpha: false),
        PictureLayout.Picture(offset: -4, width: 40, height: 30, hasAlpha: false),
        PictureLayout.Picture(offset: 0, width: 40, height: 90, hasAlpha: false),
        PictureLayout.Picture(offset: 0, width: 0, height: 30, hasAlpha: false),
        PictureLayout.Picture(offset: 0, width: -40, height: -30, hasAlpha: false),
        PictureLayout.Picture(offset: 0, width: .max, height: .max, hasAlpha: false),
        PictureLayout.Picture(offset: .max, width: 40, height: 30, hasAlpha: false),
    ])
    func `a layout that exceeds the memory is rejected`(_ picture: PictureLayout.Picture) throws {
        let memory = try filled([pictures[0]])
        defer { close(memory) }
        var layout = PictureLayout(Rendering(pictures: [pictures[0]]))
        layout.pictures = [picture]
        #expect(throws: MediaError.self) { try SharedMemory.pictures(in: memory, layout, for: [.full]) }
    }

    @Test func `a layout with another number of images than requested is rejected`() throws {
        let memory = try filled(pictures)
        defer { close(memory) }
        let layout = PictureLayout(Rendering(pictures: pictures))
        #expect(throws: MediaError.self) { try SharedMemory.pictures(in: memory, layout, for: [.full]) }
    }

    @Test func `only a request that allows it can lack its largest image`() {
        let small = PictureLayout(Rendering(pictures: [pictures[1]], omitsLargest: true))
        let sizes: [RenderRequest.Size] = [.longSide(40), .longSide(3)]
        let allowing = RenderRequest(filename: "a.jpg", sizes: sizes, omitsOriginal: true)
        #expect(small.sizes(for: allowing) == [.longSide(3)])
        #expect(small.sizes(for: RenderRequest(filename: "a.jpg", sizes: sizes)) == nil)
        #expect(small.sizes(for: RenderRequest(filename: "a.jpg", sizes: [.full], omitsOriginal: true)) == nil)
        #expect(PictureLayout(Rendering(pictures: pictures)).sizes(for: allowing) == sizes)
    }

    @Test func `images larger than requested are rejected`() throws {
        let memory = try filled([pictures[0]])
        defer { close(memory) }
        let layout = PictureLayout(Rendering(pictures: [pictures[0]]))
        #expect(throws: MediaError.self) { try SharedMemory.pictures(in: memory, layout, for: [.longSide(39)]) }
        #expect(try SharedMemory.pictures(in: memory, layout, for: [.longSide(40)]).count == 1)
    }

    @Test func `writing more memory than the images take is rejected`() throws {
        let memory = try filled([SampleBitmap.plain(width: 2000, height: 1000)])
        defer { close(memory) }
        let layout = PictureLayout(Rendering(pictures: [pictures[0]]))
        #expect(throws: MediaError.self) { try SharedMemory.pictures(in: memory, layout, for: [.full]) }
    }

    @Test func `the memory is no larger than the requested images`() throws {
        let memory = try SharedMemory.make(for: [.longSide(10), .longSide(20)])
        defer { close(memory) }
        let room = 4 * (10 * 10 + 20 * 20)
        #expect(write(memory, [UInt8](repeating: 1, count: room), room) == room)
        #expect(write(memory, [1], 1) == -1)
        #expect(ftruncate(memory, off_t(2 * room)) == -1)
        #expect(posix_fallocate(memory, 0, off_t(2 * room)) != 0)
    }

    @Test func `memory that was never written counts as unused`() throws {
        let memory = try SharedMemory.make(for: [.full])
        defer { close(memory) }
        #expect(SharedMemory.sealUnused(memory))
        #expect(write(memory, [1], 1) == -1)
        let written = try filled([pictures[0]])
        defer { close(written) }
        #expect(!SharedMemory.sealUnused(written))
    }
}
