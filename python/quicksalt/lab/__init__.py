"""The views of quicksalt's own cryptography, measured with the ruler of `quicksalt_lab`.

They choose competitors and read the outcome. Nothing here draws on a terminal.
"""
