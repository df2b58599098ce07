/// A failure of the program, with a message for people.
struct PortalFailure: Error, CustomStringConvertible {
    let description: String
}
