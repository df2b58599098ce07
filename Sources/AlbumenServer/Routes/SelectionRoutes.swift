import Albumen
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Records

/// Routes for a user's selection: what its assets have in common, and the download of their files.
struct SelectionRoutes: Sendable {
    /// The path before a download's secret.
    static let downloads = "/api/downloads"

    let work: BlockingWork
    let prepared: PreparedDownloads

    func add(to routes: GalleryRoutes) {
        routes.post("/api/assets/summary", use: summary)
        routes.post(RouterPath(Self.downloads), use: prepare)
        routes.get("/api/downloads/:download", use: download)
    }

    @Sendable private func summary(
        _ request: SummaryRequest, _: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        try await work.walk { try JSONAnswer.response(AssetSummaryDocument(view.summary(ofAssets: request.assets))) }
    }

    // MARK: Downloads

    @Sendable private func prepare(
        _ request: DownloadRequest, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        guard let holder = context.downloadHolder else { throw Refusal.noCookie }
        return try await work.walk {
            let archive = try DownloadArchive(of: request.assets, in: view, as: request.form)
            if let only = archive.files.first, archive.files.count == 1 {
                return try JSONAnswer.response(
                    DownloadDocument(
                        address: Self.address(of: only, asset: request.assets[0], request.form),
                        filename: request.form == .originals ? only.originalFilename : only.name, files: 1,
                        bytes: only.isConverted ? nil : only.size))
            }
            let filename = archive.filename(title: request.title)
            let secret = try prepared.keep(.init(archive: archive, filename: filename), for: holder)
            return try JSONAnswer.response(
                DownloadDocument(
                    address: "\(Self.downloads)/\(secret)", filename: filename, files: archive.files.count,
                    bytes: ArchiveReader(archive).byteCount))
        }
    }

    private static func address(
        of file: DownloadArchive.File, asset uuid: String, _ form: DownloadArchive.Form
    ) -> String {
        let addresses = AssetAddresses(uuid: uuid, content: "")
        return form == .originals
            ? addresses.original(type: file.type.name ?? AssetDocument.unknown) : addresses.shown(as: form)
    }

    /// Sends the archive while it's read. If a file can't be read, closes the connection before the end, so that the
    /// browser reports a failed download instead of a shorter archive.
    @Sendable private func download(
        _ request: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        guard let holder = context.downloadHolder else { throw Refusal.noCookie }
        let secret = try context.parameters.require("download")
        // HEAD must not use the address up.
        guard let download = try prepared.find(secret, of: holder, uses: request.method == .get) else {
            throw Refusal.downloadGone
        }
        // A client's asset can be deselected while its archive is read.
        let reader = ArchiveReader(download.archive) { file in
            guard try view.access == .full || !view.assetRows(uuids: [file.assetUUID]).isEmpty else {
                throw LibraryError.noAsset(file.assetUUID)
            }
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/zip", .cacheControl: "no-store",
                .contentDisposition: FileAnswer.disposition(filename: download.filename),
            ],
            // Without a length, the last chunk tells the browser that the archive is whole.
            body: ResponseBody(contentLength: reader.byteCount.map { Int($0) }) {
                [work, logger = context.logger] writer in
                while let piece = try await Self.next(of: reader, work, logger) { try await writer.write(piece) }
                try await writer.finish(nil)
            })
    }
}

extension SelectionRoutes {
    fileprivate static func next(
        of reader: ArchiveReader, _ work: BlockingWork, _ logger: Logger
    ) async throws -> ByteBuffer? {
        do {
            return try await reader.converts ? work.pick { try reader.next() } : work.download { try reader.next() }
        } catch let error as LibraryError {
            logger.error("A download was cut off: \(error.message)")
            throw error
        }
    }
}

extension Refusal {
    fileprivate static let downloadGone = Refusal(
        status: .gone, code: "downloadGone",
        message: "This download has already started, or was prepared too long ago. Download the photos again.")
}
