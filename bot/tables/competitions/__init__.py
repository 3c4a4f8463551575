"""What people play beyond single tables: competitions with rounds and standings."""
