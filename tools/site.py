#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes docs/ a web site: tools/site.py build | check | phone

build: copies README, CHANGELOG, CONTRIBUTING and docs/ to build/site-src, turns links to files of the repository
into links to copies of them, tables of docs/*.tsv into pages, and makes build/site with mkdocs. check: checks that the target of every link,
picture and anchor of build/site exists. phone: opens pages in a headless Chromium and checks that nothing
overflows at phone width, and that the menu has one line at 1280 pixels."""
import glob
import html
import html.parser
import http.server
import os
import re
import shutil
import subprocess
import sys
import threading
import urllib.parse

SOURCE, SITE, FILES = "build/site-src", "build/site", "files"
LINK = re.compile(r"(!?\[[^\]\n]*\]\()([^)\s#]+)(#[^)\s]*)?(\))")
DEFINITION = re.compile(r"^(\[[^\]\n]+\]: )([^\s#]+)(#\S*)?()$", re.M)
PAGES = {"Start": "index.md", "Guide": "docs/guide.md",
         "Reference": {"Instructions": "docs/isa/README.md", "Configuration": "docs/isa/configuration.md",
                       "Semaphores": "docs/isa/semaphores.md", "Names": "docs/names.md", "The book": "docs/spec/README.md",
                       "Support matrix": "docs/isa.md", "Choices": "docs/SPEC-NOTES.md", "Both chips": "docs/support.md"},
         "Kernels": {"Calls: tile.h": "docs/tile.md", "LLK": "docs/llk.md", "tt-metal": "docs/metal.md", "Several cores": "docs/cores.md",
                     "Kernels of tt-metal": "docs/metal-kernels.md", "tt-metal as it goes on": "docs/upstream.md", "Digits": "docs/digits.md"},
         "Tools": {"Diagnostics": "docs/diagnostics.md", "Order": "docs/order.md", "Errors": "docs/ulp.md", "Verdicts": "docs/verdict.md", "Functions": "docs/functions.md", "Python": "docs/python.md", "Time": "docs/time.md", "Speed": "docs/perf.md", "Testing": "docs/testing.md", "Stages": "docs/stages.md", "Proofs": "docs/proofs.md", "Safety": "docs/safety.md", "Cards": "docs/silicon.md", "Your card": "docs/card.md", "Sources": "docs/reference.md",
                   "Results for CI": "docs/ci.md", "Many variants": "docs/fleet.md", "Programs that call": "docs/agents.md"},
         "Project": {"Install": "docs/install.md", "Porting": "docs/porting.md", "Firmware": "docs/firmware.md",
                     "Design": "docs/DESIGN.md", "Stability": "docs/stability.md",
                     "Changes": "CHANGELOG.md", "Contributing": "CONTRIBUTING.md"}}
# Longer tables stay text: a browser takes long to lay them out.
LONGEST_TABLE = 1000
FILTER = """<input placeholder="filter rows" aria-label="filter rows" oninput="for (const r of document.querySelectorAll('tbody tr')) r.hidden = !r.textContent.includes(this.value)">"""
CSS = """pre,table{overflow-x:auto;display:block;max-width:100%}img{max-width:100%}code{overflow-wrap:anywhere}
.navbar .nav-link{white-space:nowrap}.col-md-9,[role=main]{min-width:0}body{overflow-wrap:anywhere}td,th{overflow-wrap:normal;min-width:4.5em}td code{overflow-wrap:normal}
@media(max-width:600px){table{font-size:.8em}table.table td,table.table th{padding:.25rem;min-width:2.5em}td code{overflow-wrap:anywhere;white-space:normal;font-size:.9em;padding:0}}
@media(prefers-color-scheme:dark){body,.bs-sidebar,.card,.modal-content,.dropdown-menu,pre,code,table{background:#181a1b!important;color:#ddd!important}
a,.nav-link{color:#6db3f2!important}h1,h2,h3,h4,p,li,td,th{color:#ddd!important}td,th{border-color:#444!important}.table-striped>tbody>tr{background:#181a1b!important}
#mkdocs-search-query{background:#222;color:#ddd}img{background:transparent!important;border:0!important}}
"""
YAML = """site_name: softensix
docs_dir: {source}
site_dir: {site}
use_directory_urls: false
theme:
  name: mkdocs
  highlightjs: false
  nav_style: dark
plugins: [search]
extra_css: [site.css]
markdown_extensions: [tables, fenced_code, toc, sane_lists, attr_list]
nav:
{nav}
"""


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def pages():
    """The files of the repository that become pages: path -> path in the source of the site."""
    out = {"README.md": "index.md", "CHANGELOG.md": "CHANGELOG.md", "CONTRIBUTING.md": "CONTRIBUTING.md"}
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.md"], capture_output=True, text=True, check=True)
    for path in listed.stdout.split():
        out.setdefault(path, path)
    return {a: b for a, b in out.items() if os.path.isfile(a)} | {path: path + ".md" for path in glob.glob("docs/*.tsv") if len(read(path).splitlines()) <= LONGEST_TABLE}


def row_of_table(line, cell):
    return "<tr>" + "".join(f"<{cell}>{html.escape(text)}</{cell}>" for text in line.split("\t")) + "</tr>"


def table_page(path):
    """A page with the rows of a .tsv file, which can be filtered. What its first lines say behind # stands above them; without such lines the first row is a
    heading."""
    lines = read(path).splitlines()
    told = [line.lstrip("# ") for line in lines if line.startswith("#")]
    rows = [line for line in lines if line and not line.startswith("#")]
    head = [] if told else [row_of_table(rows.pop(0), "th")]
    return "\n".join([f"# {os.path.basename(path)}", "", html.escape(" ".join(told)), "", FILTER, "<table><thead>", *head, "</thead><tbody>",
                      *(row_of_table(row, "td") for row in rows), "</tbody></table>", "", f"The same as text: [{path}]({os.path.basename(path)})", ""])


def copy_file(path):
    """Copies a file of the repository as text that a browser shows; returns its path in the
    site."""
    place = f"{FILES}/{path}" + ("" if path.endswith((".svg", ".png")) else ".txt")
    target = os.path.join(SOURCE, place)
    if not os.path.exists(target):
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copyfile(path, target)
    return place


def destination(page, link, known):
    """The target of a page's link in the site, relative to the page; None if there is none, and the
    link becomes plain text."""
    path = os.path.normpath(os.path.join(os.path.dirname(page), urllib.parse.unquote(link)))
    if os.path.isdir(path):
        path = os.path.join(path, "README.md")
    if path in known:
        place = known[path]
    elif os.path.isfile(path):
        place = copy_file(path)
    else:
        return None
    return os.path.relpath(place, os.path.dirname(known[page]) or ".")


def convert(page, known):
    def link(match):
        if "://" in match[2] or match[2].startswith("mailto:"):
            return match[0]
        to = destination(page, match[2], known)
        if to is None:
            return match[1].rstrip("(").strip("[]") if match[4] else match[1] + "#"
        return match[1] + to + (match[3] or "") + match[4]
    parts = re.split(r"(^```.*?^```$)", read(page), flags=re.S | re.M)
    return "".join(p if p.startswith("```") else DEFINITION.sub(link, LINK.sub(link, p)) for p in parts)


def menu(entries, indent):
    """The lines of mkdocs.yml for a menu and its submenus."""
    for name, to in entries.items():
        yield f"{indent}- '{name}': " + (to if isinstance(to, str) else "")
        if not isinstance(to, str):
            yield from menu(to, indent + "    ")


def build():
    if not shutil.which("mkdocs"):
        print("skipped: web site: no mkdocs (tools/setup.sh --all)")
        return 0
    shutil.rmtree(SOURCE, ignore_errors=True)
    known = pages()
    for page, place in known.items():
        write(os.path.join(SOURCE, place), table_page(page) if page.endswith(".tsv") else convert(page, known))
        if page.endswith(".tsv"):
            shutil.copyfile(page, os.path.join(SOURCE, page))
    write(f"{SOURCE}/site.css", CSS)
    nav = "\n".join(menu(PAGES, "  "))
    write("build/mkdocs.yml", YAML.format(source=os.path.abspath(SOURCE), site=os.path.abspath(SITE), nav=nav))
    done = subprocess.run(["mkdocs", "build", "-q", "-c", "-f", "build/mkdocs.yml"], check=False)
    if done.returncode == 0:
        count = sum(name.endswith(".html") for _, _, names in os.walk(SITE) for name in names)
        print(f"made {SITE}/index.html, {count} pages")
    return done.returncode


class Links(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.links, self.anchors = [], set()

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name in ("href", "src") and value and tag != "form":
                self.links.append(value)
            elif name in ("id", "name") and value:
                self.anchors.add(value)


def parsed():
    found = {}
    for directory, _, names in os.walk(SITE):
        for name in names:
            if name.endswith(".html"):
                path = os.path.join(directory, name)
                found[path] = Links()
                found[path].feed(read(path))
    return found


def broken(path, link, found):
    """Why a link is dead, or None."""
    if "://" in link or link.startswith(("mailto:", "data:", "javascript:", "//")):
        return None
    name, _, anchor = link.partition("#")
    name = urllib.parse.unquote(name.split("?")[0])
    target = path if not name else os.path.normpath(os.path.join(SITE if name.startswith("/") else os.path.dirname(path), name.lstrip("/")))
    if os.path.isdir(target):
        target = os.path.join(target, "index.html")
    if not os.path.isfile(target):
        return "no such file"
    if anchor and target in found and urllib.parse.unquote(anchor) not in found[target].anchors:
        return "no such anchor"
    return None


def check():
    if not os.path.isdir(SITE):
        print("skipped: links of the web site: it was not built")
        return 0
    found, total, dead = parsed(), 0, 0
    for path, page in found.items():
        for link in page.links:
            total += 1
            why = broken(path, link, found) if not path.endswith("404.html") else None
            if why:
                dead += 1
                print(f"dead: {path}: {link}: {why}")
    for path in sorted(glob.glob("docs/*.md")):
        if f": {path}\n" not in "\n".join(menu(PAGES, "")) + "\n":
            dead += 1
            print(f"dead: {path} is in no menu")
    outside = {link for page in found.values() for link in page.links if re.match(r"(https?:)?//", link) and re.search(r"\.(js|css|woff2?)$", link)}
    for link in sorted(outside):
        print(f"dead: needs {link} from the network")
    print(f"{total - dead} passed, {dead + len(outside)} failed")
    return bool(dead or outside or not total)


PHONE = ("index.html", "docs/guide.html", "docs/functions.tsv.html", "docs/isa/MVMUL.html", "docs/isa/SFPMAD.html", "docs/diagnostics.html", "docs/spec/08-sfpu.html")
# What is checked, width of the screen, page, selector; "height": the menu has to have one line.
WANTED = [["width", 390, page, "html"] for page in PHONE] + \
         [["width", 390, page, "table"] for page in PHONE if page.startswith("docs/isa/")] + \
         [["height", 1280, page, ".navbar"] for page in ("index.html", "docs/isa/MVMUL.html", "docs/guide.html")]
FRAME = """<html><body><script>
const wanted = {wanted}; let left = wanted.length; const out = [];
for (const [what, width, page, selector] of wanted) {{ const f = document.createElement('iframe'); f.width = width; f.height = 800; f.src = page;
  f.onload = () => {{ const d = f.contentDocument.querySelector(selector);
    out.push(page + ' ' + selector + ' ' + (what == 'width' ? d.scrollWidth + ' ' + d.clientWidth : d.offsetHeight + ' ' + 60));
    if (--left == 0) document.title = 'done ' + out.join('; '); }}; document.body.append(f); }}
</script></body></html>"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


def phone():
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not browser or not os.path.isdir(SITE):
        print("skipped: web site at phone width: no chromium" if not browser else "skipped: web site at phone width: it was not built")
        return 0
    write(f"{SITE}/phone-test.html", FRAME.format(wanted=WANTED))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), lambda *a: Quiet(*a, directory=SITE))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    done = subprocess.run([browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000", "--dump-dom",
                           f"http://127.0.0.1:{server.server_port}/phone-test.html"], capture_output=True, text=True, timeout=180, check=False)
    server.shutdown()
    os.remove(f"{SITE}/phone-test.html")
    title = re.search(r"<title>done (.*?)</title>", done.stdout)
    rows = [row.rsplit(" ", 2) for row in title[1].split("; ")] if title else []
    wide = [row for row in rows if int(row[1]) > int(row[2])]
    for row in wide:
        print(f"FAIL {row[0]}: {row[1]} pixels, there is room for {row[2]}")
    if len(rows) != len(WANTED):
        print("FAIL not every page was shown: " + done.stderr[-300:])
    print(f"{len(rows) - len(wide)} passed, {len(wide) + len(WANTED) - len(rows)} failed")
    return bool(wide) or len(rows) != len(WANTED)


if __name__ == "__main__":
    commands = {"build": build, "check": check, "phone": phone}
    if len(sys.argv) != 2 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    sys.exit(commands[sys.argv[1]]())
