import PhotoLibrary
import SystemCalls
import SystemPackage

extension ImportSource {
    init(_ file: FolderWalk.File, in folder: FilePath) {
        self.init(
            folder: folder.text, name: file.name, size: file.size, modificationTime: file.modificationTime,
            location: file.location(in: folder))
        identity = file.identity
    }
}
