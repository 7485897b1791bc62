def pack(boxes):
    for box in boxes:
        seal(box)
        if box.is_heavy:
            mark(box)
        weigh(box)
    return boxes
