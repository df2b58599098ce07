/// The timing of an animation, as a value. Nothing is animated.
public struct Animation: Hashable, Sendable {
    private let name: String
    private let numbers: [Double]

    private init(_ name: String, _ numbers: Double...) {
        self.name = name
        self.numbers = numbers
    }

    public static let `default` = Animation("default")
    public static let linear = Animation("linear")
    public static let easeIn = Animation("easeIn")
    public static let easeOut = Animation("easeOut")
    public static let easeInOut = Animation("easeInOut")
    public static let spring = Animation("spring")
    public static let smooth = Animation("smooth")
    public static let snappy = Animation("snappy")
    public static let bouncy = Animation("bouncy")

    public static func linear(duration: Double) -> Animation { Animation("linear", duration) }
    public static func easeIn(duration: Double) -> Animation { Animation("easeIn", duration) }
    public static func easeOut(duration: Double) -> Animation { Animation("easeOut", duration) }
    public static func easeInOut(duration: Double) -> Animation { Animation("easeInOut", duration) }

    public static func spring(
        response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: Double = 0
    ) -> Animation {
        Animation("spring", response, dampingFraction, blendDuration)
    }

    public func delay(_ delay: Double) -> Animation { changed("delay", delay) }
    public func speed(_ speed: Double) -> Animation { changed("speed", speed) }

    public func repeatForever(autoreverses: Bool = true) -> Animation {
        changed("repeatForever", autoreverses ? 1 : 0)
    }

    public func repeatCount(_ repeatCount: Int, autoreverses: Bool = true) -> Animation {
        changed("repeatCount \(repeatCount)", autoreverses ? 1 : 0)
    }

    private func changed(_ step: String, _ number: Double) -> Animation {
        Animation(name: "\(name) \(step)", numbers: numbers + [number])
    }

    private init(name: String, numbers: [Double]) {
        self.name = name
        self.numbers = numbers
    }
}

/// Calls a closure and returns its result. Nothing is animated.
///
/// - Parameter animation: Ignored.
public func withAnimation<Result>(
    _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result {
    try body()
}

/// Calls a closure, and then the completion handler before it returns. Nothing is animated.
///
/// - Parameters:
///   - animation: Ignored.
///   - completionCriteria: Ignored.
public func withAnimation<Result>(
    _ animation: Animation? = .default,
    completionCriteria: AnimationCompletionCriteria = .logicallyComplete,
    _ body: () throws -> Result, completion: @escaping () -> Void
) rethrows -> Result {
    let result = try body()
    completion()
    return result
}

/// The condition under which an animation is complete.
public struct AnimationCompletionCriteria: Hashable, Sendable {
    private let name: String

    public static let logicallyComplete = AnimationCompletionCriteria(name: "logicallyComplete")
    public static let removed = AnimationCompletionCriteria(name: "removed")
}
