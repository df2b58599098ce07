package import BlobStore
package import Cancellation
import Foundation
import HTTPTransfers
import Records
import SystemPackage

extension S3Place {
    package func upload(
        _ upload: RemoteUpload, from file: OpenFile, _ cancellation: WorkCancellation,
        progress: @escaping @Sendable (Int64) -> Void, save: (RemoteUpload) throws -> Void
    ) throws -> StoredBlob {
        let run = S3Upload(self, upload, file, cancellation, progress)
        do {
            return try run.perform(save)
        } catch let failure as S3Failure {
            throw failure.error(connection.address, object: upload.name.text)
        } catch let error as RemoteBlobError {
            // No later run can continue it.
            if error.code == .sourceDamaged { try abandon(run.upload, cancellation) }
            throw error
        }
    }

    package func abandon(_ upload: UnfinishedUpload, _ cancellation: WorkCancellation) throws {
        var request = request("DELETE", upload.name)
        request.query = [("uploadId", upload.reference)]
        do {
            _ = try connection.send(request, cancellation)
        } catch let failure as S3Failure {
            guard !failure.isMissingUpload, failure.status != 404 else { return }
            throw failure.error(connection.address, object: "the upload of \(upload.name)")
        }
    }
}

/// One run of an upload. One thread uses it.
final class S3Upload {
    private let place: S3Place
    private let file: OpenFile
    private let cancellation: WorkCancellation
    private let progress: UploadProgress
    private(set) var upload: RemoteUpload

    init(
        _ place: S3Place, _ upload: RemoteUpload, _ file: OpenFile, _ cancellation: WorkCancellation,
        _ progress: @escaping @Sendable (Int64) -> Void
    ) {
        self.place = place
        self.upload = upload
        self.file = file
        self.cancellation = cancellation
        self.progress = UploadProgress(progress)
    }

    func perform(_ save: (RemoteUpload) throws -> Void) throws -> StoredBlob {
        if upload.reference == nil, let size = try place.size(of: upload.name, cancellation) {
            return try adopt(size)
        }
        if upload.partCount == 1, upload.reference == nil { return try putWhole() }
        do {
            return try putParts(save)
        } catch let failure as S3Failure {
            guard failure.isMissingUpload else { throw failure }
        }
        // The store has dropped the upload, or an earlier run has completed it and lost the answer.
        if let size = try place.size(of: upload.name, cancellation) { return try adopt(size) }
        upload.reference = nil
        upload.parts = []
        try save(upload)
        return try putParts(save)
    }

    // MARK: One request

    private func putWhole() throws -> StoredBlob {
        let source = UploadSource(file, of: upload)
        let digest = try source.hash(part: 1, cancellation)
        try source.finish(from: 2, cancellation)
        var request = place.request("PUT", upload.name)
        request.fields = S3Place.conditionalFields(digest).merging(try metadata) { $1 }
        let answer: TransferAnswer
        do {
            answer = try send(request, 0..<upload.size, digest)
        } catch let failure as S3Failure {
            guard failure.isTaken, let size = try place.size(of: upload.name, cancellation) else { throw failure }
            return try adopt(size)
        }
        return try verifiedOrRemoved(source.pieces, isConfirmed: Self.confirms(answer, digest))
    }

    // MARK: Parts

    private func putParts(_ save: (RemoteUpload) throws -> Void) throws -> StoredBlob {
        let reference = try upload.reference ?? start(save)
        let source = UploadSource(file, of: upload)
        for number in 1...upload.partCount {
            let digest = try source.hash(part: number, cancellation)
            let range = upload.range(ofPart: number)
            if let part = upload.parts.first(where: { $0.number == number }) {
                guard part.digest == digest else { throw upload.sourceDamaged }
                progress.report(range.upperBound)
                continue
            }
            var request = place.request("PUT", upload.name)
            request.query = [("partNumber", String(number)), ("uploadId", reference)]
            request.fields = S3Place.checksumFields(digest)
            let answer = try send(request, range, digest)
            guard let tag = answer.fields["etag"], (1...256).contains(tag.utf8.count) else {
                throw place.misbehaves(upload.name.text)
            }
            upload.parts.append(
                RemoteUpload.Part(
                    number: number, digest: digest, tag: tag, isConfirmed: Self.confirms(answer, digest)))
            try save(upload)
        }
        try source.finish(from: upload.partCount + 1, cancellation)
        let composite: String?
        do {
            composite = try complete(reference)
        } catch let failure as S3Failure {
            // Someone else stored the same object. No part of this upload is in it.
            guard failure.isTaken, let size = try place.size(of: upload.name, cancellation) else { throw failure }
            try place.abandon(upload, cancellation)
            return try adopt(size)
        }
        let expected = try Self.composite(upload.parts)
        // A store without composite checksums has still confirmed each part. An object of another size, or with parts in
        // another order, is read back, and fails.
        let isConfirmed =
            try upload.parts.allSatisfy(\.isConfirmed)
            && composite.map { !$0.contains("-") || $0 == expected } ?? true
            && place.size(of: upload.name, cancellation) == upload.size
        return try verifiedOrRemoved(source.pieces, isConfirmed: isConfirmed)
    }

