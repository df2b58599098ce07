"""The borders of countries, cut into cells of one degree."""

import collections
import math
import struct

import shapefile
import shapely
from shapely.geometry import box, shape
from shapely.strtree import STRtree

# The largest area of a corner that simplifying may remove is the square of this, in degrees: about 100 metres.
TOLERANCE = 0.0009
# A cell's coordinates are from 0 to this.
SCALE = 65535
CELL_COUNT = 360 * 180


def countries_of(file, towns):
    """Returns polygons with the code of the country of geonames.org that they belong to.

    Natural Earth joins some countries of ISO 3166 to others, such as French Guiana to France. So a part of a country
    has the code of most settlements in it. A part without settlements has the code of the nearest part that has some.
    """
    reader = shapefile.Reader(str(file))
    shapes = [shape(each.__geo_interface__) for each in reader.shapes()]
    shapes = list(shapely.make_valid(shapes))
    records = [each.as_dict() for each in reader.records()]
    parts, features = [], []
    for index, geometry in enumerate(shapely.coverage_simplify(shapes, TOLERANCE)):
        for part in polygons_of(geometry):
            parts.append(part)
            features.append(index)
    points = shapely.points([[each["longitude"], each["latitude"]] for each in towns])
    counts = collections.defaultdict(collections.Counter)
    # Settlements at a coast may be outside of it.
    found, inside = STRtree(parts).query_nearest(points, max_distance=0.1, all_matches=False)
    for point, part in zip(found, inside):
        counts[part][towns[point]["countrycode"]] += 1
    codes = {part: counter.most_common(1)[0][0] for part, counter in counts.items()}
    settled = collections.defaultdict(list)
    for part in codes:
        settled[features[part]].append(part)
    for part, feature in enumerate(features):
        if part in codes:
            continue
        if settled[feature]:
            codes[part] = codes[min(settled[feature], key=lambda other: parts[other].distance(parts[part]))]
        else:
            codes[part] = records[feature]["ISO_A2_EH"]
    joined = collections.defaultdict(list)
    for part, code in codes.items():
        if len(code) == 2 and code.isalpha():
            joined[code].append(parts[part])
    return joined


def polygons_of(geometry):
    if geometry.geom_type == "Polygon":
        return [geometry] if not geometry.is_empty else []
    return [part for each in getattr(geometry, "geoms", []) for part in polygons_of(each)]


def cut(polygon, west, south, width, height):
    """Yields the pieces of a polygon, each with its cell's south-west corner. Halves the box until it is a cell."""
    piece = shapely.clip_by_rect(polygon, west, south, west + width, south + height)
    if piece.is_empty or piece.area == 0:
        return
    if width == 1 and height == 1:
        yield west, south, piece
    elif width >= height:
        half = width // 2
        yield from cut(piece, west, south, half, height)
        yield from cut(piece, west + half, south, width - half, height)
    else:
        half = height // 2
        yield from cut(piece, west, south, width, half)
        yield from cut(piece, west, south + half, width, height - half)


def rings_of(piece, west, south):
    for polygon in polygons_of(piece):
        for ring in [polygon.exterior, *polygon.interiors]:
            points = []
            for x, y in ring.coords[:-1]:
                point = (quantized(x - west), quantized(y - south))
                if not points or points[-1] != point:
                    points.append(point)
            if len(points) >= 3 and (len(points) > 3 or len(set(points)) == 3):
                yield points


def quantized(offset):
    return max(0, min(SCALE, round(offset * SCALE)))


CORNERS = {(0, 0), (0, SCALE), (SCALE, 0), (SCALE, SCALE)}


def cells_of(joined, country_index):
    """Returns each cell's pieces: the country, and its rings. No rings mean that the country fills the cell."""
    cells = collections.defaultdict(list)
    for code in sorted(joined):
        pieces = collections.defaultdict(list)
        for polygon in joined[code]:
            west, south, east, north = polygon.bounds
            west, south = max(-180, math.floor(west)), max(-90, math.floor(south))
            east, north = min(180, math.ceil(east)), min(90, math.ceil(north))
            for x, y, piece in cut(polygon, west, south, max(1, east - west), max(1, north - south)):
                pieces[(y + 90) * 360 + x + 180] += rings_of(piece, x, y)
        for cell, rings in pieces.items():
            if rings:
                is_full = len(rings) == 1 and len(rings[0]) == 4 and set(rings[0]) == CORNERS
                cells[cell].append((country_index[code], [] if is_full else rings))
    return cells


def packed(cells):
    """Returns the table of the cells' positions, in units of two bytes, and their pieces."""
    starts, units = [], []
    for cell in range(CELL_COUNT):
        starts.append(len(units))
        for country, rings in cells.get(cell, []):
            units += [country, len(rings)]
            for ring in rings:
                units.append(len(ring))
                for point in ring:
                    units += point
    starts.append(len(units))
    return struct.pack(f"<{len(starts)}I", *starts), struct.pack(f"<{len(units)}H", *units)
