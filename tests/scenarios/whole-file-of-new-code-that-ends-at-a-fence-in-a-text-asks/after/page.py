TEXT = """
