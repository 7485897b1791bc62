"""What stands before a question to the process outlines are read in, and before its answer; see `child`."""

import struct

REQUEST = struct.Struct(">II")
"""The lengths of the path and of the data that follow, in bytes."""
ANSWER = struct.Struct(">I")
"""The length of the packed outline that follows."""
