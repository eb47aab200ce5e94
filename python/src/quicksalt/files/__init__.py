"""What the formats of files share; `quicksalt.age` is their face."""

# May import: `quicksalt/*`.
