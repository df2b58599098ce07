// swift-tools-version: 6.2
import PackageDescription

/// `script/test` sets `ALBUMEN_STRICT`, so that a warning fails our build and never a client's.
let isStrict = Context.environment["ALBUMEN_STRICT"] != nil

let settings: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + (isStrict ? [.treatAllWarnings(as: .error)] : [])

/// The settings of modules with much work for each pixel or byte. Our own debug builds optimize them, because tests would
/// wait for them.
let optimizedSettings: [SwiftSetting] =
    settings
    + (isStrict ? [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))] : [])

/// The settings of `Photos`: all checks of the Swift 6 language mode, but not the mode. The compiler then lets a
/// client in the Swift 6 mode check at run time that a closure of the main actor runs there, as it does for Apple's
/// frameworks.
let facadeSettings: [SwiftSetting] =
    settings + [
        .swiftLanguageMode(.v5),
        .enableUpcomingFeature("StrictConcurrency"),
        .enableUpcomingFeature("DisableOutwardActorInference"),
        .enableUpcomingFeature("DynamicActorIsolation"),
        .enableUpcomingFeature("GlobalActorIsolatedTypesUsability"),
        .enableUpcomingFeature("GlobalConcurrency"),
        .enableUpcomingFeature("InferSendableFromCaptures"),
        .enableUpcomingFeature("IsolatedDefaultValues"),
        .enableUpcomingFeature("RegionBasedIsolation"),
        .enableUpcomingFeature("BareSlashRegexLiterals"),
        .enableUpcomingFeature("ConciseMagicFile"),
        .enableUpcomingFeature("ForwardTrailingClosures"),
        .enableUpcomingFeature("ImplicitOpenExistentials"),
        .enableUpcomingFeature("DeprecateApplicationMain"),
        .enableUpcomingFeature("ImportObjcForwardDeclarations"),
    ]

/// What a client of PhotoKit writes in: no upcoming feature is on.
let clientSettings: [SwiftSetting] =
    [.swiftLanguageMode(.v5)] + (isStrict ? [.treatAllWarnings(as: .error)] : [])

