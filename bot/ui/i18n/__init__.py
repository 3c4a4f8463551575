"""Languages: catalogues, readers, command names and the texts of the Discord side."""
