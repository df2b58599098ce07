import Catalog

extension Library {
    /// What the user answered a client, as PhotoKit's raw value; nil where the user was never asked.
    package func grantedStatus(client: String, accessLevel: Int) throws -> Int? {
        try catalog.read { try $0.grantedStatus(client: client, accessLevel: accessLevel) }
    }

    package func setGrantedStatus(_ status: Int, client: String, accessLevel: Int) throws {
        try catalog.write(author: client, at: now()) {
            try $0.setGrantedStatus(status, client: client, accessLevel: accessLevel)
        }
    }
}