let package = Package(
    name: "albumen",
    products: [
        .library(name: "Photos", targets: ["Photos", "_Testing_CoreImage", "_Testing_UIKit"]),
        .library(name: "PhotosUI", targets: ["PhotosUI"]),
        .library(name: "UIKit", targets: ["UIKit", "_Testing_CoreImage", "_Testing_UIKit"]),
        .library(name: "AVFoundation", targets: ["AVFoundation", "_Testing_CoreImage", "_Testing_UIKit"]),
        .library(name: "AVKit", targets: ["AVKit", "_Testing_UIKit"]),
        .library(name: "CoreImage", targets: ["CoreImage", "_Testing_CoreImage", "_Testing_UIKit"]),
        .library(name: "ImageIO", targets: ["ImageIO"]),
        .library(name: "CoreLocation", targets: ["CoreLocation"]),
        .library(name: "CoreMedia", targets: ["CoreMedia"]),
        .library(name: "CoreVideo", targets: ["CoreVideo"]),
        .library(name: "CoreTransferable", targets: ["CoreTransferable"]),
        .library(name: "SwiftUI", targets: ["SwiftUI", "_Testing_CoreImage", "_Testing_UIKit"]),
        .library(name: "UniformTypeIdentifiers", targets: ["UniformTypeIdentifiers"]),
        // Frameworks beside PhotoKit that its clients import. PhotoKit doesn't depend on them. docs/neighbours.md states
        // the module alias that a client of Combine and os needs.
        .library(name: "Combine", targets: ["AlbumenCombine"]),
        .library(name: "CoreServices", targets: ["CoreServices"]),
        .library(name: "CryptoKit", targets: ["CryptoKit"]),
        .library(name: "FoundationAdditions", targets: ["FoundationAdditions"]),
        .library(name: "MobileCoreServices", targets: ["MobileCoreServices"]),
        .library(name: "OSLog", targets: ["OSLog"]),
        .library(name: "os", targets: ["AlbumenOS"]),
        .library(name: "Albumen", targets: ["Albumen"]),
        .executable(name: "albumen", targets: ["AlbumenCommand"]),
        .executable(name: "albumen-media-worker", targets: ["AlbumenMediaWorker"]),
        .executable(name: "albumen-camera", targets: ["AlbumenCamera"]),
        .executable(name: "albumen-portal", targets: ["AlbumenPortal"]),
    ],
    traits: [
        .trait(
            name: "ObjectStore",
            description: "Originals in an S3-compatible store or on another disk (albumen cloud). Needs libcurl."),
        .default(enabledTraits: ["ObjectStore"]),
    ],
    dependencies: [
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    ],
    targets: [
        // Apple's module names: thin slices of what PhotoKit exchanges.
        .target(name: "MediaTypes", swiftSettings: settings),
        .target(name: "CoreLocation", dependencies: ["Places"], swiftSettings: settings),
        .target(
            name: "UIKit",
            dependencies: [
                "AlbumenGraphics", "CAlbumenSystem", "CoreImage", "FoundationAdditions", "ImageIO", "UIKitCore",
                "UniformTypeIdentifiers",
            ],
            swiftSettings: settings),
        // The part of UIKit that Photos, PhotosUI and CoreImage exchange. UIKit re-exports it, and adds models that
        // they don't need.
        .target(
            name: "UIKitCore",
            dependencies: ["AlbumenGraphics", "ItemProviders", "MediaRequests", "MediaWork", "Pixels"],
            swiftSettings: settings),
        // Foundation's item providers, which Linux lacks.
        .target(
            name: "ItemProviders",
            dependencies: [
                "CAlbumenSystem", "SystemCalls", "TemporaryFiles", "UniformTypeIdentifiers",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),
        .target(
            name: "CoreTransferable", dependencies: ["ItemProviders", "UniformTypeIdentifiers"],
            swiftSettings: settings),
        .target(
            name: "CoreImage",
            dependencies: [
                "AlbumenGraphics", "Cancellation", "CoreVideo", "ImageIO", "MediaRequests", "MediaWork", "Pixels",
                "UIKitCore",
            ],
            swiftSettings: settings),
        .target(
            name: "ImageIO", dependencies: ["AlbumenGraphics", "MediaRequests", "MediaWork", "Pixels"],
            swiftSettings: settings),
        .target(name: "_Testing_CoreImage", swiftSettings: settings),
        .target(name: "_Testing_UIKit", swiftSettings: settings),
        .target(name: "UniformTypeIdentifiers", dependencies: ["MediaTypes"], swiftSettings: settings),
        .target(
            name: "AlbumenGraphics", dependencies: ["Pixels"], swiftSettings: settings),
        .target(name: "CoreVideo", dependencies: ["AlbumenGraphics"], swiftSettings: settings),
        .target(name: "CoreMedia", dependencies: ["CoreVideo"], swiftSettings: settings),
        .target(
            name: "AVFoundation",
            dependencies: [
                "AlbumenGraphics", "CAlbumenSystem", "Cancellation", "CoreImage", "CoreMedia", "CoreVideo",
                "MediaRequests",
                "MediaWork", "Pixels", "SystemCalls", "UniformTypeIdentifiers",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: facadeSettings),
        .target(name: "AVKit", dependencies: ["AVFoundation", "UIKit"], swiftSettings: settings),
        .target(
            name: "Photos",
            dependencies: [
                "AVFoundation", "AlbumenGraphics", "BlobStore", "Cancellation", "CodedErrors", "CoreImage",
                "CoreLocation",
                "ItemProviders", "MediaRequests", "MediaWork", "PhotoLibrary", "Pixels", "Places", "Records",
                "SystemCalls", "TemporaryFiles", "UIKitCore", "UniformTypeIdentifiers",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: facadeSettings),
        .target(
            name: "PhotosUI",
            dependencies: [
                "CodedErrors", "CoreTransferable", "HTTPTransfers", "ItemProviders", "LocalSockets", "PhotoLibrary",
                "Photos", "PickerWire", "Records", "SystemCalls", "UIKitCore", "UniformTypeIdentifiers",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: facadeSettings),

        // Apple's module names beside PhotoKit. Combine and os have other names here, because GRDB, ArgumentParser and
        // Subprocess check canImport for both, and all modules of a build are in one folder.
        .target(
            name: "AlbumenCombine",
            dependencies: [
                .product(name: "OpenCombine", package: "OpenCombine"),
                .product(name: "OpenCombineDispatch", package: "OpenCombine"),
                .product(name: "OpenCombineFoundation", package: "OpenCombine"),
            ],
            swiftSettings: settings),
        .target(
            name: "AlbumenOS", dependencies: ["CUnfairLock", .product(name: "Logging", package: "swift-log")],
            swiftSettings: settings),
        .target(name: "CUnfairLock", path: "Sources/C/CUnfairLock"),
        .target(name: "CoreServices", dependencies: ["UniformTypeIdentifiers"], swiftSettings: settings),
        .target(
            name: "CryptoKit", dependencies: [.product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: settings),
        .target(name: "FoundationAdditions", swiftSettings: settings),
        .target(name: "MobileCoreServices", dependencies: ["CoreServices"], swiftSettings: settings),
        .target(name: "OSLog", dependencies: ["AlbumenOS"], swiftSettings: settings),
        // The values and property wrappers that models import SwiftUI for. There are no views.
        .target(
            name: "SwiftUI",
            dependencies: [
                "AlbumenCombine", "CoreTransferable", "Photos", "PhotosUI", "UIKit", "UniformTypeIdentifiers",
            ],
            swiftSettings: settings),

        // HTTP as a client, and the users of this machine's connections.
        .target(
            name: "HTTPTransfers",
            dependencies: [
                "CLibCurl", "CodedErrors", "SystemCalls",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),
        .target(
            name: "LocalSockets",
            dependencies: [
                "CAlbumenSystem", "SystemCalls",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),

        // The engine of the command and the server: imports, exports, the cloud, timelines and picking.
        .target(
            name: "Albumen",
            dependencies: [
                "BlobStore", "CAlbumenSystem", "Cancellation", "Catalog", "CatalogShipping", "CodedErrors", "LTX",
                "LibraryFiles", "MediaRequests", "MediaTypes", "MediaWork", "PhotoLibrary", "PhotoSources",
                "PickerWire", "Pixels", "ProgramFiles", "Records", "SystemCalls", "TemporaryFiles", "ZipArchives",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),
        // The libraries and exports of other programs, as values.
        .target(
            name: "PhotoSources",
            dependencies: [
                "BlobStore", "CAlbumenSystem", "CLibCrypto", "CLibCryptoAtExit", "CSQLiteDefense", "CZlib",
                "CameraWire",
                "CodedErrors", "HTTPTransfers", "PropertyLists", "Records", "SystemCalls", "XMLTokens", "ZipArchives",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: optimizedSettings),
        // The messages between an import and the program that reads cameras.
        .target(name: "CameraWire", swiftSettings: settings),
        // Reads cameras with libgphoto2, whose drivers parse data of devices, in a process of its own.
        .executableTarget(
            name: "AlbumenCamera", dependencies: ["CAlbumenSystem", "CLibGPhoto2", "CameraWire"],
            swiftSettings: settings),
        // What Photos needs: the library, views, access, transactions, changes, pictures and edits.
        .target(
            name: "PhotoLibrary",
            dependencies: [
                "BlobStore", "CAlbumenSystem", "CLibCrypto", "Cancellation", "Catalog", "CodedErrors", "LibraryFiles",
                "MediaRequests",
                "MediaTypes", "MediaWork", "Pixels", "Places", "ProgramFiles", "PropertyLists", "Records",
                "SystemCalls",
                .target(name: "ObjectStore", condition: .when(traits: ["ObjectStore"])),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),
        .target(
            name: "Catalog",
            dependencies: [
                "CSQLiteFiles", "CatalogShipping", "LibraryFiles", "Places", "Records", "SystemCalls",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),
        // Files of changed database pages, in the format of Litestream, and the commits of a catalog as such pages.
        .target(name: "LTX", dependencies: ["CLZ4", "CodedErrors"], swiftSettings: optimizedSettings),
        .target(
            name: "CatalogShipping",
            dependencies: [
                "CSQLiteFiles", "CodedErrors", "LTX",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: optimizedSettings),
        .target(name: "Records", dependencies: ["CodedErrors"], swiftSettings: settings),
        .target(
            name: "BlobStore",
            dependencies: [
                "CAlbumenSystem", "CLibCrypto", "CLibCryptoAtExit", "Cancellation", "CodedErrors", "LibraryFiles",
                "Records",
                "SystemCalls",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),
        // Places for originals outside of the library: S3-compatible stores and folders on other disks.
        .target(
            name: "ObjectStore",
            dependencies: [
                "BlobStore", "CAlbumenSystem", "Cancellation", "HTTPTransfers", "Records", "SystemCalls", "XMLTokens",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),
        .target(name: "Cancellation", swiftSettings: settings),
        // Where programs find each other and their files, in a build and in an installation.
        .target(name: "ProgramFiles", swiftSettings: settings),
        .target(name: "CodedErrors", swiftSettings: settings),
        // The names of places and the borders of countries, from a file that script/make-places makes.
        .target(
            name: "Places", dependencies: ["CZlib", "CodedErrors", "ProgramFiles"],
            resources: [.copy("places.bin")], swiftSettings: optimizedSettings),
        .target(
            name: "LibraryFiles",
            dependencies: ["SystemCalls", .product(name: "SystemPackage", package: "swift-system")],
            swiftSettings: settings),
        // System calls that SystemPackage doesn't wrap, and the shape of their errors.
        .target(
            name: "SystemCalls",
            dependencies: ["CAlbumenSystem", .product(name: "SystemPackage", package: "swift-system")],
            swiftSettings: settings),
        .target(
            name: "TemporaryFiles",
            dependencies: ["SystemCalls", .product(name: "SystemPackage", package: "swift-system")],
            swiftSettings: settings),
        // The worker's requests and answers, as values. MediaWork is the pool of workers.
        .target(
            name: "MediaRequests",
            dependencies: [
                "CAlbumenSystem", "CodedErrors", "Pixels", "SystemCalls",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),
        .target(
            name: "MediaWork",
            dependencies: [
                "CAlbumenSystem", "Cancellation", "MediaRequests", "Pixels", "ProgramFiles", "SystemCalls",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),
        .target(
            name: "Pixels", dependencies: ["CLibPNG", "CLibTurboJPEG", "CPixman", "CodedErrors"],
            swiftSettings: optimizedSettings),

        // The structure of files: one walker for each format.
        .target(name: "MediaContainers", swiftSettings: optimizedSettings),
        .target(
            name: "MetadataRemoval", dependencies: ["MediaContainers", "MediaRequests", "XMLTokens"],
            swiftSettings: settings),

        .target(
            name: "MotionPhotos", dependencies: ["MediaContainers", "XMLTokens"], swiftSettings: optimizedSettings),

        // XML and property lists, read in Swift alone, within limits.
        .target(name: "XMLTokens", swiftSettings: optimizedSettings),
        .target(name: "PropertyLists", dependencies: ["CodedErrors", "XMLTokens"], swiftSettings: settings),

        // The JSON between an app's picker and the server.
        .target(name: "PickerWire", dependencies: ["Records"], swiftSettings: settings),

        // The bytes of ZIP archives around the files in them.
        .target(name: "ZipArchives", dependencies: ["CZlib"], swiftSettings: settings),

        // The worker: the only process in which a stranger's bytes meet a C library.
        .target(
            name: "Imaging",
            dependencies: [
                "CExiv2", "CLibAV", "CLibHeif", "CLibRaw", "CLibSwscale", "CLibTurboJPEG", "CLittleCMS", "CVipsBridge",
                "CZlib", "MediaContainers", "MediaRequests", "Pixels", "PropertyLists",
            ],
            swiftSettings: optimizedSettings),
        .target(
            name: "Video",
            dependencies: [
                "CAlbumenSystem", "CLibAV", "CLibSwresample", "CLibSwscale", "MediaContainers", "MediaRequests",
                "MediaWork", "Pixels",
            ],
            swiftSettings: optimizedSettings),
        .executableTarget(
            name: "AlbumenMediaWorker",
            dependencies: [
                "CAlbumenSystem", "Imaging", "MediaContainers", "MediaRequests", "MediaWork", "MetadataRemoval",
                "MotionPhotos", "Pixels", "SystemCalls", "Video", "WorkerSandbox",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),
        .target(
            name: "WorkerSandbox",
            dependencies: [
                "CAlbumenSystem", "CLibSeccomp", "MediaRequests", "MediaWork",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),

        // Certificates of servers on private networks, and the authority that signs them.
        .target(
            name: "ServerCertificates",
            dependencies: [
                "BlobStore", "CLibCrypto", "CodedErrors", "SystemCalls",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),
        .target(name: "QRCodes", dependencies: ["CQREncode"], swiftSettings: settings),

        // What programs have sent over WebDAV, as they see it.
        .target(
            name: "SentFiles", dependencies: [.product(name: "GRDB", package: "GRDB.swift")], swiftSettings: settings),

        // The gallery: an HTTP API on loopback and for paired devices, and the page that uses it.
        .target(
            name: "AlbumenServer",
            dependencies: [
                "Albumen", "BlobStore", "CZlib", "Cancellation", "CodedErrors", "LibraryFiles", "LocalSockets",
                "MediaRequests", "MediaTypes",
                "PickerWire", "Pixels", "Places", "ProgramFiles", "QRCodes", "Records", "SentFiles",
                "ServerCertificates",
                "SystemCalls", "TemporaryFiles", "XMLTokens", "ZipArchives",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            resources: [.copy("Web"), .copy("openapi.json")], swiftSettings: settings),

        .executableTarget(
            name: "AlbumenCommand",
            dependencies: [
                "Albumen", "AlbumenServer", "BlobStore", "Cancellation", "CodedErrors", "HTTPTransfers", "LibraryFiles",
                "LocalSockets",
                "MediaRequests", "MediaWork", "PhotoSources", "Pixels", "Places", "ProgramFiles", "QRCodes", "Records",
                "ServerCertificates", "SystemCalls", "TemporaryFiles",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),

        // The picker for programs that ask a desktop portal for files.
        .executableTarget(
            name: "AlbumenPortal",
            dependencies: [
                "CLibSystemd", "ItemProviders", "PhotosUI", "ProgramFiles", "UniformTypeIdentifiers",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),

        // C libraries and the little C that Swift cannot say.
        .target(name: "CAlbumenSystem", path: "Sources/C/CAlbumenSystem"),
        .target(
            name: "CSQLiteDefense", dependencies: [.product(name: "GRDBSQLite", package: "GRDB.swift")],
            path: "Sources/C/CSQLiteDefense"),
        .target(name: "CExiv2", path: "Sources/C/CExiv2", linkerSettings: [.linkedLibrary("exiv2")]),
        .target(
            name: "CVipsBridge", dependencies: ["CLibVips"], path: "Sources/C/CVipsBridge",
            linkerSettings: [.linkedLibrary("vips"), .linkedLibrary("gobject-2.0"), .linkedLibrary("glib-2.0")]),
        .target(
            name: "CLibCryptoAtExit", dependencies: ["CLibCrypto"], path: "Sources/C/CLibCryptoAtExit",
            linkerSettings: [.linkedLibrary("crypto")]),
        .systemLibrary(name: "CLZ4", path: "Sources/C/CLZ4", pkgConfig: "liblz4", providers: [.apt(["liblz4-dev"])]),
        .target(
            name: "CSQLiteFiles", dependencies: [.product(name: "GRDBSQLite", package: "GRDB.swift")],
            path: "Sources/C/CSQLiteFiles"),
        .systemLibrary(
            name: "CLibCrypto", path: "Sources/C/CLibCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(
            name: "CLibCurl", path: "Sources/C/CLibCurl", pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(
            name: "CLibHeif", path: "Sources/C/CLibHeif", pkgConfig: "libheif", providers: [.apt(["libheif-dev"])]),
        // No pkg-config: libraw_r's asks for -fopenmp, which SwiftPM refuses with a warning.
        .systemLibrary(
            name: "CLibGPhoto2", path: "Sources/C/CLibGPhoto2", pkgConfig: "libgphoto2",
            providers: [.apt(["libgphoto2-dev"])]),
        .systemLibrary(name: "CLibRaw", path: "Sources/C/CLibRaw", providers: [.apt(["libraw-dev"])]),
        .systemLibrary(
            name: "CLibSeccomp", path: "Sources/C/CLibSeccomp", pkgConfig: "libseccomp",
            providers: [.apt(["libseccomp-dev"])]),
        .systemLibrary(
            name: "CLibSystemd", path: "Sources/C/CLibSystemd", pkgConfig: "libsystemd",
            providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(
            name: "CLibAV", path: "Sources/C/CLibAV", pkgConfig: "libavformat libavcodec libavutil",
            providers: [.apt(["libavformat-dev", "libavcodec-dev", "libavutil-dev"])]),

        .systemLibrary(
            name: "CLibSwscale", path: "Sources/C/CLibSwscale", pkgConfig: "libswscale",
            providers: [.apt(["libswscale-dev"])]),
        .systemLibrary(
            name: "CLibSwresample", path: "Sources/C/CLibSwresample", pkgConfig: "libswresample",
            providers: [.apt(["libswresample-dev"])]),
        .systemLibrary(
            name: "CLibTurboJPEG", path: "Sources/C/CLibTurboJPEG", pkgConfig: "libturbojpeg",
            providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(
            name: "CLibPNG", path: "Sources/C/CLibPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        // Not vips' own pkg-config, which asks for -pthread: SwiftPM refuses that with a warning.
        .systemLibrary(
            name: "CLibVips", path: "Sources/C/CLibVips", pkgConfig: "gobject-2.0", providers: [.apt(["libvips-dev"])]),
        .systemLibrary(
            name: "CLittleCMS", path: "Sources/C/CLittleCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
        .systemLibrary(
            name: "CPixman", path: "Sources/C/CPixman", pkgConfig: "pixman-1", providers: [.apt(["libpixman-1-dev"])]),
        .systemLibrary(
            name: "CQREncode", path: "Sources/C/CQREncode", pkgConfig: "libqrencode",
            providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CZlib", path: "Sources/C/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

        // Tests.
        .target(
            name: "AlbumenTestSupport",
            dependencies: [
                "Albumen", "BlobStore", "CSpawn", "Cancellation", "Catalog", "HTTPTransfers", "MediaRequests",
                "ObjectStore", "Pixels",
                "Records", "SystemCalls",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            path: "Tests/AlbumenTestSupport", exclude: ["EarlierCatalogs"], swiftSettings: optimizedSettings),
        .target(
            name: "AlbumenModel", dependencies: ["Albumen", "AlbumenTestSupport", "Catalog", "Records"],
            path: "Tests/AlbumenModel",
            swiftSettings: settings),
        .executableTarget(
            name: "AlbumenBenchmarks",
            dependencies: [
                "Albumen", "AlbumenCommand", "AlbumenMediaWorker", "CBenchmarkProcess", "CLibTurboJPEG",
                "MediaRequests", "MediaWork", "Pixels",
            ],
            path: "Benchmarks/Sources/AlbumenBenchmarks", swiftSettings: settings),
        .target(name: "CBenchmarkProcess", path: "Benchmarks/Sources/CBenchmarkProcess"),
        .testTarget(
            name: "BenchmarkTests",
            dependencies: ["AlbumenBenchmarks", "AlbumenTestSupport", "LibraryBenchmarks"], swiftSettings: settings),
        .executableTarget(
            name: "LibraryBenchmarks",
            dependencies: [
                "Albumen", "AlbumenCommand", "AlbumenMediaWorker", "AlbumenTestSupport", "BlobStore",
                "CBenchmarkSQLite", "CLibTurboJPEG", "Cancellation", "Catalog", "HTTPTransfers", "Imaging",
                "MediaRequests", "MediaWork", "PhotoLibrary", "Photos", "PhotosUI", "Pixels", "Records", "UIKit",
            ],
            path: "Benchmarks/Sources/LibraryBenchmarks", swiftSettings: settings),
        .systemLibrary(
            name: "CBenchmarkSQLite", path: "Benchmarks/Sources/CBenchmarkSQLite", pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"])]),
        .executableTarget(
            name: "Fuzzing",
            dependencies: ["AlbumenMediaWorker", "MediaRequests", "MediaWork", "Pixels", "PropertyLists"],
            path: "Tests/Fuzzing",
            swiftSettings: settings),
        .systemLibrary(name: "CMalloc", path: "Tests/CMalloc"),
        .systemLibrary(name: "CSpawn", path: "Tests/CSpawn"),
        .executableTarget(
            name: "ManyRequests",
            dependencies: [
                "Albumen", "AlbumenMediaWorker", "AlbumenTestSupport", "BlobStore", "CMalloc", "Catalog",
                "MediaRequests", "Photos", "Pixels", "Records", "UIKit",
            ],
            path: "Tests/ManyRequests", swiftSettings: settings),
        .executableTarget(
            name: "BlockWriter", dependencies: ["Albumen", "AlbumenModel", "Catalog", "Records"],
            path: "Tests/BlockWriter",
            swiftSettings: settings),
        .executableTarget(
            name: "AskingProgram", dependencies: ["Photos", "PhotosUI", "UIKit"], path: "Tests/AskingProgram",
            swiftSettings: settings),
        .executableTarget(
            name: "AccessClient", dependencies: ["Albumen", "Photos", "Records", "UIKit"],
            path: "Tests/AccessClient", swiftSettings: settings),
        // In the worker's stead: it does what no codec should, shut in as the worker is.
        .executableTarget(
            name: "HostileWorker",
            dependencies: [
                "AlbumenMediaWorker", "CLibSeccomp", "MediaRequests", "MediaWork", "Pixels", "WorkerSandbox",
            ],
            path: "Tests/HostileWorker",
            swiftSettings: settings),
        .testTarget(
            name: "NeighbourTests",
            dependencies: [
                "AlbumenCombine", "AlbumenOS", "CryptoKit", "FoundationAdditions", "MobileCoreServices",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "SliceTests",
            dependencies: [
                "AlbumenGraphics", "AlbumenMediaWorker", "AlbumenTestSupport", "CoreLocation", "MediaTypes", "Pixels",
                "UIKit", "UIKitCore", "UniformTypeIdentifiers", "_Testing_CoreImage", "_Testing_UIKit",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "UIKitTests", dependencies: ["UIKit", "_Testing_CoreImage", "_Testing_UIKit"],
            swiftSettings: settings),
        .testTarget(
            name: "SwiftUITests", dependencies: ["PhotosUI", "SwiftUI", "_Testing_CoreImage", "_Testing_UIKit"],
            swiftSettings: settings),
        .testTarget(
            name: "ImageIOTests",
            dependencies: [
                "AlbumenMediaWorker", "AlbumenTestSupport", "CoreImage", "ImageIO", "Pixels", "_Testing_CoreImage",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "ItemProviderTests",
            dependencies: [
                "AlbumenMediaWorker", "AlbumenTestSupport", "ItemProviders", "Photos", "PhotosUI", "Pixels",
                "TemporaryFiles", "UIKit", "UniformTypeIdentifiers", "_Testing_CoreImage", "_Testing_UIKit",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "CoreImageTests",
            dependencies: [
                "AlbumenGraphics", "AlbumenMediaWorker", "AlbumenTestSupport", "CoreImage", "ImageIO", "Pixels",
                "UIKit", "_Testing_CoreImage", "_Testing_UIKit",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "AVFoundationTests",
            dependencies: [
                "AVFoundation", "AlbumenMediaWorker", "AlbumenTestSupport", "CoreImage", "_Testing_CoreImage",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "BlobStoreTests",
            dependencies: [
                "AlbumenTestSupport", "BlobStore", "Records", "SystemCalls",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "CatalogTests",
            dependencies: [
                "AlbumenTestSupport", "Catalog", "Places", "ProgramFiles", "Records",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "MediaWorkTests",
            dependencies: [
                "AlbumenMediaWorker", "AlbumenTestSupport", "Cancellation", "HostileWorker", "MediaRequests",
                "MediaWork", "Pixels",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "PortalTests",
            dependencies: [
                "Albumen", "AlbumenCommand", "AlbumenMediaWorker", "AlbumenPortal", "AlbumenTestSupport",
                "PhotoLibrary",
            ],
            exclude: ["portal_client.py"], swiftSettings: settings),
        .testTarget(
            name: "ProgramFilesTests", dependencies: ["AlbumenTestSupport", "ProgramFiles"], swiftSettings: settings),
        .testTarget(
            name: "PlacesTests", dependencies: ["AlbumenTestSupport", "Places", "ProgramFiles"],
            exclude: ["Points.tsv"], swiftSettings: optimizedSettings),
        .testTarget(
            name: "ZipArchivesTests", dependencies: ["AlbumenTestSupport", "ZipArchives"], swiftSettings: settings),
        .testTarget(
            name: "PhotoSourcesTests",
            dependencies: [
                "AlbumenCamera", "AlbumenTestSupport", "BlobStore", "CZlib", "CameraWire", "PhotoSources", "Records",
                "SystemCalls", "ZipArchives",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "XMLTokensTests", dependencies: ["AlbumenTestSupport", "XMLTokens"], swiftSettings: settings),
        .testTarget(
            name: "PropertyListsTests", dependencies: ["AlbumenTestSupport", "PropertyLists"],
            swiftSettings: settings),
        .testTarget(
            name: "PixelsTests", dependencies: ["AlbumenTestSupport", "Pixels"], swiftSettings: settings),
        .testTarget(
            name: "RenderTests",
            dependencies: [
                "AlbumenMediaWorker", "AlbumenTestSupport", "CLibAV", "CLibHeif", "CLibTurboJPEG", "CLittleCMS",
                "CVipsBridge", "Cancellation", "Imaging", "MediaContainers", "MediaRequests", "MediaWork",
                "MetadataRemoval", "Pixels",
                "Video",
            ],
            exclude: ["PictureDifferences.tsv"],
            swiftSettings: settings),
        .testTarget(
            name: "TranscodeTests",
            dependencies: [
                "AlbumenMediaWorker", "AlbumenTestSupport", "CLibAV", "Cancellation", "MediaRequests", "MediaWork",
                "Pixels", "Video",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "ProbeTests",
            dependencies: ["AlbumenTestSupport", "Imaging", "MediaRequests", "Pixels", "Video"],
            swiftSettings: settings),
        .testTarget(
            name: "MediaContainersTests", dependencies: ["AlbumenTestSupport", "MediaContainers"],
            swiftSettings: settings),
        .testTarget(
            name: "MotionPhotosTests", dependencies: ["AlbumenTestSupport", "MediaContainers", "MotionPhotos"],
            swiftSettings: settings),
        .testTarget(
            name: "AlbumenTests",
            dependencies: [
                "Albumen", "AlbumenMediaWorker", "AlbumenModel", "AlbumenTestSupport", "BlobStore", "BlockWriter",
                "Cancellation", "Catalog", "HostileWorker", "LTX", "LibraryFiles", "MediaRequests", "MediaWork",
                "PhotoLibrary", "PhotoSources", "Pixels", "Places", "Records", "SystemCalls", "ZipArchives",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            exclude: ["RealMedia/ManifestDifferences.tsv"], swiftSettings: settings),
        .testTarget(
            name: "PhotosTests",
            dependencies: [
                "AVFoundation", "AccessClient", "Albumen", "AlbumenGraphics", "AlbumenMediaWorker",
                "AlbumenTestSupport", "AskingProgram", "BlobStore", "Cancellation", "Catalog", "CoreImage",
                "CoreLocation", "CoreMedia",
                "ManyRequests", "MediaRequests", "MediaWork", "PhotoLibrary", "Photos", "Pixels", "Records", "UIKit",
                "UniformTypeIdentifiers", "_Testing_CoreImage", "_Testing_UIKit",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "HTTPTransferTests",
            dependencies: [
                "AlbumenTestSupport", "HTTPTransfers",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "ObjectStoreTests",
            dependencies: [
                "AlbumenTestSupport", "BlobStore", "Cancellation", "HTTPTransfers", "ObjectStore", "Records",
                "SystemCalls",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            exclude: ["Models", "botocore_signatures.py", "litestream_database.py"], swiftSettings: settings),
        .executableTarget(
            name: "ShippingWriter",
            dependencies: ["CatalogShipping", .product(name: "GRDB", package: "GRDB.swift")],
            path: "Tests/ShippingWriter", swiftSettings: settings),
        .testTarget(
            name: "CatalogShippingTests",
            dependencies: [
                "AlbumenTestSupport", "CatalogShipping", "LTX", "ShippingWriter",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        .testTarget(name: "LTXTests", dependencies: ["AlbumenTestSupport", "LTX"], swiftSettings: optimizedSettings),
        .testTarget(
            name: "PhotosUITests",
            dependencies: [
                "Albumen", "AlbumenCommand", "AlbumenMediaWorker", "AlbumenTestSupport", "ItemProviders",
                "PhotoLibrary", "Photos", "PhotosUI", "PickerWire", "Records", "SwiftUI", "UIKit",
                "UniformTypeIdentifiers", "_Testing_CoreImage", "_Testing_UIKit",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "AlbumenCommandTests",
            dependencies: [
                "Albumen", "AlbumenCommand", "AlbumenMediaWorker", "AlbumenTestSupport", "BlobStore", "Cancellation",
                "Catalog",
                "HTTPTransfers", "HostileWorker", "LibraryFiles", "MediaRequests", "MediaWork", "ObjectStore",
                "PhotoLibrary", "Pixels", "Records", "SystemCalls",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            exclude: ["Snapshots"], swiftSettings: settings),
        .testTarget(
            name: "AlbumenServerTests",
            dependencies: [
                "Albumen", "AlbumenMediaWorker", "AlbumenServer", "AlbumenTestSupport", "BlobStore", "CZlib",
                "Cancellation", "Catalog",
                "LocalSockets", "MediaRequests", "MediaWork", "PhotoLibrary", "PickerWire", "Pixels", "QRCodes",
                "Records", "SentFiles", "ServerCertificates",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            exclude: ["OpenAPI/check_openapi.py"], swiftSettings: settings),
        .testTarget(
            name: "GalleryTests",
            dependencies: [
                "AccessClient", "Albumen", "AlbumenCommand", "AlbumenMediaWorker", "AlbumenTestSupport", "BlobStore",
                "CLibHeif", "Cancellation", "Catalog", "MediaRequests", "MediaWork", "PhotoLibrary", "Pixels",
                "Records",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            exclude: ["Pages", "WebDriver/headless-chromium"], swiftSettings: settings),
        .testTarget(
            name: "APISurfaceTests",
            dependencies: [
                "AVFoundation", "AVKit", "CoreLocation", "CoreMedia", "Photos", "PhotosUI", "UIKit",
                "UniformTypeIdentifiers", "_Testing_CoreImage", "_Testing_UIKit",
            ],
            swiftSettings: clientSettings),
        .testTarget(
            name: "ClientPackageTests",
            dependencies: [
                "Albumen", "AlbumenTestSupport", "BlobStore", "Catalog", "MediaRequests", "MediaWork", "PhotoLibrary",
                "Pixels", "Records",
            ],
            exclude: ["Client", "DeclarationDifferences.tsv"],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// `script/build` and `script/test PATTERN` name the targets that they need. Then the package has only these and their
// dependencies. SwiftPM builds them together, which it can't do with two products.
if let names = Context.environment["ALBUMEN_TARGETS"] {
    var needed: Set<String> = []
    var waiting = names.split(separator: " ").map(String.init)
    while let name = waiting.popLast() {
        guard needed.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else {
            continue
        }
        waiting += target.dependencies.compactMap { dependency in
            switch dependency {
            case .targetItem(let name, _), .byNameItem(let name, _): name
            default: nil
            }
        }
    }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products.removeAll { product in
        let targets = (product as? Product.Library)?.targets ?? (product as? Product.Executable)?.targets ?? []
        return !targets.allSatisfy(needed.contains)
    }
}
