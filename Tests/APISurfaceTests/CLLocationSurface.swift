import CoreLocation
import Photos
import UIKit

func useCLLocation(_ asset: PHAsset) {
    guard let location: CLLocation = asset.location else { return }
    let coordinate: CLLocationCoordinate2D = location.coordinate
    let _: CLLocationDegrees = coordinate.latitude
    let _: CLLocationDegrees = coordinate.longitude
    let _: CLLocationDistance = location.altitude
    let _: CLLocationAccuracy = location.horizontalAccuracy
    let _: CLLocationAccuracy = location.verticalAccuracy
    let _: CLLocationSpeed = location.speed
    let _: CLLocationSpeedAccuracy = location.speedAccuracy
    let _: CLLocationDirection = location.course
    let _: CLLocationDirectionAccuracy = location.courseAccuracy
    let _: Date = location.timestamp
    let _: CLLocationDistance = location.distance(from: CLLocation(latitude: 0, longitude: 0))
    let _: CLLocation? = location.copy() as? CLLocation
    let _: any NSSecureCoding = location
    requireSendable(location)
}

func makeCLLocations(_ coordinate: CLLocationCoordinate2D, _ coder: NSCoder) {
    let _: CLLocation = CLLocation(latitude: 52.5, longitude: 13.4)
    let _: CLLocation = CLLocation(
        coordinate: coordinate, altitude: 34, horizontalAccuracy: 5, verticalAccuracy: 5, timestamp: Date())
    let _: CLLocation = CLLocation(
        coordinate: coordinate, altitude: 34, horizontalAccuracy: 5, verticalAccuracy: 5, course: 90, speed: 1,
        timestamp: Date())
    let _: CLLocation = CLLocation(
        coordinate: coordinate, altitude: 34, horizontalAccuracy: 5, verticalAccuracy: 5, course: 90,
        courseAccuracy: 1, speed: 1, speedAccuracy: 1, timestamp: Date())
    let _: CLLocation? = CLLocation(coder: coder)
    var point: CLLocationCoordinate2D = CLLocationCoordinate2D()
    point.latitude = 1
    point.longitude = 2
    let _: CLLocationCoordinate2D = CLLocationCoordinate2DMake(point.latitude, point.longitude)
    let _: Bool = CLLocationCoordinate2DIsValid(kCLLocationCoordinate2DInvalid)
    requireSendable(point)
}
