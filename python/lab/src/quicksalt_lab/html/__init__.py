"""HTML pages of reports: self-contained files with a light and a dark theme.

`layout` holds the style and the building blocks, `chart` draws curves, `flame` draws call graphs.
`layout.text` escapes all text.
"""

# May import: nothing.
