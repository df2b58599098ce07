import AlbumenTestSupport
import Foundation
import HTTPTypes

@testable import Albumen
@testable import AlbumenServer

/// Exchanges with the inboxes of senders.
struct InboxExchanges {
    private static let path = "/inbox/asset/file"

    func all() async throws -> [Exchange] {
        var exchanges: [Exchange] = []
        try await DeviceFixture.open { devices in
            let (_, password) = try devices.signIns.addSender(named: "phone")
            func ask(
                _ method: HTTPRequest.Method, _ headers: HTTPFields = [:], _ body: Data = Data(),
                at path: String = Self.path
            ) async throws {
                var headers = headers
                headers.append(contentsOf: DeviceFixture.credentials("phone", password))
                let answer = try await devices.send(method, path, headers, body: body)
                exchanges.append(Exchange(method: method, path: path, answer: answer))
            }
            for method in [HTTPRequest.Method.get, .put, .patch, .delete] {
                exchanges.append(
                    Exchange(
                        method: method, path: Self.path, answer: try await devices.send(method, Self.path)))
            }
            let photo = SampleMedia.jpeg(comment: "an inbox")
            let name: HTTPFields = [.contentDisposition: "inline; filename=\"a.jpg\"", .uploadComplete: "?0"]
            var partial: HTTPFields = [
                .contentType: UploadFields.partialUpload, .uploadOffset: "20", .uploadComplete: "?1",
            ]
            try await ask(.get)
            try await ask(.get, [.reprDigest: "sha-256=:x:"])
            try await ask(.delete)
            try await ask(.patch, partial)
            try await ask(.put)
            try await ask(.put, name, photo.prefix(10))
            try await ask(.patch, [.contentType: "text/plain"], photo)
            try await ask(.patch, partial, photo)
            partial[.uploadOffset] = "10"
            partial[.uploadLength] = "11"
            try await ask(.patch, partial, photo)
            partial[.uploadLength] = nil
            try await ask(.put, name, photo.prefix(10), at: "/inbox/gone/file")
            try await ask(.delete, at: "/inbox/gone/file")
            // A file with a type waits for the others of its asset.
            try await ask(.delete)
            var part = name
            (part[.resourceType], part[.assetResources]) = ("photo", "file,video")
            try await ask(.put, part, photo.prefix(10))
            try await ask(.patch, partial, photo.dropFirst(10))
            try await ask(.put, part, photo)
            try await ask(.get)
            var huge = name
            huge[.uploadLength] = "999999999999999"
            try await ask(.put, huge, at: "/inbox/other/file")
            var inconsistent = name
            (inconsistent[.uploadComplete], inconsistent[.uploadLength]) = ("?1", "5")
            inconsistent[.contentLength] = String(photo.count)
            try await ask(.put, inconsistent, photo, at: "/inbox/other/file")
            var whole = name
            whole[.uploadComplete] = "?1"
            try await ask(.put, whole, photo, at: "/inbox/whole/file")
        }
        return exchanges
    }
}
