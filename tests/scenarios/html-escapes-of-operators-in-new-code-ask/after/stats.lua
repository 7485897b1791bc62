local function few(count)
  if count &lt; 9 then return count end
end
