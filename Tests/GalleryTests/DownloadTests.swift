import AlbumenTestSupport
import Foundation
import MediaRequests
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Downloads of many originals from the program `albumen serve`.
@Suite(.serialized) struct DownloadTests {

    private struct Report: Decodable {
        let status: Int
        let announced: Int
        let received: Int
        /// The server's largest resident memory during the download, beyond the memory before it, in kilobytes.
        let growth: Int
        let openOriginals: Int
    }

    @Test func `2,000 originals download with flat memory`() async throws {
        try await download(count: 2_000, bytes: 100_000)
    }

    @Test(.enabled(if: TestLength.isLong, "only in script/test --long"))
    func `an archive of more than 4 GB downloads with flat memory`() async throws {
        try await download(count: 70, bytes: 64 << 20)
    }

    @Test func `a cancelled download frees its files`() async throws {
        let temporary = try library(count: 200, bytes: 400_000)
        let server = try GalleryProcess(serving: temporary.folder)
        let owner = try await GalleryOwner(of: server)
        let folder = try TemporaryFolder()
        let report = try await run(owner, temporary, into: folder, stopAfter: 1 << 20)
        #expect(report.status == 200)
        #expect(report.received < report.announced)
        #expect(report.openOriginals == 0)
        #expect(try await owner.ask("/api/collections").status == 200)
        let ending = try server.stop()
        #expect(ending.exitStatus == 0)
        #expect(ending.error == "")
    }

    // MARK: Parts

    private func download(count: Int, bytes: Int) async throws {
        let temporary = try library(count: count, bytes: bytes)
        let server = try GalleryProcess(serving: temporary.folder)
        let owner = try await GalleryOwner(of: server)
        let folder = try TemporaryFolder()
        let report = try await run(owner, temporary, into: folder)
        #expect(report.status == 200)
        #expect(report.received == report.announced)
        #expect(report.received > count * bytes)
        // A piece of the archive, the list of files and buffers; far less than the originals.
        #expect(report.growth < 48 << 10, "\(report.growth) kB")
        let archive = folder.file("a.zip").path(percentEncoded: false)
        let test = try await onOwnThread {
            try ProgramRun.run(URL(filePath: "/usr/bin/unzip"), ["-tq", archive])
        }
        #expect(test.exitStatus == 0, "\(test.output)\(test.error)")
        #expect(try server.stop().error == "")
    }

    /// Returns a library of originals with different bytes, half of them with the same name.
    private func library(count: Int, bytes: Int) throws -> TemporaryLibrary {
        let temporary = try TemporaryLibrary()
        var generator = SeededGenerator(seed: 18)
        for start in stride(from: 0, to: count, by: 50) {
            let samples = (start..<min(start + 50, count)).map { index in
                var bytes = Data(count: bytes)
                bytes.withUnsafeMutableBytes { buffer in
                    for place in stride(from: 0, to: buffer.count - 8, by: 512) {
                        buffer.storeBytes(of: generator.next(), toByteOffset: place, as: UInt64.self)
                    }
                }
                let name = index.isMultiple(of: 2) ? "IMG_0001.JPG" : "IMG_\(index).JPG"
                var sample = TemporaryLibrary.Sample.image(name)
                sample.bytes = bytes
                sample.folder = "/photos/\(index)"
                return sample
            }
            try temporary.add(samples)
        }
        return temporary
    }

    private func run(
        _ owner: GalleryOwner, _ temporary: TemporaryLibrary, into folder: TemporaryFolder, stopAfter: Int = 0
    ) async throws -> Report {
        let view = temporary.library.owner
        let rows = try view.assetIdentifiers(AssetFetch())
        let records = try view.assets(withIdentifiers: rows)
        let list = rows.compactMap { records[$0]?.uuid }.map { "\"\($0)\"" }.joined(separator: ",")
        let request = owner.wire("POST", "/api/downloads", "{\"assets\": [\(list)]}")
        let arguments = [
            "-c", Self.client, "\(owner.server.port)", "\(owner.server.processIdentifier)", owner.cookie,
            folder.file("a.zip").path(percentEncoded: false), "\(stopAfter)",
        ]
        return try await onOwnThread {
            let client = try ProgramRun(
                URL(filePath: "/usr/bin/python3"), arguments, input: Data(request.utf8))
            let outcome = try client.wait()
            #expect(outcome.exitStatus == 0, "\(outcome.error)")
            return try JSONDecoder().decode(Report.self, from: outcome.outputData)
        }
    }

    /// Prepares a download with the request in its input, and receives it while it watches the server's memory.
    private static let client = """
        import http.client, json, os, socket, sys, time
        port, server, cookie, target, stop = int(sys.argv[1]), *sys.argv[2:5], int(sys.argv[5])
        connection = socket.create_connection(("127.0.0.1", port))
        connection.sendall(sys.stdin.buffer.read())
        response = http.client.HTTPResponse(connection)
        response.begin()
        prepared = json.loads(response.read())
        connection.close()
        def memory():
            with open(f"/proc/{server}/status") as status:
                return int(next(line for line in status if line.startswith("VmRSS")).split()[1])
        def files():
            for name in os.listdir(f"/proc/{server}/fd"):
                try:
                    yield os.readlink(f"/proc/{server}/fd/{name}")
                except FileNotFoundError:
                    pass  # Closed since it was listed.
        def originals():
            return sum("/originals/" in file for file in files())
        def accepted(own):
            with open("/proc/net/tcp") as connections:
                for line in connections:
                    fields = line.split()
                    if fields[1].endswith(f":{port:04X}") and fields[2].endswith(f":{own:04X}"):
                        return f"socket:[{fields[9]}]"
        before = largest = memory()
        client = http.client.HTTPConnection("127.0.0.1", port)
        client.request("GET", prepared["address"], headers={"Cookie": cookie})
        connected = accepted(client.sock.getsockname()[1])
        answer = client.getresponse()
        announced, received = int(answer.headers["Content-Length"]), 0
        with open(target, "wb") as file:
            while part := answer.read(1 << 20):
                file.write(part)
                received += len(part)
                largest = max(largest, memory())
                if stop and received >= stop:
                    break
        answer.close()
        client.close()
        # Between two originals the server has none open, so the end of the connection comes first.
        end = time.monotonic() + 300
        while stop and connected in files() and time.monotonic() < end:
            time.sleep(0.01)
        left = originals()
        while stop and left and time.monotonic() < end:
            time.sleep(0.01)
            left = originals()
        print(json.dumps({
            "status": answer.status, "announced": announced, "received": received, "growth": largest - before,
            "openOriginals": left,
        }))
        """
}
