import Foundation

/// A list as JSON, for `json_each(?)`. A statement then has one argument for any number of values, and stays cached.
enum JSONList {
    static func text(_ identifiers: some Collection<Int64>) -> String {
        "[" + identifiers.lazy.map { String($0) }.joined(separator: ",") + "]"
    }

    static func text(_ texts: [String]) throws -> String {
        String(decoding: try JSONEncoder().encode(texts), as: UTF8.self)
    }

    static func texts(_ json: String) throws -> [String] {
        try JSONDecoder().decode([String].self, from: Data(json.utf8))
    }
}
