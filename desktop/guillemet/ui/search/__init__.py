"""Finding text in the shown file and in all files of the proposal: the results, their list, and what leads to them."""
