def pack(boxes):
  for box in boxes:
    if box.is_open:
      seal(
        box)
  return boxes
