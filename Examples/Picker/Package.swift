// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "picker",
    dependencies: [
        // Named because the parent folder can have any name.
        .package(name: "albumen", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "Picker",
            dependencies: [
                .product(name: "PhotosUI", package: "albumen", condition: .when(platforms: [.linux])),
                // Shows the picker's page. It's built beside the program.
                .product(name: "albumen", package: "albumen", condition: .when(platforms: [.linux])),
                // Decodes the files. It's built beside the program.
                .product(name: "albumen-media-worker", package: "albumen", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: [.swiftLanguageMode(.v5)])
    ]
)
