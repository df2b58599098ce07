import Albumen
package import Hummingbird
import NIOCore

/// What a request carries through the server.
package struct GalleryContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// What whoever asks may see. Decided once, before any route is called.
    var access = Access.none
    /// The server's own, on the connection that the request came by.
    let port: Int

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        port = source.channel.localAddress?.port ?? 0
    }
}
