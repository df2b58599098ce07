/// Reads the records of a CSV file as RFC 4180 describes it, one by one.
///
/// Line ends can be CRLF, LF or CR. A quote inside of a field without quotes is a character like others. Text after a
/// closing quote belongs to the field.
struct CSVReader {
    enum Failure: Error, Equatable {
        /// A field with quotes has no end.
        case unclosedQuote
        /// A record has more fields, or more bytes, than the limits.
        case tooLarge
    }

    static let fieldLimit = 1_000
    static let recordByteLimit = 1 << 20

    private let bytes: [UInt8]
    private var position: Int

    /// - Parameter bytes: UTF-8, with or without a byte order mark. Other bytes become U+FFFD.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// Returns the fields of the next record, or `nil` at the end. Skips empty lines.
    ///
    /// - Complexity: O(*n*) for the *n* bytes of the record.
    mutating func next() throws(Failure) -> [String]? {
        while position < bytes.count, Self.isLineEnd(bytes[position]) { position += 1 }
        guard position < bytes.count else { return nil }
        let start = position
        var fields: [String] = []
        while true {
            guard fields.count < Self.fieldLimit else { throw .tooLarge }
            fields.append(String(decoding: try field(recordStart: start), as: UTF8.self))
            guard position < bytes.count, bytes[position] == UInt8(ascii: ",") else { return fields }
            position += 1
        }
    }

    /// Reads a field, up to the comma or the line end after it.
    private mutating func field(recordStart: Int) throws(Failure) -> [UInt8] {
        var field: [UInt8] = []
        var isQuoted = false
        if position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
            isQuoted = true
            position += 1
        }
        while position < bytes.count {
            let byte = bytes[position]
            if isQuoted {
                if byte == UInt8(ascii: "\"") {
                    position += 1
                    // Two quotes stand for one.
                    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
                        isQuoted = false
                        continue
                    }
                }
            } else if byte == UInt8(ascii: ",") || Self.isLineEnd(byte) {
                return field
            }
            guard position - recordStart < Self.recordByteLimit else { throw .tooLarge }
            field.append(byte)
            position += 1
        }
        guard !isQuoted else { throw .unclosedQuote }
        return field
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
