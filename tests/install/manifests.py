# SPDX-License-Identifier: Apache-2.0
"""library.json (PlatformIO) and library.properties (Arduino) by the rules that both publish: manifests.py
[--platformio CHECKOUT] [--arduino-lint CHECKOUT]. The rules below are written from their documents; with a checkout of
platformio-core or arduino-lint that project's own code or schema judges too."""
import argparse
import glob
import json
import os
import re
import sys

PROPERTIES = 'port/arduino/library.properties'
CATEGORIES = ('Display', 'Communication', 'Signal Input/Output', 'Sensors', 'Device Control', 'Timing',
              'Data Storage', 'Data Processing', 'Other')
KEYS = ('name', 'version', 'author', 'maintainer', 'sentence', 'paragraph', 'category', 'url', 'architectures',
        'depends', 'dot_a_linkage', 'includes', 'precompiled', 'ldflags')
SEMVER = r'\d+\.\d+\.\d+'


def need(holds, what):
    if not holds:
        sys.exit(what)


def strings(value):
    """PlatformIO takes a list, or text with commas."""
    return value if isinstance(value, list) else re.split(r',\s*', value)


def library_json(d):
    need(re.fullmatch(r'[a-z0-9]+(-[a-z0-9]+)*', d['name']) and len(d['name']) <= 50, 'library.json: name')
    need(re.fullmatch(SEMVER, d['version']), 'library.json: version')
    need(0 < len(d['description']) <= 255, 'library.json: description')
    need(all(re.fullmatch(r'[a-z\d\-_+. ]{1,50}', k) for k in strings(d['keywords'])), 'library.json: keywords')
    for key in ('frameworks', 'platforms'):
        need(all(re.fullmatch(r'[a-z\d\-_]+|\*', k) for k in strings(d[key])), f'library.json: {key}')
    build = d['build']
    need(os.path.isdir(build['includeDir']) and os.path.isdir(build['srcDir']), 'library.json: directories')
    need(all(os.path.isfile(os.path.join(build['includeDir'], h)) for h in d['headers']), 'library.json: headers')
    for pattern in build['srcFilter']:
        need(re.fullmatch(r'[+-]<[^>]+>', pattern), f'library.json: srcFilter {pattern}')
        need(glob.glob(os.path.join(build['srcDir'], pattern[2:-1])), f'library.json: {pattern} names no file')


def properties():
    with open(PROPERTIES, encoding='ascii') as f:
        return dict(line.rstrip('\n').split('=', 1) for line in f if line.strip() and not line.startswith('#'))


def library_properties(d):
    need(set(d) <= set(KEYS), f'library.properties: {sorted(set(d) - set(KEYS))}')
    need(all(d.get(key) for key in KEYS[:9]), 'library.properties: a field is missing or empty')
    need(re.fullmatch(r'[A-Za-z0-9][A-Za-z0-9 _.-]{0,62}', d['name']), 'library.properties: name')
    need(not re.match('arduino', d['name'] + '\n' + d['maintainer'], re.I), 'library.properties: a name of Arduino')
    need(re.fullmatch(SEMVER, d['version']), 'library.properties: version')
    need(d['category'] in CATEGORIES, 'library.properties: category')
    need(re.match('https?://', d['url']), 'library.properties: url')


def by_platformio(checkout):
    sys.path.insert(0, checkout)
    from platformio.package.manifest import parser, schema  # pylint: disable=import-error,import-outside-toplevel
    licence = {'licenses': [{'licenseId': 'Apache-2.0'}]}  # the list would come from the network
    schema.ManifestSchema.load_spdx_licenses = staticmethod(lambda: licence)
    schema.ManifestSchema().load_manifest(parser.ManifestParserFactory.new_from_file('library.json').as_dict())


def by_arduino_lint(checkout, d):
    import jsonschema  # pylint: disable=import-outside-toplevel
    store = {}
    for path in glob.glob(os.path.join(checkout, 'etc/schemas/*.json')):
        with open(path, encoding='utf-8') as f:
            schema = json.load(f)
        store[schema['$id']] = schema
    main = next(s for i, s in store.items() if i.endswith('/arduino-library-properties-strict-schema.json'))
    resolver = jsonschema.RefResolver(main['$id'], main, store=store)
    jsonschema.Draft7Validator(main, resolver=resolver, format_checker=jsonschema.FormatChecker()).validate(d)


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument('--platformio', help='checkout of platformio-core')
    options.add_argument('--arduino-lint', help='checkout of arduino-lint')
    chosen = options.parse_args()
    with open('library.json', encoding='ascii') as f:
        manifest = json.load(f)
    library_json(manifest)
    library_properties(properties())
    need(manifest['version'] == properties()['version'], 'two versions')
    if chosen.platformio:
        by_platformio(chosen.platformio)
    if chosen.arduino_lint:
        by_arduino_lint(chosen.arduino_lint, properties())


main()
