// swift-tools-version: 6.2
import PackageDescription

let isStrict = Context.environment["ALBUMEN_STRICT"] != nil

let settings: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + (isStrict ? [.treatAllWarnings(as: .error)] : [])

let package = Package(
    name: "albumen-benchmarks",
    dependencies: [
        // Named because the parent folder can have any name.
        .package(name: "albumen", path: "..")
    ],
    targets: [
        .executableTarget(
            name: "albumen-benchmarks",
            dependencies: [
                "CBenchmarkJPEG", "CProcess",
                .product(name: "Albumen", package: "albumen"),
                .product(name: "albumen", package: "albumen"),
                .product(name: "albumen-media-worker", package: "albumen"),
            ],
            path: "Sources/AlbumenBenchmarks", swiftSettings: settings),
        .target(name: "CProcess"),
        .systemLibrary(
            name: "CBenchmarkJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
    ],
    swiftLanguageModes: [.v6]
)
