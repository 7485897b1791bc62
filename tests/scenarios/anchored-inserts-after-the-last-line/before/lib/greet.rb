def greet(name)
  "Hello #{name}"
end
