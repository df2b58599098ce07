import Hummingbird

extension Request {
    /// The number of a query's parameter.
    ///
    /// - Parameters:
    ///   - standard: the value if the parameter is missing.
    ///   - limit: the largest number that is accepted.
    /// - Throws: `Refusal` (400) if the parameter is no number from 0 to `limit`.
    func number(_ name: String, else standard: Int, atMost limit: Int = .max) throws -> Int {
        guard let text = uri.queryParameters.get(name) else { return standard }
        guard let number = Int(text), number >= 0 else { throw Refusal.badRequest("\(name) is a number from 0 on.") }
        guard number <= limit else { throw Refusal.badRequest("\(name) is at most \(limit).") }
        return number
    }
}
