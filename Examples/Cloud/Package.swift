// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "cloud",
    dependencies: [
        // Named because the parent folder can have any name.
        .package(name: "albumen", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "Cloud",
            dependencies: [
                .product(name: "Photos", package: "albumen", condition: .when(platforms: [.linux])),
                .product(name: "UIKit", package: "albumen", condition: .when(platforms: [.linux])),
                // Decodes the files. It's built beside the program.
                .product(name: "albumen-media-worker", package: "albumen", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: [.swiftLanguageMode(.v5)])
    ]
)
