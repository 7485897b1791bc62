local function few(count)
  return nil
end
