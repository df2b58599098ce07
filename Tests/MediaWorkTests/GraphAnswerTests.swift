import AlbumenTestSupport
import Cancellation
import Foundation
import Pixels
import Testing

@testable import MediaRequests
@testable import MediaWork

/// Answers about image graphs, which the host checks.
@Suite struct GraphAnswerTests {
    private func answer(_ filename: String, _ output: GraphRequest.Output) throws -> GraphRendering {
        let folder = try TemporaryFolder()
        let file = try FileHandle(forReadingFrom: folder.write(Data([0]), to: "file"))
        defer { file.closeFile() }
        let request = GraphRequest(
            graph: ImageGraph(nodes: [.source(0)]), rectangle: GraphRectangle(x: 0, y: 0, width: 8, height: 8),
            output: output)
        let source = GraphSource.file(
            descriptor: file.fileDescriptor, filename: filename, appliesOrientation: false)
        return try HostileWorkers.pool().render(request, sources: [source])
    }

    private func code(_ filename: String, _ output: GraphRequest.Output) -> MediaError.Code? {
        (#expect(throws: MediaError.self) { try answer(filename, output) })?.code
    }

    @Test(arguments: [
        // More bytes than reported, fewer bytes, none, too many, another kind.
        "file,9000000,100", "file,0,9000000", "file,10,0", "file,10,-1", "pixels,256,8",
    ])
    func `a file must have the reported size`(filename: String) {
        #expect(code(filename, .file(.init(.jpeg))) == .protocolViolation)
    }

    @Test(arguments: ["pixels,256,7", "pixels,256,9", "pixels,0,8", "pixels,256,-8", "file,100,100"])
    func `pixels must have the requested size`(filename: String) {
        #expect(code(filename, .pixels(.sRGB)) == .protocolViolation)
    }

    @Test func `a sound answer is passed on`() throws {
        #expect(try answer("file,5000,5000", .file(.init(.png))).file == Data(repeating: 7, count: 5000))
        #expect(try answer("pixels,256,8", .pixels(.sRGB)).pixels?.width == 8)
    }

    @Test func `a cancelled graph isn't sent`() throws {
        let cancellation = WorkCancellation()
        cancellation.cancel()
        for type in [GraphRequest.FileType.jpeg, .heif] {
            let request = GraphRequest(
                graph: ImageGraph(nodes: [.colour(GraphColour(red: 1, green: 0, blue: 0))]),
                rectangle: GraphRectangle(x: 0, y: 0, width: 8, height: 8), output: .file(.init(type)))
            let error = #expect(throws: MediaError.self) {
                try WorkerPool(executable: "/nonexistent").render(request, sources: [], cancellation: cancellation)
            }
            #expect(error?.code == .cancelled)
        }
    }

    @Test func `an invalid graph isn't sent`() throws {
        let request = GraphRequest(graph: ImageGraph(), rectangle: .zero, output: .pixels(.sRGB))
        let pool = WorkerPool(executable: "/nonexistent")
        let error = #expect(throws: MediaError.self) { try pool.render(request, sources: []) }
        #expect(error?.code == .unsupported)
    }
}
