"""The state of the local Discord: users, servers, channels, permissions, and its clock."""
