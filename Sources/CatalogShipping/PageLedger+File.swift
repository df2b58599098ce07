internal import Glibc
internal import LTX

// The file: a head of 80 bytes, the identity, eight bytes for each page, and the CRC-64 of everything before it. The words
// have the byte order of the machine. On a machine with another order, the file counts as damaged.
extension PageLedger {
    /// The result of reading a ledger's file.
    package enum Loaded: Sendable, Hashable {
        case ledger(PageLedger)
        case missing
        /// The file is shorter or longer than its head states, has another format, or its checksum differs.
        case damaged
    }

    private static let magic: UInt64 = 0x3152_4744_454C_424C
    private static let headSize = 80
    private static let longestIdentity = 1024
    /// The ledger of the largest catalog that has one is 1 GiB.
    private static let mostPages = 1 << 27

    /// Reads a ledger.
    ///
    /// - Throws: `ShippingError` if the file exists and can't be read.
    package static func load(_ path: String) throws(ShippingError) -> Loaded {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        if descriptor < 0 {
            if errno == ENOENT { return .missing }
            throw ShippingError.file(path, "opened", errno)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw ShippingError.file(path, "read", errno) }
        let smallest = headSize + 8
        guard status.st_size >= smallest, status.st_size <= smallest + longestIdentity + 8 * mostPages else {
            return .damaged
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var count = 0
        while count < bytes.count {
            let answer = bytes.withUnsafeMutableBytes { bytes in
                let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[count...])
                return read(descriptor, rest.baseAddress, rest.count)
            }
            if answer < 0 {
                if errno == EINTR { continue }
                throw ShippingError.file(path, "read", errno)
            }
            if answer == 0 { return .damaged }
            count += answer
        }
        guard let ledger = bytes.withUnsafeBytes({ PageLedger(file: $0) }) else { return .damaged }
        return .ledger(ledger)
    }

    private init?(file bytes: UnsafeRawBufferPointer) {
        func word(_ offset: Int) -> UInt32 { bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
        func longWord(_ offset: Int) -> UInt64 { bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
        let pageSize = Int(word(8))
        let pageCount = Int(word(12))
        let identityLength = Int(word(64))
        guard longWord(0) == Self.magic, (512...65536).contains(pageSize), pageSize & (pageSize - 1) == 0,
            identityLength <= Self.longestIdentity, pageCount <= Self.mostPages,
            bytes.count == Self.headSize + identityLength + 8 * pageCount + 8
        else { return nil }
        var checksum = CRC64()
        checksum.update(UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count - 8)]))
        let firstPage = Self.headSize + identityLength
        guard checksum.value == longWord(bytes.count - 8),
            let identity = String(validating: bytes[Self.headSize..<firstPage], as: UTF8.self)
        else { return nil }
        self.init(
            identity: identity, pageSize: pageSize, transaction: longWord(40),
            position: WriteAheadLogPosition(
                salts: WriteAheadLogSalts(word(16), word(20)), frame: word(24),
                sums: WriteAheadLogSums(word(28), word(32))),
            fileNumber: longWord(48))
        replace(with: (0..<pageCount).map { longWord(firstPage + 8 * $0) })
        guard total == longWord(56) else { return nil }
    }

    /// Replaces the ledger's file. After a crash, the file is the former or the new one.
    ///
    /// - Parameter createFile: Creates a file that doesn't exist and returns a descriptor for writing.
    package func save(_ path: String, createFile: (String) throws -> Int32) throws {
        let temporary = path + ".new"
        guard unlink(temporary) == 0 || errno == ENOENT else { throw ShippingError.file(temporary, "removed", errno) }
        let descriptor = try createFile(temporary)
        do {
            defer { close(descriptor) }
            var checksum = CRC64()
            let head = head()
            try head.withUnsafeBytes { bytes in
                checksum.update(bytes)
                try Self.write(bytes, to: descriptor, temporary)
            }
            try checksums.withUnsafeBytes { bytes in
                checksum.update(bytes)
                try Self.write(bytes, to: descriptor, temporary)
            }
            try withUnsafeBytes(of: checksum.value) { bytes in
                try Self.write(bytes, to: descriptor, temporary)
            }
            guard fsync(descriptor) == 0 else { throw ShippingError.file(temporary, "written", errno) }
        } catch {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, path) == 0 else { throw ShippingError.file(path, "replaced", errno) }
        try Self.synchronizeFolder(of: path)
    }

    private func head() -> [UInt8] {
        var head = [UInt8](repeating: 0, count: Self.headSize)
        head.withUnsafeMutableBytes { bytes in
            bytes.storeBytes(of: Self.magic, as: UInt64.self)
            let words: [(Int, UInt32)] = [
                (8, UInt32(pageSize)), (12, pageCount), (16, position.salts.first), (20, position.salts.second),
                (24, position.frame), (28, position.sums.first), (32, position.sums.second),
                (64, UInt32(identity.utf8.count)),
            ]
            for (offset, word) in words { bytes.storeBytes(of: word, toByteOffset: offset, as: UInt32.self) }
            for (offset, word) in [(40, transaction), (48, fileNumber), (56, total)] {
                bytes.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
            }
        }
        precondition(identity.utf8.count <= Self.longestIdentity, "The identity is longer than 1,024 bytes.")
        return head + Array(identity.utf8)
    }

    private static func write(
        _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, _ path: String
    ) throws(ShippingError) {
        var count = 0
        while count < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[count...])
            let answer = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if answer < 0 {
                if errno == EINTR { continue }
                throw ShippingError.file(path, "written", errno)
            }
            count += answer
        }
    }

    /// Makes the new name of the file durable.
    private static func synchronizeFolder(of path: String) throws(ShippingError) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw ShippingError.file(folder, "opened", errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw ShippingError.file(folder, "written", errno) }
    }
}
