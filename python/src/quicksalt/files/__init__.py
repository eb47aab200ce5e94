"""Code that file formats share; the public module is `quicksalt.age`."""

# May import: `quicksalt/*`.
