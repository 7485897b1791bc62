const s = "\n"; // Maß €
