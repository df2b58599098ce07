import Foundation
import LTX

/// An LTX file in memory: its header and pages.
struct SampleFile: Equatable {
    var header: LTXHeader
    var pages: [UInt32: [UInt8]]

    init(
        _ transactions: ClosedRange<UInt64>, commit: UInt32, pageSize: Int = 512,
        milliseconds: Int64 = 1_700_000_000_123, pages: [UInt32: [UInt8]]
    ) {
        header = LTXHeader(
            pageSize: pageSize, commit: commit, transactions: transactions, milliseconds: milliseconds)
        self.pages = pages
    }

    init(header: LTXHeader, pages: [UInt32: [UInt8]]) {
        self.header = header
        self.pages = pages
    }

    /// The file's bytes.
    func bytes() throws -> [UInt8] {
        var bytes: [UInt8] = []
        let writer = try LTXWriter(header: header, name: "a sample") { bytes.append(contentsOf: $0) }
        for (number, page) in pages.sorted(by: { $0.key < $1.key }) {
            try page.withUnsafeBytes { try writer.append(page: number, $0) }
        }
        _ = try writer.finish()
        return bytes
    }

    /// Begins to read the file.
    func reader(partSize: Int = .max) throws -> LTXReader { try Self.reader(bytes(), partSize: partSize) }

    static func reader(_ bytes: [UInt8], name: String = "a sample", partSize: Int = .max) throws -> LTXReader {
        var rest = bytes[...]
        return try LTXReader(name: name) { count in
            let part = rest.prefix(min(count, partSize))
            rest = rest.dropFirst(part.count)
            return part.isEmpty ? nil : Data(part)
        }
    }

    /// Reads a file to its end.
    init(reading bytes: [UInt8], partSize: Int = .max) throws {
        let reader = try Self.reader(bytes, partSize: partSize)
        var pages: [UInt32: [UInt8]] = [:]
        while let (number, page) = try reader.next() { pages[number] = Array(page) }
        self.init(header: reader.header, pages: pages)
    }
}

/// Pages with different contents: empty, text, repeated and random bytes.
func samplePage(_ size: Int, using generator: inout some RandomNumberGenerator) -> [UInt8] {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: return [UInt8](repeating: 0, count: size)
    case 1: return (0..<size).map { _ in UInt8.random(in: 97...122, using: &generator) }
    case 2:
        let period = Int.random(in: 1...40, using: &generator)
        let salt = UInt8.random(in: 0...255, using: &generator)
        return (0..<size).map { UInt8(truncatingIfNeeded: $0 % period * 7) ^ salt }
    default: return (0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
}

/// Returns the code of the error that a closure throws.
func codeOfError(_ body: () throws -> Void) -> LTXError.Code? {
    do {
        try body()
        return nil
    } catch let error as LTXError {
        return error.code
    } catch {
        return nil
    }
}
