/// The identity of a photo or video in the lists of Shotwell, such as `thumb000000000000001f`.
enum ShotwellIdentifier {
    private static let photo = "thumb"
    private static let video = "video-"
    private static let photoBytes = Array(photo.utf8)
    private static let videoBytes = Array(video.utf8)

    static func text(_ id: Int64, isVideo: Bool) -> String {
        let digits = String(UInt64(bitPattern: id), radix: 16)
        return (isVideo ? video : photo) + String(repeating: "0", count: max(0, 16 - digits.count)) + digits
    }

    /// Returns the key of a row, or `nil` if the text isn't an identifier. Old lists contain the decimal keys of photos.
    static func parse(_ text: Substring.UTF8View) -> (id: Int64, isVideo: Bool)? {
        guard let first = text.first else { return nil }
        if digit(first).map({ $0 < 10 }) == true {
            return number(text, radix: 10).flatMap { Int64(exactly: $0) }.map { ($0, false) }
        }
        if text.starts(with: photoBytes) {
            return number(text.dropFirst(photoBytes.count), radix: 16).map { (Int64(bitPattern: $0), false) }
        }
        guard text.starts(with: videoBytes) else { return nil }
        return number(text.dropFirst(videoBytes.count), radix: 16).map { (Int64(bitPattern: $0), true) }
    }

    private static func number(_ digits: Substring.UTF8View, radix: UInt64) -> UInt64? {
        guard !digits.isEmpty else { return nil }
        var number: UInt64 = 0
        for byte in digits {
            guard let digit = digit(byte), digit < radix else { return nil }
            let (product, isTooLarge) = number.multipliedReportingOverflow(by: radix)
            let (sum, isBeyond) = product.addingReportingOverflow(digit)
            guard !isTooLarge, !isBeyond else { return nil }
            number = sum
        }
        return number
    }

    private static func digit(_ byte: UInt8) -> UInt64? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a")) + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A")) + 10
        default: nil
        }
    }
}
