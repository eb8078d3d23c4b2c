"""Makes src/assets/fonts/halaqa-quran.{woff2,ttf} from Amiri Quran (SIL Open Font License 1.1).

The text of the Quran writes the open forms of the vowel signs with the code points of the plain
ones, as the text's own publisher does. Amiri expects the code points that Unicode added for the
open forms. Mapping the code points in the font keeps the text canonical everywhere: in the page, on
the clipboard, in searches and for screen readers.

Usage: pip install fonttools brotli && python3 scripts/quran/make-font.py AMIRI_QURAN.woff2 src/assets/fonts/halaqa-quran
"""

import sys

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

NAME = "Halaqa Quran"
OPEN_SIGNS = {0x0657: 0x08F0, 0x065E: 0x08F1, 0x0656: 0x08F2}
# What the text contains, the end of a verse with its number, and spaces.
CHARACTERS = [
    0x0020, 0x00A0, *range(0x0621, 0x063B), *range(0x0640, 0x0653), *range(0x0653, 0x065F),
    *range(0x0660, 0x066A), 0x0670, 0x0671, 0x06D6, 0x06D7, 0x06D8, *range(0x06DA, 0x06DF), 0x06E0,
    0x06E1, 0x06E2, *range(0x06E4, 0x06EB), 0x06EC, 0x06ED, 0x200C, 0x200D, 0x200F, 0x25CC,
    *OPEN_SIGNS.values(),
]

source, target = sys.argv[1:]
font = TTFont(source)
for table in font["cmap"].tables:
    for plain, opened in OPEN_SIGNS.items():
        table.cmap[plain] = table.cmap[opened]
options = Options(layout_features=["*"], name_IDs=["*"], notdef_outline=True, glyph_names=False)
subsetter = Subsetter(options)
subsetter.populate(unicodes=CHARACTERS)
subsetter.subset(font)
for record in font["name"].names:
    if record.nameID in (1, 4, 16):
        record.string = NAME
    elif record.nameID == 6:
        record.string = NAME.replace(" ", "")
font.flavor = None
font.save(f"{target}.ttf")
font.flavor = "woff2"
font.save(f"{target}.woff2")
