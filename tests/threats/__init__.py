"""Everything a hostile or careless reply, repository or paste must not achieve, tried on the whole engine."""
