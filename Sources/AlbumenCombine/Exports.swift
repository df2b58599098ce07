// Apple's Foundation has URLSession, whose publishers are part of this module.
@_exported public import FoundationNetworking
@_exported public import OpenCombine
@_exported public import OpenCombineDispatch
@_exported public import OpenCombineFoundation
