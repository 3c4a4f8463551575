"""The application: what people do with tables, and what becomes of it. Knows nothing of Discord."""
