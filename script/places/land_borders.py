"""The borders between countries at 1:1,000,000, from GMT's Digital Chart of the World."""

import collections

import netCDF4
import numpy
import shapely
from shapely.affinity import translate
from shapely.strtree import STRtree

from borders import cells_of, polygons_of

# In degrees: about 50 metres.
TOLERANCE = 0.0005
# Smaller islands aren't needed at borders. In square degrees: about 0.1 km².
LEAST_AREA = 1e-5


def polygons_by_country(file):
    data = netCDF4.Dataset(str(file))
    data.set_auto_maskandscale(False)
    found = collections.defaultdict(list)
    for name in data.variables:
        code = name.removesuffix("_lon")
        # Longer codes are those of states.
        if name == code or len(code) != 2:
            continue
        longitudes, latitudes = (decoded(data.variables[f"{code}_{axis}"]) for axis in ["lon", "lat"])
        gaps = numpy.flatnonzero(numpy.isnan(longitudes)).tolist()
        for start, end in zip([-1, *gaps], [*gaps, len(longitudes)]):
            if end - start > 4:
                ring = numpy.column_stack([longitudes[start + 1:end], latitudes[start + 1:end]])
                found[code] += simplified(ring)
    return found


def decoded(variable):
    """Returns degrees. A gap between two rings is NaN."""
    values = variable[:].astype(float)
    scale, least = float(variable.getncattr("scale")), float(variable.getncattr("min"))
    return numpy.where(values == 65535, numpy.nan, values) / scale + least


def simplified(ring):
    polygon = shapely.make_valid(shapely.Polygon(ring))
    for part in polygons_of(polygon):
        if part.area < LEAST_AREA:
            continue
        simple = part.simplify(TOLERANCE)
        part = simple if simple.is_valid and not simple.is_empty else part
        # Longitudes are from 0 to 360 or beyond the date line.
        for shift in [-360, 0, 360]:
            west, _, east, _ = part.bounds
            if west + shift < 180 and east + shift > -180:
                yield from polygons_of(shapely.clip_by_rect(translate(part, shift), -180, -90, 180, 90))


def refined(cells, file, country_index):
    """Puts the borders of this chart before those of cells with several countries, where it has all of these countries.

    The chart lacks some countries, such as Kosovo. The cell's own borders stay for gaps between the chart's countries.
    """
    mixed = {cell for cell, pieces in cells.items() if len({country for country, _ in pieces}) > 1}
    boxes = STRtree([
        shapely.box(cell % 360 - 180, cell // 360 - 90, cell % 360 - 179, cell // 360 - 89) for cell in sorted(mixed)
    ])
    near = {}
    for code, polygons in polygons_by_country(file).items():
        if code in country_index:
            hits = sorted(set(boxes.query(polygons, predicate="intersects")[0].tolist()))
            near[code] = [polygons[index] for index in hits]
    better = cells_of(near, country_index)
    for cell in mixed:
        pieces = better.get(cell, [])
        if {country for country, _ in cells[cell]} <= {country for country, _ in pieces}:
            cells[cell] = pieces + cells[cell]
    return cells
