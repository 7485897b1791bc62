// ... rest
