"""The map of the rest: what the files outside of a conversation define, as far as it matters to the conversation.

`index` knows who defines and who uses a name, `ranking` tells which definitions matter, `filling` takes as many as the
budget holds, `cache` keeps outlines by blob and the index with them.
"""

from guillemet.llm.repo_map.build_map import MOST_FILES, MapOptions, RepositoryMap, make_map
from guillemet.llm.repo_map.cache import OutlineCache

__all__ = ["MOST_FILES", "MapOptions", "OutlineCache", "RepositoryMap", "make_map"]
