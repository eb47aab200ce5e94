"""Code shared by the file formats; `quicksalt.age` is a public module that uses it."""

# May import: `quicksalt/*`.
