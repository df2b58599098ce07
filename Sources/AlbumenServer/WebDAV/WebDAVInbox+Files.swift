import Albumen
import Foundation
import HTTPTypes
import Records
import SentFiles

/// Files and folders of a sender.
extension WebDAVInbox {
    /// Returns why a file can't become a photo under its name, or `nil`. Files with temporary names wait for their final
    /// ones.
    func problem(ofName name: String) -> Refusal? {
        guard !PartialFileName.isPartial(name), name.contains("\\") else { return nil }
        return .badPath
    }

    /// Returns the upload for a file. The files of a folder that arrive on one day are one import, so that the parts of
    /// an asset find each other.
    func request(for path: SentPath, of sender: Sender, length: Int64?) -> UploadRequest {
        let day = Int(store.now().timeIntervalSince1970) / 86_400
        let folder = path.parent.names.joined(separator: "/")
        // The final name is stated when the library takes the file in.
        let name = String(path.name.drop { $0 == "." }.filter { $0 != "\\" })
        return UploadRequest(
            filename: name.isEmpty ? "file" : name, length: length, delivery: "dav-\(sender.id)-\(day)-\(folder)",
            sender: sender.name)
    }

    /// Stores a file that has arrived, in place of the one at its path.
    ///
    /// - Parameters:
    ///   - upload: Its bytes, or `nil` if it has none that are kept.
    ///   - droppedSize: The number of bytes that aren't kept.
    func store(
        _ upload: UploadRecord?, _ droppedSize: Int64 = 0, at path: SentPath, of sender: Sender, _ date: Date?,
        _ files: SentFiles
    ) throws -> (file: SentFile, isNew: Bool) {
        try requireFolder(of: path, sender)
        let former = try file(path, of: sender)
        guard former?.isFolder != true else { throw Refusal.conflict("A folder took the file's place.") }
        let arrival = store.now()
        let stored = SentFile(
            path: path, state: upload == nil ? .empty : .held, size: upload?.offset ?? droppedSize,
            modified: date ?? arrival,
            isDated: date != nil, created: arrival, tag: Self.makeTag(), upload: upload?.identifier)
        try require(files.store(stored, of: sender.id))
        if let replaced = former?.upload { cancel(replaced) }
        return (stored, former == nil)
    }

    func makeFolder(_ path: SentPath, of sender: Sender, _ files: SentFiles) throws {
        let date = store.now()
        try require(
            files.store(
                SentFile(path: path, state: .folder, modified: date, created: date, tag: Self.makeTag()),
                of: sender.id))
    }

    func move(_ file: SentFile, to target: SentPath, of sender: Sender, _ files: SentFiles) throws {
        try requireBytes(of: file, for: target)
        // The library already has the name, or is about to.
        guard file.state != .sent || target.name == file.path.name else { throw Refusal.isTakenIn }
        guard let replaced = try files.move(file.path, to: target, of: sender.id, at: store.now()) else {
            throw Refusal.badPath
        }
        forget(replaced, at: target, of: sender)
        locks.removeAll(within: file.path, of: sender.id)
    }

    /// Returns copies of files, with copies of the bytes that aren't in the library yet. This can take as long as the
    /// copying of the bytes, so nothing waits for it.
    ///
    /// - Parameter originals: A file, or a folder with what is in it.
    func copies(of originals: [SentFile], from path: SentPath, to target: SentPath) throws -> [SentFile] {
        let date = store.now()
        var copies: [SentFile] = []
        do {
            for var copy in originals {
                guard let path = copy.path.moved(from: path, to: target) else { throw Refusal.badPath }
                if originals.count == 1 { try requireBytes(of: copy, for: path) }
                copy.path = path
                (copy.tag, copy.created, copy.touched) = (Self.makeTag(), date, date)
                if let upload = copy.upload {
                    copy.upload = try self.copy(of: upload)
                    copy.state = copy.upload == nil ? .added : .held
                }
                copies.append(copy)
            }
        } catch {
            drop(copies)
            throw error
        }
        return copies
    }

    /// Stores copies, in place of what is at their path.
    func store(
        _ copies: [SentFile], from path: SentPath, to target: SentPath, of sender: Sender, _ files: SentFiles
    ) throws {
        let replaced = try files.copy(copies, from: path, to: target, of: sender.id)
        try require(replaced != nil)
        forget(replaced ?? [], at: target, of: sender)
    }

    /// Deletes the bytes of copies that aren't stored.
    func drop(_ copies: [SentFile]) {
        for upload in copies.compactMap(\.upload) { cancel(upload) }
    }

    private func forget(_ replaced: [SentFile], at path: SentPath, of sender: Sender) {
        drop(replaced)
        locks.removeAll(within: path, of: sender.id)
    }

    /// - Throws: `Refusal` (410) if a file's bytes weren't kept, so that its sender sends it again under another name.
    private func requireBytes(of file: SentFile, for target: SentPath) throws {
        let isDropped = file.state == .empty && file.size > 0 && !SystemFileName.isOne(target.name)
        guard file.state != .refused, !isDropped else { throw Refusal.notKept(file) }
    }

    private func require(_ hasRoom: Bool) throws {
        guard hasRoom else {
            throw Refusal(
                status: .init(code: 507, reasonPhrase: "Insufficient Storage"), code: "tooManyFiles",
                message: "There are too many files and folders that aren't in the library. Delete some, or wait.")
        }
    }
}

extension Refusal {
    static func notKept(_ file: SentFile) -> Refusal {
        Refusal(
            status: .gone, code: "refused",
            message: file.state == .empty
                ? "This is a file of the system that sent it, and its bytes weren't kept."
                : "The library didn't take this file in. \(file.detail ?? "")")
    }

    fileprivate static let isTakenIn = Refusal(
        status: .serviceUnavailable, code: "unavailable",
        message: "The file comes into the library now. Rename it afterwards.", headers: [.retryAfter: "5"])
}
