"""One folder for each thing that people can do; none imports another."""
