package import Albumen

extension Library {
    /// The library as its owner uses it through a test.
    package var owner: LibraryView { view(for: .owner(through: "test")) }

    /// The library as a test's client uses it.
    package func view(_ access: Access) -> LibraryView {
        switch access {
        case .full: owner
        case .limited(let client): view(for: .client(client, access: access))
        case .chosen(let assets): view(for: .pick(assets))
        case .addOnly, .denied: view(for: .client("test", access: access))
        }
    }
}
