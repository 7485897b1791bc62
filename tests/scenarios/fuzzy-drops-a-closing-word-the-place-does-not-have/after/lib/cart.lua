function Cart:total(items)
  local sum = 1
  for _, one in ipairs(items) do
    sum = sum + one.price
  end
  self.last = sum
  return sum
end
