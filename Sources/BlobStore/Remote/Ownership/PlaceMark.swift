package import Cancellation
package import Foundation
import Records

/// The document in a place that names the library and the one copy of it that writes there.
///
/// Its name has a generation, and a new mark has a new name. The mark with the highest generation is valid.
///
/// A place that honours conditions has records of its owners instead (`Ownership`), and a last mark, the barrier. Versions of
/// Albumen that know marks only can't read the barrier, so they refuse the place, and can't take it over either.
package struct PlaceMark: Hashable, Sendable, Codable {
    /// A copy of a library: a folder on a machine.
    package struct Copy: Hashable, Sendable, Codable {
        /// The machine's identifier, or its name if it has none.
        package let machine: String
        /// The machine's name, for people.
        package let machineName: String
        /// The folder's path without symbolic links.
        package let folder: String

        package init(machine: String, machineName: String, folder: String) {
            self.machine = machine
            self.machineName = machineName
            self.folder = folder
        }

        func isSame(as other: Copy) -> Bool { machine == other.machine && folder == other.folder }
    }

    static let prefix = "albumen/mark-"
    private static let currentFormat = 1
    private static let barrierFormat = 2
    private static let generationDigits = 8

    package let format: Int
    package let library: UUID
    package let copy: Copy
    /// The number of the mark, from 1.
    package let generation: Int

    private init(library: UUID, copy: Copy, generation: Int, format: Int = currentFormat) {
        self.format = format
        self.library = library
        self.copy = copy
        self.generation = generation
    }

    /// Reads the valid mark of a place, or returns `nil` if the place has none.
    package static func read(
        _ place: some RemoteBlobStore, _ cancellation: WorkCancellation
    ) throws -> PlaceMark? {
        var newest: (generation: Int, name: RemoteName)?
        try RemotePage.forEach(of: place.address) { position in
            try place.list(prefix, after: position, limit: 1000, cancellation)
        } _: { page in
            for object in page.elements {
                guard let generation = generation(of: object.name) else { continue }
                if generation > newest?.generation ?? 0 { newest = (generation, object.name) }
            }
        }
        guard let newest else { return nil }
        guard let data = try place.document(newest.name, cancellation) else { throw unreadable(place, newest.name) }
        let mark: PlaceMark
        do {
            mark = try JSONDecoder().decode(PlaceMark.self, from: data)
        } catch {
            throw unreadable(place, newest.name)
        }
        guard [currentFormat, barrierFormat].contains(mark.format), mark.generation == newest.generation else {
            throw unreadable(place, newest.name)
        }
        return mark
    }

    /// Makes a copy of a library the one that writes to a place.
    ///
    /// - Parameters:
    ///   - takingOver: Whether to replace another copy or another library, which must not write to the place any more.
    ///   - willWrite: Called before a new mark is written. The place has none of this copy then, so what the copy
    ///     stored there may be gone.
    /// - Throws: `occupied` if another copy or another library writes there.
    @discardableResult
    package static func claim(
        _ place: some RemoteBlobStore, library: UUID, copy: Copy, takingOver: Bool = false,
        _ cancellation: WorkCancellation, willWrite: () throws -> Void = {}
    ) throws -> PlaceMark {
        let present = try read(place, cancellation)
        if let present {
            guard !present.isBarrier else { throw superseded(place) }
            if present.isOf(library, copy) { return present }
            guard takingOver else { throw present.occupied(place, library) }
        }
        try willWrite()
        let mark = PlaceMark(library: library, copy: copy, generation: (present?.generation ?? 0) + 1)
        let isStored = try place.putDocument(try mark.encoded(), mark.name, cancellation)
        // Another copy may have stored a mark at the same time.
        guard let valid = try read(place, cancellation) else { throw unreadable(place, mark.name) }
        guard !valid.isBarrier else { throw superseded(place) }
        guard isStored, valid.isOf(library, copy) else { throw valid.occupied(place, library) }
        return valid
    }

    /// Checks that a copy of a library is still the one that writes to a place.
    ///
    /// - Throws: `occupied`, or `unreachable` if the place has no mark, for example because its disk isn't mounted.
    package static func check(
        _ place: some RemoteBlobStore, library: UUID, copy: Copy, _ cancellation: WorkCancellation
    ) throws {
        guard let mark = try read(place, cancellation) else {
            throw RemoteBlobError(
                .unreachable,
                "\(place.address) has no mark of this library. Check that it's the right place and that its disk is "
                    + "mounted. If its content was deleted, connect the library again.")
        }
        guard !mark.isBarrier else { throw superseded(place) }
        guard mark.isOf(library, copy) else { throw mark.occupied(place, library) }
    }

    /// Whether the place has records of its owners, so that this mark only keeps earlier versions of Albumen out.
    package var isBarrier: Bool { format == Self.barrierFormat }

    /// Stores the last mark after a mark.
    ///
    /// - Returns: The valid mark afterwards: the barrier, or the mark that another copy stored first.
    static func createBarrier(
        after present: PlaceMark?, library: UUID, copy: Copy, _ place: some RemoteBlobStore,
        _ cancellation: WorkCancellation
    ) throws -> PlaceMark {
        let generation = (present?.generation ?? 0) + 1
        guard generation <= generationLimit else { throw unreadable(place, present?.name) }
        let barrier = PlaceMark(library: library, copy: copy, generation: generation, format: barrierFormat)
        // It needs no random number: all barriers mean the same.
        _ = try place.createDocument(try barrier.encoded(), barrier.name, cancellation)
        guard let valid = try read(place, cancellation) else { throw unreadable(place, barrier.name) }
        return valid
    }

    private static let generationLimit = 99_999_999

    private func encoded() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self)
    }

    package func isOf(_ library: UUID, _ copy: Copy) -> Bool {
        self.library == library && self.copy.isSame(as: copy)
    }

    private var name: RemoteName {
        let digits = String(generation)
        let zeros = String(repeating: "0", count: max(0, Self.generationDigits - digits.utf8.count))
        guard let name = RemoteName("\(Self.prefix)\(zeros)\(digits).json") else {
            preconditionFailure("A prefix and digits are a name.")
        }
        return name
    }

    private static func generation(of name: RemoteName) -> Int? {
        guard name.text.hasPrefix(prefix), name.text.hasSuffix(".json") else { return nil }
        let digits = name.text.dropFirst(prefix.count).dropLast(5)
        guard digits.utf8.count == generationDigits, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(digits)
    }

    // MARK: Errors

    func occupied(_ place: some RemoteBlobStore, _ library: UUID) -> RemoteBlobError {
        Self.occupied(place.address, by: copy, isOtherLibrary: self.library != library)
    }

    static func occupied(_ address: String, by copy: Copy, isOtherLibrary: Bool) -> RemoteBlobError {
        guard !isOtherLibrary else {
            return RemoteBlobError(
                .occupied,
                "\(address) belongs to another library (\(copy)). Use another prefix or folder. Take it over only if "
                    + "that library isn't used any more: it would lose its originals there.")
        }
        return RemoteBlobError(
            .occupied,
            "Another copy of this library writes to \(address): \(copy). Two copies would delete each other's "
                + "originals. Take the place over only if that copy isn't used any more, for example because this folder was "
                + "moved or restored from a backup.")
    }

    private static func superseded(_ place: some RemoteBlobStore) -> RemoteBlobError {
        RemoteBlobError(
            .occupied,
            "\(place.address) has records of its owners, so its marks aren't valid any more. Connect the library again: "
                + "albumen cloud connect")
    }

    private static func unreadable(_ place: some RemoteBlobStore, _ name: RemoteName?) -> RemoteBlobError {
        RemoteBlobError(
            .misbehaving,
            "The mark \(name?.text ?? prefix) in \(place.address) can't be read. A newer version of Albumen may have written it, or it was "
                + "changed. Update Albumen, or use another prefix or folder.")
    }
}

extension PlaceMark.Copy: CustomStringConvertible {
    /// The folder and the machine, for people.
    package var description: String {
        let path = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        return "\(Self.plain(path)) on \(Self.plain(machineName))"
    }

    /// Returns a short text without characters that would harm a terminal.
    private static func plain(_ text: String) -> String {
        String(text.prefix(200).filter { !$0.unicodeScalars.contains { $0.properties.generalCategory == .control } })
    }

    /// The copy of a library in a folder of this machine.
    ///
    /// - Parameter folder: The folder's path without symbolic links.
    package static func ofThisMachine(folder: String) -> PlaceMark.Copy {
        let name = ProcessInfo.processInfo.hostName
        // systemd asks programs not to publish this identifier itself.
        let text = (try? String(contentsOfFile: "/etc/machine-id", encoding: .utf8))?.split(separator: "\n").first
        let digest = text.flatMap { try? BlobDigest(hashing: Data("Albumen \($0)".utf8)) }
        return PlaceMark.Copy(machine: digest?.hexadecimal ?? name, machineName: name, folder: folder)
    }
}
