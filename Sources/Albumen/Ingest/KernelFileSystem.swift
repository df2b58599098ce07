import CAlbumenSystem
import SystemCalls
import SystemPackage

/// File systems in which the kernel shows its own state as files. They contain no photos, and reading their files can
/// block or have side effects.
enum KernelFileSystem {
    /// Returns whether a folder lies in such a file system or is `/dev`.
    static func contains(_ folder: FilePath) -> Bool {
        folder == FilePath("/dev") || folder.withPlatformString { albumen_is_kernel_file_system($0) != 0 }
    }
}
