// On iOS this framework contains the uniform type identifiers of Core Services and nothing else.
@_exported public import CoreServices
