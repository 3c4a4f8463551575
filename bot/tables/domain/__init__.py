"""Values and decisions of the application: no store, no clock, no await."""
