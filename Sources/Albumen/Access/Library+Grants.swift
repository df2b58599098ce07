import Catalog

extension Library {
    /// What the user answered a client, as PhotoKit's raw value; nil where the user was never asked.
    package func grantedStatus(client: String, accessLevel: Int) throws -> Int? {
        try catalog.read { try $0.grantedStatus(client: client, accessLevel: accessLevel) }
    }

    /// The client whose access a change set; nil for every other change.
    package func grantedClient(ofChange change: Int64) throws -> String? {
        try catalog.readOnce { try $0.grantedClient(ofChange: change) }
    }

    /// Keeps the user's answer: a change of the library with a number and no objects, of which observers hear.
    package func setGrantedStatus(_ status: Int, client: String, accessLevel: Int) throws {
        try catalog.write(author: Transaction.author(ofClient: client), at: now()) {
            try $0.setGrantedStatus(status, client: client, accessLevel: accessLevel)
        }
    }
}
