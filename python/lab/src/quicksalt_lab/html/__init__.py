"""Pages that a report leaves behind: one file each, nothing fetched, light and dark alike.

`layout` holds the style and the building blocks, `chart` draws curves, `flame` draws who calls
whom. All text goes through `layout.text`, which escapes it.
"""

# May import: nothing.
