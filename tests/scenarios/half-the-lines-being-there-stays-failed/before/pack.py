def pack(box):
    box.open()
    box.fill(foam)
    box.close()
    return box
