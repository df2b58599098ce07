/// The numbers in sidecars.
enum SidecarNumber {
    /// Parses a decimal number such as `-12.5`. Other forms that Swift reads, such as `inf` and `0x1p3`, are refused.
    static func decimal(_ text: some StringProtocol) -> Double? {
        guard text.utf8.count <= 40, text.utf8.allSatisfy({ "+-.0123456789".utf8.contains($0) }) else { return nil }
        return Double(text)
    }

    /// Parses a decimal number, or a fraction such as `1234/10`.
    static func rational(_ text: String) -> Double? {
        let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard let numerator = decimal(parts[0]) else { return nil }
        guard parts.count > 1 else { return numerator }
        guard parts.count == 2, let denominator = decimal(parts[1]), denominator != 0 else { return nil }
        return numerator / denominator
    }
}
