def greet(name)
  "Hello #{name}"
end

def part(name)
  "Bye #{name}"
end
