"""Checks real exchanges with a server against its description in OpenAPI 3.1.

Reads {"description": …, "exchanges": [{"method", "path", "requestBody", "status", "contentType", "body"}, …]} from its input,
where a body is a value in JSON, or absent. Prints one line for each fault; ends with 1 where there is any.
"""

import datetime
import json
import re
import sys
import urllib.parse

import jsonschema

METHODS = {"get", "put", "post", "delete", "options", "head", "patch", "trace"}
# What a test cannot bring about without breaking the machine it runs on.
NOT_EXERCISED = {"503", "507"}

formats = jsonschema.FormatChecker(formats=[])


@formats.checks("date-time", raises=ValueError)
def is_date_time(value):
    if isinstance(value, str):
        if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)", value):
            raise ValueError(value)
        datetime.datetime.fromisoformat(re.sub(r"\.\d+", "", value).replace("Z", "+00:00"))
    return True


class Checker:
    def __init__(self, description):
        self.description = description
        self.faults = []
        self.exercised = set()
        self.operations = {}
        for template, item in description["paths"].items():
            parts = re.split(r"(\{\w+\})", template)
            pattern = "".join("[^/]+" if part.startswith("{") else re.escape(part) for part in parts)
            for method in METHODS & item.keys():
                self.operations[method.upper(), template] = (re.compile(pattern), item[method])

    def fault(self, text):
        self.faults.append(text)

    # The description itself.

    def check_description(self):
        if not str(self.description.get("openapi", "")).startswith("3.1."):
            self.fault("The description is not one in OpenAPI 3.1.")
        for schema, place in self.schemas(self.description, "#"):
            try:
                jsonschema.Draft202012Validator.check_schema(schema)
            except jsonschema.SchemaError as error:
                self.fault(f"{place} isn't a JSON schema of 2020-12: {error.message}")
        for reference, place in self.references(self.description, "#"):
            if self.target(reference) is None:
                self.fault(f"{place} refers to {reference}, which is not there.")
        for (method, template), (_, operation) in self.operations.items():
            named = {part["name"] for part in operation.get("parameters", []) if part["in"] == "path"}
            if named != set(re.findall(r"\{(\w+)\}", template)):
                self.fault(f"{method} {template} has other path parameters than its path.")
        identifiers = [operation.get("operationId") for _, operation in self.operations.values()]
        if None in identifiers or len(set(identifiers)) != len(identifiers):
            self.fault("An operation has no operationId of its own.")

    def schemas(self, value, place):
        """All places where OpenAPI has a schema."""
        if isinstance(value, dict):
            for key, item in value.items():
                if key == "schema":
                    yield item, f"{place}/{key}"
                elif key == "schemas":
                    for name, schema in item.items():
                        yield schema, f"{place}/{key}/{name}"
                else:
                    yield from self.schemas(item, f"{place}/{key}")
        elif isinstance(value, list):
            for index, item in enumerate(value):
                yield from self.schemas(item, f"{place}/{index}")

    def references(self, value, place):
        if isinstance(value, dict):
            if isinstance(value.get("$ref"), str):
                yield value["$ref"], place
            for key, item in value.items():
                yield from self.references(item, f"{place}/{key}")
        elif isinstance(value, list):
            for index, item in enumerate(value):
                yield from self.references(item, f"{place}/{index}")

    def target(self, reference):
        if not reference.startswith("#/"):
            return None
        value = self.description
        for key in reference[2:].split("/"):
            value = value.get(key) if isinstance(value, dict) else None
        return value

    # Exchanges.

    def check_exchange(self, exchange):
        method, status = exchange["method"], str(exchange["status"])
        path, _, query = exchange["path"].partition("?")
        name = f"{method} {exchange['path']} → {status}"
        found = [key for key, (pattern, _) in self.operations.items() if key[0] == method and pattern.fullmatch(path)]
        # A path without parameters goes before one with parameters.
        found = [key for key in found if "{" not in key[1]] or found
        if len(found) != 1:
            self.fault(f"{name}: {len(found)} described operations fit")
            return
        operation = self.operations[found[0]][1]
        response = operation["responses"].get(status)
        if response is None:
            self.fault(f"{name}: the status is not described for {found[0][1]}")
            return
        self.exercised.add((*found[0], status))
        self.check_query(name, operation, query, status)
        self.check_body(name, operation, exchange, status)
        self.check_answer(name, response, exchange)

    def check_query(self, name, operation, query, status):
        described = {part["name"]: part for part in operation.get("parameters", []) if part["in"] == "query"}
        given = dict(urllib.parse.parse_qsl(query, keep_blank_values=True))
        for key, value in given.items():
            if key not in described:
                self.fault(f"{name}: the query's {key} is not described")
            elif status[0] in "23" and described[key]["schema"]["type"] == "integer":
                self.validate(f"{name}: {key}", described[key]["schema"], int(value))
        for key, part in described.items():
            if part.get("required") and key not in given and status[0] in "23":
                self.fault(f"{name}: succeeds without the query's {key}, which is described as required")

    def check_body(self, name, operation, exchange, status):
        described = operation.get("requestBody")
        if described is not None and "application/json" not in described["content"]:
            return  # The bytes of a file.
        if status[0] != "2":
            return
        if described is None or "requestBody" not in exchange:
            if described is not None or "requestBody" in exchange:
                self.fault(f"{name}: succeeds with a body or without one other than is described")
            return
        self.validate(f"{name}: the request", described["content"]["application/json"]["schema"], exchange["requestBody"])

    def check_answer(self, name, response, exchange):
        content = response.get("content")
        if not content:
            if "body" in exchange or exchange["byteCount"]:
                self.fault(f"{name}: has a body, and none is described")
            return
        kind = (exchange.get("contentType") or "").partition(";")[0].strip()
        described = content.get(kind, content.get("*/*"))
        if described is None:
            self.fault(f"{name}: comes as {kind or 'nothing'}, described are {', '.join(content)}")
            return
        if "schema" not in described:
            return
        if "body" not in exchange:
            self.fault(f"{name}: has no body in JSON")
            return
        self.validate(name, described["schema"], exchange["body"])

    def validate(self, name, schema, value):
        # References begin at the description's root.
        whole = {**schema, "components": self.description.get("components", {})}
        validator = jsonschema.Draft202012Validator(whole, format_checker=formats)
        for error in validator.iter_errors(value):
            place = "/".join(str(part) for part in error.absolute_path)
            self.fault(f"{name}: at /{place}: {error.message}")

    def check_coverage(self):
        for (method, template), (_, operation) in self.operations.items():
            for status in sorted(operation["responses"].keys() - NOT_EXERCISED):
                if (method, template, status) not in self.exercised:
                    self.fault(f"{method} {template} → {status}: is described, and no exchange shows it")


def main():
    work = json.load(sys.stdin)
    checker = Checker(work["description"])
    checker.check_description()
    for exchange in work["exchanges"]:
        checker.check_exchange(exchange)
    checker.check_coverage()
    for fault in checker.faults:
        print(fault)
    return 1 if checker.faults else 0


if __name__ == "__main__":
    sys.exit(main())
