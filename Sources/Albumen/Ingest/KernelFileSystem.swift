import CAlbumenSystem
import SystemCalls
import SystemPackage

/// File systems in which the kernel shows its own state as files. They have no photos, and reading them can block or have
/// effects.
enum KernelFileSystem {
    /// Whether a folder lies in such a file system, or is the folder of devices.
    static func contains(_ folder: FilePath) -> Bool {
        folder == FilePath("/dev") || folder.withPlatformString { albumen_is_kernel_file_system($0) != 0 }
    }
}
