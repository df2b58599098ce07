"""Prints the schemas of openapi.json, the documents that the page reads and sends, as TypeScript declarations."""

import json
import sys


def name_of(reference):
    return reference.removeprefix("#/components/schemas/")


def type_of(schema):
    if "$ref" in schema:
        return name_of(schema["$ref"])
    if "oneOf" in schema:
        return " | ".join(type_of(choice) for choice in schema["oneOf"])
    if "anyOf" in schema:
        return " | ".join(type_of(choice) for choice in schema["anyOf"])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    kind = schema.get("type", "object")
    kinds = kind if isinstance(kind, list) else [kind]
    return " | ".join(of_kind(each, schema) for each in kinds)


def of_kind(kind, schema):
    match kind:
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null":
            return kind
        case "array":
            return f"({type_of(schema['items'])})[]"
        case "object" if "properties" not in schema:
            values = schema.get("additionalProperties")
            return f"Record<string, {type_of(values) if isinstance(values, dict) else 'unknown'}>"
        case "object":
            required = schema.get("required", [])
            members = [
                f"{json.dumps(name)}{'' if name in required else '?'}: {type_of(member)}"
                for name, member in schema["properties"].items()
            ]
            return "{ " + "; ".join(members) + " }"
    raise ValueError(f"The kind {kind} has no TypeScript type here: {schema}")


with open(sys.argv[1], encoding="utf-8") as file:
    schemas = json.load(file)["components"]["schemas"]
print("declare namespace API {")
for name, schema in schemas.items():
    print(f"  type {name} = {type_of(schema)};")
print("}")
