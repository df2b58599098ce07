import AlbumenTestSupport
import CLibHeif
import Dispatch
import Foundation
import Testing

@testable import Imaging

/// Faults of libheif that Albumen works around. A test that fails here means that the library no longer has the fault, and that the
/// named type can go once the oldest supported libheif is that version.
@Suite struct LibheifWorkaroundTests {
    @Test(
        "the unpatched libheif refuses items that several pictures share; if not, remove SharedItemReferences",
        arguments: ["auxl", "cdsc", "thmb"])
    func sharedItems(_ kind: String) throws {
        let shared = try SampleGrid(addition: SampleGrid.Addition(reference: kind, targets: [2, 1])).file()
        #expect(Self.readUnpatched(shared) != heif_error_Ok)
        let single = try SampleGrid(addition: SampleGrid.Addition(reference: kind, targets: [1])).file()
        #expect(Self.readUnpatched(single) == heif_error_Ok)
        // Albumen shows both alike.
        #expect(try Rendered.picture(shared).pixels == Rendered.picture(single).pixels)
    }

    @Test func `the unpatched libheif overflows its stack on a cycle; if not, remove DerivedItems`() async {
        await #expect(processExitsWith: .signal(SIGSEGV)) {
            // Ends a library that recurses in another way.
            alarm(60)
            // A grid that is its own second tile.
            let file = try SampleGrid(rows: 1, columns: 2, width: 200, height: 20, named: [0, -1]).file()
            LibheifWorkaroundTests.onSmallStack { _ = LibheifWorkaroundTests.readUnpatched(file) }
        }
    }

    @Test func `libheif has no function for a grid's tiles; if it has, remove CodedTilePlugin`() {
        // Symbols of the library are found this way.
        #expect(dlsym(nil, "heif_context_get_primary_image_handle") != nil)
        #expect(dlsym(nil, "heif_image_handle_get_grid_image_tile_id") == nil)
    }

    /// Calls `body` on a thread whose stack is used up before memory is.
    private static func onSmallStack(_ body: @escaping @Sendable () -> Void) {
        let isDone = DispatchSemaphore(value: 0)
        let thread = Thread {
            body()
            isDone.signal()
        }
        thread.stackSize = 512 << 10
        thread.start()
        isDone.wait()
    }

    /// Reads a file and its primary picture as any client of libheif would.
    private static func readUnpatched(_ file: Data) -> heif_error_code {
        let context = heif_context_alloc()
        defer { heif_context_free(context) }
        // Recursion over threads would use up memory instead of the stack.
        heif_context_set_max_decoding_threads(context, 0)
        return file.withUnsafeBytes { bytes in
            let failure = heif_context_read_from_memory_without_copy(context, bytes.baseAddress, bytes.count, nil)
            guard failure.code == heif_error_Ok else { return failure.code }
            var picture: OpaquePointer?
            let found = heif_context_get_primary_image_handle(context, &picture)
            defer { heif_image_handle_release(picture) }
            guard found.code == heif_error_Ok else { return found.code }
            var image: OpaquePointer?
            let decoded = heif_decode_image(picture, &image, heif_colorspace_RGB, heif_chroma_interleaved_RGB, nil)
            heif_image_release(image)
            return decoded.code
        }
    }
}
