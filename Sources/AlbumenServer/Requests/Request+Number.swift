import Hummingbird

extension Request {
    /// Returns the number in a query parameter.
    ///
    /// - Parameters:
    ///   - standard: The value if the parameter is missing.
    ///   - limit: The largest valid number.
    /// - Throws: `Refusal` (400) if the parameter isn't a number from 0 to `limit`.
    func number(_ name: String, else standard: Int, atMost limit: Int = .max) throws -> Int {
        guard let text = uri.queryParameters.get(name) else { return standard }
        guard let number = Int(text), number >= 0 else { throw Refusal.badRequest("\(name) is a number from 0 on.") }
        guard number <= limit else { throw Refusal.badRequest("\(name) is at most \(limit).") }
        return number
    }
}
