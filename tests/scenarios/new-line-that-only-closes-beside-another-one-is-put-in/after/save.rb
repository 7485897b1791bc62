def save
  if open?
    store
  end
  end
end
