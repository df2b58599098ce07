/// The data that a page needs to change the library.
struct SessionDocument: Encodable {
    /// The value of the header `Albumen-CSRF-Token`.
    let csrfToken: String
}
