# SPDX-License-Identifier: Apache-2.0
"""The drawings of docs/spec, as SVG for light and dark themes."""

STYLE = """<style>
text{font:12px sans-serif;fill:#1f2328}.s{font-size:10px}.m{font:11px monospace}.h{font-weight:bold}
rect{stroke:#57606a;fill:#f6f8fa}.p{stroke:#57606a;fill:none}.d{stroke-dasharray:4 3}
.a{fill:#cfe3ff}.b{fill:#d4f0d0}.c{fill:#ffe2bd}.e{fill:#ffd4d4}.n{fill:none}.k{fill:#57606a}.g{fill:#fff;stroke:none}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}rect{stroke:#8b949e;fill:#161b22}.p{stroke:#8b949e}
.a{fill:#1d3a63}.b{fill:#1e4a26}.c{fill:#5c4013}.e{fill:#5e2327}.n{fill:none}.k{fill:#8b949e}.g{fill:#0d1117;stroke:none}}
</style>"""
ARROW = ('<defs><marker id="t" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
         'orient="auto"><path class="k" d="M0 0L8 4L0 8z"/></marker></defs>')


class Drawing:
    def __init__(self, width, height, title):
        self.parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
                      f'width="{width}" height="{height}" role="img"><title>{title}</title>', STYLE, ARROW,
                      f'<rect class="g" width="{width}" height="{height}"/>']

    def box(self, x, y, w, h, kind="", *lines):
        self.parts.append(f'<rect class="{kind}" x="{x}" y="{y}" width="{w}" height="{h}"/>')
        for i, line in enumerate(lines):
            top = y + h / 2 + 4 + 15 * (i - (len(lines) - 1) / 2)
            self.text(x + w / 2, top, line, "s" if i or h < 18 else "", "middle")

    def text(self, x, y, text, kind="", anchor="start"):
        text = text.replace("&", "&amp;").replace("<", "&lt;")
        self.parts.append(f'<text class="{kind}" x="{x:g}" y="{y:g}" text-anchor="{anchor}">{text}</text>')

    def arrow(self, *points, kind=""):
        path = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
        self.parts.append(f'<path class="p {kind}" d="{path}" marker-end="url(#t)"/>')

    def done(self):
        return "\n".join(self.parts + ["</svg>"]) + "\n"


def pipeline():
    d = Drawing(760, 250, "The data path of the coprocessor")
    d.box(10, 20, 90, 200, "", "L1", "1.5 MB")
    d.box(140, 40, 110, 50, "c", "unpacker 0", "UNPACR")
    d.box(140, 150, 110, 50, "c", "unpacker 1", "UNPACR")
    d.box(290, 40, 100, 50, "a", "SrcA", "2 x 64 rows")
    d.box(290, 150, 100, 50, "a", "SrcB", "2 x 64 rows")
    d.box(430, 75, 110, 90, "b", "matrix unit", "MVMUL, ELW, MOV")
    d.box(580, 75, 80, 90, "a", "Dst", "1024 rows")
    d.box(580, 10, 80, 40, "b", "vector unit", "SFP")
    d.box(690, 75, 60, 90, "c", "packer", "PACR")
    for a, b in (((100, 65), (140, 65)), ((100, 175), (140, 175)), ((250, 65), (290, 65)),
                 ((250, 175), (290, 175)), ((390, 65), (430, 100)), ((390, 175), (430, 140)),
                 ((540, 130), (580, 130)), ((660, 120), (690, 120)), ((610, 50), (610, 75)),
                 ((630, 75), (630, 50)), ((580, 110), (540, 110))):
        d.arrow(a, b)
    d.arrow((195, 90), (195, 120), (415, 120), (415, 215), (600, 215), (600, 165), kind="d")
    d.text(425, 210, "unpack to Dst", "s")
    d.arrow((720, 165), (720, 235), (55, 235), (55, 220))
    return d.done()