    private func start(_ save: (RemoteUpload) throws -> Void) throws -> String {
        var request = place.request("POST", upload.name)
        request.query = [("uploads", "")]
        request.fields = ["x-amz-checksum-algorithm": "SHA256"].merging(try metadata) { $1 }
        request.body = .data(Data())
        let (_, body) = try place.connection.send(request, cancellation)
        var reference = ""
        try place.read(body, upload.name.text) { path, text in
            if path.dropFirst() == ["UploadId"] { reference = text }
        }
        guard (1...1024).contains(reference.utf8.count) else { throw place.misbehaves(upload.name.text) }
        upload.reference = reference
        try save(upload)
        return reference
    }

    /// Joins the parts. Returns the checksum that the store computed, if there is one.
    private func complete(_ reference: String) throws -> String? {
        var document = "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"
        for part in upload.parts.sorted(by: { $0.number < $1.number }) {
            document += "<Part><PartNumber>\(part.number)</PartNumber><ETag>\(Self.escaped(part.tag))</ETag>"
            if part.isConfirmed {
                document += "<ChecksumSHA256>\(part.digest.data.base64EncodedString())</ChecksumSHA256>"
            }
            document += "</Part>"
        }
        document += "</CompleteMultipartUpload>"
        let data = Data(document.utf8)
        var request = place.request("POST", upload.name)
        request.query = [("uploadId", reference)]
        request.fields = ["If-None-Match": "*", "Content-Type": "application/xml"]
        request.body = .data(data)
        request.payload = try BlobDigest(hashing: data).hexadecimal
        let (answer, body) = try place.connection.send(request, cancellation)
        // A store may report a failure after it has sent a status of success.
        var root: String?
        var checksum: String?
        try place.read(body, upload.name.text) { path, text in
            root = path.first
            if path.dropFirst() == ["ChecksumSHA256"] { checksum = text }
        }
        // moto names it otherwise than AWS.
        guard root?.hasPrefix("CompleteMultipartUpload") == true else { throw S3Failure(answer, body) }
        return checksum
    }

    // MARK: Verification

    /// Verifies an object that was in the store before.
    private func adopt(_ size: Int64) throws -> StoredBlob {
        guard size == upload.size else { throw damaged }
        let source = UploadSource(file, of: upload)
        try source.finish(from: 1, cancellation)
        return try verified(source.pieces, isConfirmed: false)
    }

    /// Verifies an object that this run stored. Removes it if the store damaged it, so that the next run can succeed.
    private func verifiedOrRemoved(_ pieces: [BlobDigest], isConfirmed: Bool) throws -> StoredBlob {
        do {
            return try verified(pieces, isConfirmed: isConfirmed)
        } catch let error as RemoteBlobError {
            guard error.code == .damaged else { throw error }
            try place.remove(upload.name, cancellation)
            throw RemoteBlobError(
                .damaged,
                "\(place.address) didn't keep the bytes of \(upload.name), so they were removed there. Try again; if that "
                    + "does not help, ask the operator of the store.")
        }
    }

    private func verified(_ pieces: [BlobDigest], isConfirmed: Bool) throws -> StoredBlob {
        if !isConfirmed {
            do {
                try place.verify(upload.name, has: upload.digest, cancellation)
            } catch let error as RemoteBlobError {
                throw error.code == .damaged ? damaged : error
            }
        }
        progress.report(upload.size)
        return StoredBlob(upload, pieces: pieces, isConfirmed ? .confirmedByPlace : .readBack)
    }

    private var damaged: RemoteBlobError { upload.taken(in: place.address, "object") }

    /// The field with the date of the content, which `litestream restore -timestamp` reads.
    private var metadata: [String: String] {
        get throws {
            guard let date = try upload.keptDate() else { return [:] }
            let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
            // The format cuts digits off, and a number of milliseconds isn't exact.
            let exceeding = date.addingTimeInterval(0.000_3)
            return ["x-amz-meta-litestream-timestamp": exceeding.formatted(format)]
        }
    }

    private func send(_ request: S3Request, _ range: Range<Int64>, _ digest: BlobDigest) throws -> TransferAnswer {
        try file.withDescriptor { descriptor in
            var request = request
            request.body = range.isEmpty ? .data(Data()) : .file(FileDescriptor(rawValue: descriptor), range)
            request.payload = digest.hexadecimal
            let progress = progress
            request.noteSent = { progress.report(range.lowerBound + $0) }
            return try place.connection.send(request, cancellation).0
        }
    }

    private static func confirms(_ answer: TransferAnswer, _ digest: BlobDigest) -> Bool {
        answer.fields["x-amz-checksum-sha256"] == digest.data.base64EncodedString()
    }

    /// Returns the checksum of an object in parts as S3 computes it: the digest of the digests.
    private static func composite(_ parts: [RemoteUpload.Part]) throws -> String {
        let digests = parts.sorted { $0.number < $1.number }.map(\.digest.data).reduce(Data(), +)
        return "\(try BlobDigest(hashing: digests).data.base64EncodedString())-\(parts.count)"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
