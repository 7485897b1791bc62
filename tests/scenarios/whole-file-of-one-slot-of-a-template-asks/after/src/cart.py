{{ content }}
