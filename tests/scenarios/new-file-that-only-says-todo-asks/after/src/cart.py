TODO: paste
