extension Int64 {
    /// Rounds a number. Numbers out of range become the nearest number, and NaN becomes 0.
    package init(rounding number: Double) {
        guard !number.isNaN else {
            self = 0
            return
        }
        self = Int64(exactly: number.rounded()) ?? (number < 0 ? .min + 1 : .max)
    }
}
