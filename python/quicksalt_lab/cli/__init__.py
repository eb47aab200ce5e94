"""The lab's commands, and what commands share: exit codes, output, tables, progress."""
