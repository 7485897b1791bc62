"""Where the lines of a block stand in a file: a ladder of rungs, each returning all places.

One file per rung; `ladder.find` climbs them, `nearest` names what resembles the lines most when no rung holds, and
`fitting` shapes the new lines to the place that was found.
"""
