const s = "\t\"x\""; // Größe ✓
