import Foundation

/// Writes TAR archives, honest and hostile ones.
struct TestTar {
    var bytes = Data()

    mutating func add(_ name: String, _ data: Data, type: Character = "0", declaredSize: Int? = nil) {
        var header = [UInt8](repeating: 0, count: 512)
        func put(_ text: String, at offset: Int) {
            header.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
        }
        put(String(name.prefix(100)), at: 0)
        put("0000644\0", at: 100)
        let size = String(declaredSize ?? data.count, radix: 8)
        put(String(repeating: "0", count: 11 - size.count) + size, at: 124)
        put("14247460000", at: 136)
        put(String(type), at: 156)
        put("ustar\u{0}00", at: 257)
        put("        ", at: 148)
        let sum = String(header.reduce(0) { $0 + Int($1) }, radix: 8)
        put(String(repeating: "0", count: 6 - sum.count) + sum + "\0 ", at: 148)
        bytes.append(contentsOf: header)
        bytes.append(data)
        bytes.append(Data(count: (512 - data.count % 512) % 512))
    }

    /// The compressed archive.
    func gzip() -> Data { TestZip.deflated(bytes + Data(count: 1_024), isGzip: true) }
}
