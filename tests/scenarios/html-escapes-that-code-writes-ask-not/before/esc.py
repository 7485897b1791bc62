def esc(text):
    return text.replace("<", "[")
