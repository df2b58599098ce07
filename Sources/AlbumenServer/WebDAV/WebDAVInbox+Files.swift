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
    /// - Parameter upload: Its bytes, or `nil` if it has none.
    func store(
        _ upload: UploadRecord?, at path: SentPath, of sender: Sender, _ date: Date?, _ files: SentFiles
    ) throws -> (file: SentFile, isNew: Bool) {
        try requireFolder(of: path, sender)
        let former = try file(path, of: sender)
        guard former?.isFolder != true else { throw Refusal.conflict("A folder took the file's place.") }
        let arrival = store.now()
        let stored = SentFile(
            path: path, state: upload == nil ? .empty : .held, size: upload?.offset ?? 0, modified: date ?? arrival,
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
        try remove(target, of: sender, files)
        try files.move(file.path, to: target, of: sender.id, at: store.now())
        locks.removeAll(within: file.path, of: sender.id)
    }

    /// Copies a file, or a folder with all that is in it. Bytes that aren't in the library yet are copied, too.
    func copy(
        _ file: SentFile, to target: SentPath, isDeep: Bool, of sender: Sender, _ files: SentFiles
    ) throws {
        try remove(target, of: sender, files)
        let originals = file.isFolder && isDeep ? try files.tree(file.path, of: sender.id) : [file]
        let date = store.now()
        var copies: [SentFile] = []
        do {
            for var copy in originals {
                guard let path = copy.path.moved(from: file.path, to: target) else { throw Refusal.badPath }
                copy.path = path
                (copy.tag, copy.created, copy.touched) = (Self.makeTag(), date, date)
                if let upload = copy.upload {
                    copy.upload = try self.copy(of: upload)
                    copy.state = copy.upload == nil ? .added : .held
                }
                copies.append(copy)
            }
            try require(files.copy(copies, from: file.path, to: target, of: sender.id))
        } catch {
            for upload in copies.compactMap(\.upload) { cancel(upload) }
            throw error
        }
    }

    private func require(_ hasRoom: Bool) throws {
        guard hasRoom else {
            throw Refusal(
                status: .init(code: 507, reasonPhrase: "Insufficient Storage"), code: "tooManyFiles",
                message: "There are too many files and folders that aren't in the library. Delete some, or wait.")
        }
    }
}
