// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "albums",
    dependencies: [
        // Named, since the folder above may have any name.
        .package(name: "albumen", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "Albums",
            dependencies: [
                .product(name: "Photos", package: "albumen", condition: .when(platforms: [.linux])),
                .product(name: "UIKit", package: "albumen", condition: .when(platforms: [.linux])),
                // Decodes the files; it is built beside the program.
                .product(name: "albumen-media-worker", package: "albumen", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: [.swiftLanguageMode(.v5)])
    ]
)
