"""The project's one ruler, and the views that measure with it.

`measure` times competitors, `stats` judges, `result` keeps, `card` says on which machine. All other
modules are views: they choose competitors and read the outcome. Nothing here draws on a terminal.
"""
