/// Measures elapsed time.
enum Stopwatch {
    static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let taken = try ContinuousClock().measure(body).components
        return Double(taken.seconds) + Double(taken.attoseconds) * 1e-18
    }
}
