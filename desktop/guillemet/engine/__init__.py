"""The engine: reads replies, finds places, stages, decides, commits. No Qt, no network."""
