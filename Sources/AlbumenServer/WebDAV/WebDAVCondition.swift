import Foundation
import HTTPTypes
import Hummingbird
import SentFiles

/// The `If` header of a request (RFC 4918, 10.4).
struct WebDAVCondition: Equatable {
    enum State: Equatable {
        case token(String)
        case tag(String)
    }

    struct List: Equatable {
        /// The address that the list is about, or `nil` for the request's own.
        var address: String?
        var conditions: [(isNegated: Bool, state: State)] = []

        static func == (one: Self, other: Self) -> Bool {
            one.address == other.address && one.conditions.map(\.state) == other.conditions.map(\.state)
                && one.conditions.map(\.isNegated) == other.conditions.map(\.isNegated)
        }
    }

    let lists: [List]

    /// - Throws: `Refusal` (400) if the header is malformed.
    init?(_ header: String?) throws {
        guard let header else { return nil }
        var rest = header[...]
        var lists: [List] = []
        var address: String?
        func skipSpaces() { rest = rest.drop { $0 == " " || $0 == "\t" } }
        func take(until end: Character) throws -> String {
            guard let index = rest.firstIndex(of: end) else { throw Refusal.badCondition }
            defer { rest = rest[rest.index(after: index)...] }
            return String(rest[..<index])
        }
        skipSpaces()
        while let first = rest.first {
            rest = rest.dropFirst()
            switch first {
            case "<": address = try take(until: ">")
            case "(":
                var list = List(address: address)
                skipSpaces()
                while rest.first != ")" {
                    var isNegated = false
                    if rest.lowercased().hasPrefix("not") {
                        isNegated = true
                        rest = rest.dropFirst(3)
                        skipSpaces()
                    }
                    switch rest.popFirst() {
                    case "<": list.conditions.append((isNegated, .token(try take(until: ">"))))
                    case "[": list.conditions.append((isNegated, .tag(try take(until: "]"))))
                    default: throw Refusal.badCondition
                    }
                    skipSpaces()
                }
                rest = rest.dropFirst()
                guard !list.conditions.isEmpty else { throw Refusal.badCondition }
                lists.append(list)
            default: throw Refusal.badCondition
            }
            skipSpaces()
        }
        guard !lists.isEmpty else { throw Refusal.badCondition }
        self.lists = lists
    }

    /// The tokens of locks that the client has.
    var tokens: Set<String> {
        Set(
            lists.flatMap(\.conditions).compactMap { condition in
                if case .token(let token) = condition.state, !condition.isNegated { token } else { nil }
            })
    }

    /// Returns whether a list holds.
    ///
    /// - Parameter state: Returns the tokens of the locks and the tag of an address, or of the request's own for `nil`.
    func holds(_ state: (String?) throws -> (tokens: Set<String>, tag: String?)) rethrows -> Bool {
        for list in lists {
            let found = try state(list.address)
            let holds = list.conditions.allSatisfy { condition in
                let isTrue =
                    switch condition.state {
                    case .token(let token): found.tokens.contains(token)
                    case .tag(let tag): found.tag == tag
                    }
                return isTrue != condition.isNegated
            }
            if holds { return true }
        }
        return false
    }
}

extension Refusal {
    fileprivate static let badCondition = Refusal.badRequest("The header If is malformed.")
}
