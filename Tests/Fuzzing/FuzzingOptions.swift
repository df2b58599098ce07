import Foundation

/// The options of the command line.
struct FuzzingOptions {
    struct Misuse: Error, CustomStringConvertible {
        let description: String
    }

    /// The processor time per loader, of the workers and of this process.
    var seconds = 300.0
    var seed = UInt64.random(in: 1...999_999)
    var workerCount = ProcessInfo.processInfo.activeProcessorCount
    var seeds = URL(fileURLWithPath: ".build/fuzz/seeds")
    var findings = URL(fileURLWithPath: ".build/fuzz/findings")
    /// The folder of files whose small ones are seeds.
    var media = URL(fileURLWithPath: "../shared/media")
    var loaders: [Loader] = []
    /// Files to send to the worker unchanged, without fuzzing.
    var replayed: [String] = []

    init(_ arguments: some Sequence<String>) throws {
        var rest = Array(arguments)[...]
        var isReplay = false
        while let argument = rest.popFirst() {
            switch argument {
            case "--replay": isReplay = true
            case "--seconds": seconds = try Self.number(&rest, argument)
            case "--seed": seed = try Self.number(&rest, argument)
            case "--workers": workerCount = max(1, try Self.number(&rest, argument))
            case "--seeds": seeds = URL(fileURLWithPath: try Self.value(&rest, argument))
            case "--findings": findings = URL(fileURLWithPath: try Self.value(&rest, argument))
            case "--media": media = URL(fileURLWithPath: try Self.value(&rest, argument))
            case let path where isReplay: replayed.append(path)
            default:
                guard let loader = Loader.named(argument) else {
                    let names = Loader.all.map(\.name).joined(separator: " ")
                    throw Misuse(description: "\(argument) is no loader; there are: \(names)")
                }
                loaders.append(loader)
            }
        }
        if loaders.isEmpty { loaders = Loader.all }
    }

    private static func value(_ rest: inout ArraySlice<String>, _ name: String) throws -> String {
        guard let value = rest.popFirst() else { throw Misuse(description: "\(name) wants a value") }
        return value
    }

    private static func number<Number: LosslessStringConvertible>(
        _ rest: inout ArraySlice<String>, _ name: String
    ) throws -> Number {
        let text = try value(&rest, name)
        guard let number = Number(text) else { throw Misuse(description: "\(name) wants a number, not \(text)") }
        return number
    }
}
