"""Where the lines of a block stand in a file: a ladder of rungs, each returning all places.

`ladder.find` climbs the sure rungs and `ladder.find_likely` the others, `nearest` finds what resembles the lines most
when no rung holds, and `replacement_fit` shapes the new lines to the place that was found.
"""
