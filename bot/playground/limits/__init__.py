"""What Discord refuses, as Discord refuses it: code 50035 with a path to the field at fault."""