def tile():
    d = Drawing(640, 230, "A tile and its faces")
    for i, (x, y) in enumerate(((20, 30), (110, 30), (20, 120), (110, 120))):
        d.box(x, y, 90, 90, "abce"[i], f"face {i}", "16 x 16")
    d.text(20, 20, "tile, 32 x 32")
    d.text(270, 20, "in L1")
    d.box(270, 30, 60, 40, "", "header", "16 bytes")
    for i in range(4):
        d.box(330 + 70 * i, 30, 70, 40, "abce"[i], f"face {i}", "256")
    d.text(270, 100, "in a register file, 64 rows of 16")
    for i in range(4):
        d.box(270, 110 + 28 * i, 200, 28, "abce"[i], f"face {i}: rows {16 * i}..{16 * i + 15}")
    d.text(490, 140, "a face row by row:", "s")
    d.text(490, 156, "row 0 column 0..15,", "s")
    d.text(490, 172, "row 1 column 0..15, ...", "s")
    return d.done()


def src_banks():
    d = Drawing(640, 190, "Two banks of a source")
    d.box(10, 60, 110, 60, "c", "unpacker", "pointer: bank 1")
    d.box(240, 20, 150, 60, "b", "bank 0", "owner: FPU, valid")
    d.box(240, 110, 150, 60, "c", "bank 1", "owner: unpackers")
    d.box(510, 60, 120, 60, "b", "matrix unit", "pointer: bank 0")
    d.arrow((120, 100), (240, 140))
    d.arrow((390, 50), (510, 80))
    d.text(60, 150, "fills; then set_dvalid:", "s")
    d.text(60, 164, "to the FPU, flip", "s")
    d.text(400, 30, "reads; then clear_dvalid:", "s")
    d.text(400, 44, "to the unpackers, flip", "s")
    return d.done()


def bit_row(d, x, y, parts, scale=14):
    for width, label, kind in parts:
        d.box(x, y, width * scale, 26, kind, label)
        x += width * scale


def dst_cell():
    d = Drawing(640, 230, "Numbers and their cells")
    d.text(10, 18, "BF16, 1.0 = 0x3F80")
    bit_row(d, 10, 26, [(1, "s", "e"), (8, "exponent", "c"), (7, "mantissa", "a")])
    d.text(330, 18, "its cell in Dst: 0x007F")
    bit_row(d, 330, 26, [(1, "s", "e"), (7, "mantissa", "a"), (8, "exponent", "c")])
    d.arrow((240, 39), (325, 39))
    d.text(10, 98, "FP32")
    bit_row(d, 10, 106, [(1, "s", "e"), (8, "exponent", "c"), (7, "m 22:16", "a"), (16, "m 15:0", "b")])
    d.text(10, 168, "its two cells: row P")
    bit_row(d, 10, 176, [(1, "s", "e"), (7, "m 22:16", "a"), (8, "exponent", "c")])
    d.text(330, 168, "row P + 8")
    bit_row(d, 330, 176, [(16, "m 15:0", "b")])
    d.arrow((190, 132), (190, 174))
    d.arrow((350, 132), (460, 174))
    return d.done()


def dst_rows():
    d = Drawing(640, 300, "Logical rows on physical rows")
    for x, title in ((20, "16 bits: logical row"), (230, "physical row"), (440, "32 bits: logical row")):
        d.text(x, 18, title)
    for i in range(4):
        y = 30 + 60 * i
        d.box(20, y, 150, 60, "a", f"{8 * i}..{8 * i + 7}")
        d.box(230, y, 150, 60, "ab"[i % 2], f"{8 * i}..{8 * i + 7}",
              ("high halves", "low halves")[i % 2])
        d.arrow((170, y + 30), (228, y + 30))
    for i in range(2):
        y = 30 + 120 * i
        d.box(440, y, 150, 120, "c", f"{8 * i}..{8 * i + 7}", "valid bit: that of the high half")
        d.arrow((440, y + 40), (382, y + 30))
        d.arrow((440, y + 80), (382, y + 90))
    d.text(20, 290, "... and so on: 1024 rows of 16 bits, or 512 of 32 (without remap and swizzle)", "s")
    return d.done()


