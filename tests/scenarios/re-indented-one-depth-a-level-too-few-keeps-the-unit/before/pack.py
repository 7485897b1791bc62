def pack(boxes):
    for box in boxes:
        seal(box)
        weigh(box)
    return boxes
