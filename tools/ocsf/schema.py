"""Prints a class of the published OCSF schema as JSON Schema: schema.py VERSION CLASS [PROFILE ...]"""

import json
import sys

from ocsf_json_schema import OcsfJsonSchemaEmbedded, get_ocsf_schema

version, name, *profiles = sys.argv[1:]
schema = OcsfJsonSchemaEmbedded(get_ocsf_schema(version=version))
print(json.dumps(schema.get_class_schema(name, profiles)))