def sfpu_lanes():
    d = Drawing(660, 190, "Lanes of a vector on Dst")
    d.text(10, 18, "bit 1 of A = 0: the even columns of rows A & ~3 .. + 3; bit 1 of A = 1: the odd ones")
    for col in range(16):
        d.text(62 + 36 * col + 16, 44, str(col), "s", "middle")
    for row in range(4):
        d.text(10, 68 + 30 * row, f"row + {row}", "s")
        for col in range(16):
            lane = f"lane {8 * row + col // 2}" if col % 2 == 0 else ""
            d.box(62 + 36 * col, 50 + 30 * row, 36, 30, "" if col % 2 else "a")
            d.text(62 + 36 * col + 18, 69 + 30 * row, lane.replace("lane ", ""), "s", "middle")
    d.text(62, 184, "coloured: lanes 0..31 of the vector at an address with bit 1 clear", "s")
    return d.done()


def loadmacro():
    d = Drawing(700, 260, "Schedule of two SFPLOADMACROs")
    d.text(10, 16, "sequence: MAD template, delay 0; Round template, delay 2; Store, delay 3", "s")
    units = ["Load", "Simple", "MAD", "Round", "Store"]
    for i, unit in enumerate(units):
        d.text(10, 68 + 34 * i, unit)
        for cycle in range(7):
            d.box(80 + 86 * cycle, 48 + 34 * i, 86, 34, "n")
    for cycle in range(7):
        d.text(123 + 86 * cycle, 40, f"cycle {cycle}", "s", "middle")
    for macro, kind in ((0, "a"), (1, "c")):
        name = "AB"[macro]
        for cycle, unit, label in ((0, 0, "load"), (1, 2, "multiply"), (3, 3, "round"), (4, 4, "store")):
            d.box(82 + 86 * (cycle + macro), 50 + 34 * unit, 82, 30, kind, f"{name}: {label}")
    d.text(10, 238, "An operation with delay D executes in cycle c + 1 + D. The load's result is visible one cycle later, that of", "s")
    d.text(10, 252, "the MAD sub-unit two: A's product, made in cycle 1, is read in cycle 3. Simple is free for the thread.", "s")
    return d.done()


def bfp_tile():
    d = Drawing(700, 130, "A BFP8 tile in L1")
    d.text(10, 18, "BFP8 tile of 1024 datums, address S = 16 x (Base + Offset + 1)")
    d.box(10, 30, 80, 40, "", "header", "16 bytes")
    d.box(90, 30, 180, 40, "c", "exponents", "64 bytes, one per 16 datums")
    d.box(270, 30, 420, 40, "a", "datums", "1024 bytes: sign and 7 bits of magnitude each")
    d.arrow((90, 95), (90, 72))
    d.text(84, 110, "S", "s")
    d.arrow((270, 95), (270, 72))
    d.text(240, 110, "data: the next multiple of 16", "s")
    return d.done()


def pacr():
    d = Drawing(760, 210, "The order of a PACR")
    steps = [("row of Dst", "16 or 32 bits"), ("edge mask", "0, -inf or keep"), ("early", "to In format"),
             ("ReLU", "threshold"), ("late", "to Out format"), ("group or add", "BFP, L1 +="),
             ("L1", "append bytes")]
    for i, (name, note) in enumerate(steps):
        x = 10 + 106 * i
        d.box(x, 20, 90, 56, "abcaceb"[i], name, note)
        if i:
            d.arrow((x - 16, 48), (x, 48))
    d.text(10, 104, "one PACR: for each chosen interface, in ascending order, 16 datums (or 8) of one row, from left to right")
    for i in range(4):
        d.box(10 + 150 * i, 114, 130, 36, "a", f"Row0 + {i}", "datums 0..15")
        if i:
            d.arrow((140 + 150 * (i - 1), 132), (160 + 150 * (i - 1), 132))
    d.text(10, 168, "a sequence: PACR, PACR, ... PACR with Last. The first fixes the address, the last pads to 16 bytes;", "s")
    d.text(10, 184, "the tile position (Y, Z) of the edge mask advances after every PACR by the number of its interfaces.", "s")
    return d.done()


def made():
    """File name -> contents."""
    return {"pipeline.svg": pipeline(), "tile.svg": tile(), "src-banks.svg": src_banks(),
            "dst-cell.svg": dst_cell(), "dst-rows.svg": dst_rows(), "sfpu-lanes.svg": sfpu_lanes(),
            "loadmacro.svg": loadmacro(), "bfp-tile.svg": bfp_tile(), "pacr.svg": pacr()}
