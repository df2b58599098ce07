/// SQL for the albums and folders that clients with limited access see: collections that they created, albums with an
/// asset chosen for them, and the folders that contain these.
enum CollectionVisibility {
    /// Whether a client created the row of `collection` or `collectionImage`.
    static let isOfClient = "creator >= 'client:' AND creator < 'client;'"

    /// The name of the client that created the row.
    static let clientOfCreator = "substr(creator, 8)"

    /// Defines `visible(client, id)`, from the current collections and counts of chosen members.
    ///
    /// - Parameter parameter: The parameter with the names of the clients as a JSON array, or `nil` for all clients.
    /// - Complexity: O(*n*) for *n* collections.
    static func definition(ofClients parameter: String?) -> String {
        func restriction(_ client: String) -> String {
            parameter.map { " AND \(client) IN (SELECT value FROM json_each(\($0)))" } ?? ""
        }
        return """
            WITH RECURSIVE visible(client, id) AS (
                SELECT \(clientOfCreator), id FROM collection
                    WHERE \(isOfClient)\(restriction(clientOfCreator))
                UNION SELECT client, collectionId FROM chosenMemberCount
                    WHERE count > 0\(restriction("client"))
                UNION SELECT client, parentId FROM visible CROSS JOIN collection ON collection.id = visible.id
                    WHERE parentId IS NOT NULL)
            """
    }
}
