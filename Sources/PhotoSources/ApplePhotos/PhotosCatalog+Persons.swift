internal import GRDB

extension PhotosCatalogSchema {
    /// The columns that join faces to items and persons, or `nil` if this version has none that are known.
    var faceColumns: (asset: String, person: String, condition: String)? {
        let faces = "ZDETECTEDFACE"
        guard has("Z_PK", in: "ZPERSON"), has("ZFULLNAME", in: "ZPERSON"), has("Z_PK", in: faces),
            let asset = ["ZASSETFORFACE", "ZASSET"].first(where: { has($0, in: faces) }),
            let person = ["ZPERSONFORFACE", "ZPERSON"].first(where: { has($0, in: faces) })
        else { return nil }
        return (asset, person, has("ZHIDDEN", in: faces) ? "AND (F.ZHIDDEN IS NULL OR F.ZHIDDEN = 0)" : "")
    }
}

extension PhotosCatalog {
    private static let personLimit = 100_000
    /// The number of merges that lead from a person to the person with the name.
    private static let mergeLimit = 32

    /// Returns the names of the persons that have one, by their keys. A merged person has the name of its target.
    func persons(_ database: Database) throws -> [Int64: String] {
        let target = names.column("ZMERGETARGETPERSON", of: "ZPERSON", as: "P", named: "target")
        let rows = try Row.fetchAll(
            database,
            sql: "SELECT P.Z_PK AS pk, P.ZFULLNAME AS name, \(target) FROM ZPERSON P LIMIT \(Self.personLimit)")
        var persons: [Int64: (name: String?, target: Int64?)] = [:]
        for row in rows {
            guard let id = row.integer("pk") else { continue }
            persons[id] = (ForeignValue.text(row.text("name")), row.integer("target"))
        }
        var answers: [Int64: String] = [:]
        for id in persons.keys {
            var person = persons[id]
            for _ in 0..<Self.mergeLimit {
                guard let target = person?.target.flatMap({ persons[$0] }) else { break }
                person = target
            }
            answers[id] = person?.name
        }
        return answers
    }

    /// Returns the named persons and the number of items that each is in, sorted by name.
    func personCounts() throws -> [(name: String, count: Int)] {
        guard let faces = names.faceColumns else { return [] }
        return try database.read { database in
            let persons = try persons(database)
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT F.\(faces.person) AS person, COUNT(DISTINCT F.\(faces.asset)) AS count
                    FROM ZDETECTEDFACE F WHERE F.\(faces.asset) IS NOT NULL \(faces.condition)
                    GROUP BY F.\(faces.person) LIMIT \(Self.personLimit)
                    """)
            var counts: [String: Int] = [:]
            for row in rows {
                guard let name = row.integer("person").flatMap({ persons[$0] }) else { continue }
                counts[name, default: 0] += Int(clamping: row.integer("count") ?? 0)
            }
            return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        }
    }
}
