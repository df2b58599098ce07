/// What the start of a photo's YAML file says, without parsing YAML. PhotoPrism writes these keys first.
struct PhotoPrismHead {
    static let size = 4_096

    private(set) var identifier: String?
    /// The text of the date in UTC, whose order is that of the dates.
    private(set) var taken = ""
    private(set) var type: String?

    /// - Parameter bytes: The start of a file, or the whole file.
    init(_ bytes: [UInt8]) {
        for line in bytes.prefix(Self.size).split(separator: UInt8(ascii: "\n")) {
            let line = String(decoding: line, as: UTF8.self)
            if line.hasPrefix("UID: ") { identifier = PhotoPrismValue.identifier(String(line.dropFirst(5))) }
            if line.hasPrefix("TakenAt: ") { taken = String(line.dropFirst(9).prefix(40)) }
            if line.hasPrefix("Type: ") { type = String(line.dropFirst(6).prefix(20)) }
        }
    }
}
