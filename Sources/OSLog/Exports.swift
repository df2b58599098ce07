// On Apple's platforms, OSLog also reads the stored messages of the system. Linux has no such store.
@_exported public import AlbumenOS
