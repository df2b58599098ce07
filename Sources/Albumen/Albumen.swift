@_exported public import PhotoLibrary
